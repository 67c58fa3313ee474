"""Files that a run makes: how each format is written, and nothing of what goes into it."""
