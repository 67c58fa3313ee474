"""Tests of what the engine gives to a language model and takes back."""
