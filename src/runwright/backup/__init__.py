"""Backups: all that a server keeps in one folder, put back elsewhere, and proved."""
