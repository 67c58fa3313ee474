"""Overviews of the one document that a question names: its key sentences, dates or duties."""

from runwright.minds.embedded.summaries.route import answer

__all__ = ["answer"]
