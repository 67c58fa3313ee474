"""Tests of the embedded mind: its programs over records in memory."""
