"""What proves a run to others: its frozen bytes, the audit entries about it, and a replay."""
