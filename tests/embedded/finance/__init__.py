"""Tests of how questions about money are answered."""
