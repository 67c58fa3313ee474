"""Money: bank files, statements in tables, and what they have in common."""
