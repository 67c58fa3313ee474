"""Chaos: what the service promises while processes die, sleep, run out of room or come back."""
