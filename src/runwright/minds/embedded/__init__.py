"""The embedded mind: a learned parser, one program a route, and wording; no language model."""

NAME = "embedded"
"""What snapshots call it."""
