"""Sound: decoded, and what is said in it."""
