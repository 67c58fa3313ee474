"""Tests of the HTTP manners, and what contract tests share about them."""
