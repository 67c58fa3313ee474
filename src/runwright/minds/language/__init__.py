"""The mind that is a language model: what its answers are made of, and how they are checked."""
