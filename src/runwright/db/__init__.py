"""Durable storage: every table, and the only two ways to them, `read` and `write`."""

from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx

__all__ = ["Database", "Reader", "Tx"]
