"""Text: its encoding, what kind it is, prose and Markdown."""
