"""The frozen values that the API shows, by noun."""
