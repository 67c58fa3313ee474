"""Why a database cannot be used at all, for whoever tells a person at the terminal."""

from __future__ import annotations


class DatabaseTooNew(Exception):
    """The database was written by a later version of the service."""


class DatabaseUnreachable(Exception):
    """The database cannot be opened."""
