"""Questions about the tables of documents: meter readings, price lists, yearly reports."""

from runwright.minds.embedded.tables.route import answer

__all__ = ["answer"]
