"""Tests of the route `arithmetic`."""
