"""What a run is given: its request, attached files and earlier runs, and which scopes they need."""
