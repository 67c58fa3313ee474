"""Full text and vectors over the items of one source, and how both become one ranking."""
