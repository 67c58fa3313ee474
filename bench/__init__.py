"""Measures the service beside a bare path of the same stack: `make bench`."""
