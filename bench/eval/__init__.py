"""`make eval`: how well runs answer, on public data and on a set of our own."""
