"""A place in the terms of a clause, which a parser moves on."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.arithmetic.terms import Term, Unread

_END = Term("END", "")


class Cursor:
    """The terms, and which of them is the next."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = terms
        self._at = 0

    def _peek(self, ahead: int = 0) -> Term:
        at = self._at + ahead
        return self._terms[at] if at < len(self._terms) else _END

    def _is(self, *kinds: str) -> bool:
        return self._peek().kind in kinds

    def _skip(self, *kinds: str) -> bool:
        """Past the next term if it is of one of these kinds."""
        if self._is(*kinds):
            self._at += 1
            return True
        return False

    def _need(self, *kinds: str) -> None:
        if not self._skip(*kinds):
            raise self._unread()

    def _unread(self) -> Unread:
        return Unread(self._terms[self._at :])

    def _take(self) -> Term:
        self._at += 1
        return self._terms[self._at - 1]
