"""Tests of the route `calendar`."""
