"""Sums over the accounts of runs."""
