"""One delivery, as its request and the endpoint's response to it."""
