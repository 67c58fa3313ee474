"""What a document is as a whole: its kind, its day, its parties, and what an invoice asks for."""
