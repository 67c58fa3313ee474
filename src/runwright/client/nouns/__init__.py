"""The nouns of the API, a class each: what can be asked, written once for both clients."""
