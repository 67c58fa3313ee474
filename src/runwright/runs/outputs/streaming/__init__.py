"""What a language model is writing while it writes it: text that is shown early, and not kept."""
