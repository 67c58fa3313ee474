"""Files: they enter by upload, are read in a process of their own, and become context."""
