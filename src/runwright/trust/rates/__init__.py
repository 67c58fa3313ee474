"""How often a key may ask: buckets of tokens, its own and those of the keys it descends from."""
