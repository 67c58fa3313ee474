"""Who gets in, over HTTP: keys, projects, the audit log and the receipts of erasures."""
