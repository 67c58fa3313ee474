"""Reading the entries of the audit log."""
