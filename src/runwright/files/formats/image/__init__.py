"""Images: what is written on them, in reading order."""
