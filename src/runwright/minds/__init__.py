"""Minds: what decides, from a prompt and from what was done so far, what a run does next."""
