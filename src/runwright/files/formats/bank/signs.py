"""Which way the money went, row by row, from however the file tells it.

Files tell it by a sign, by two columns, by a mark beside the amount, or only by what the running
balance does. Each way is taken for a whole column or not at all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from runwright.files.formats.bank.money import Figure

Values = Sequence[Decimal | None]

_OUT_WORDS = (
    "d dr db dt dbit debit debet debito soll s dare af - out cargo belastung lastschrift addebito"
    " withdrawal expense ausgabe payment sent ausgang odchozi kiadas saida uitgaand χ"
)
_IN_WORDS = (
    "c cr ct crdt credit credito haben h avere bij + in abono gutschrift accredito deposit income"
    " einnahme received k kredit eingang prichozi bevetel entrada inkomend π"
)
_OUT, _IN = frozenset(_OUT_WORDS.split()), frozenset(_IN_WORDS.split())


def mark(cell: str) -> int:
    """-1 for a debit mark, 1 for a credit mark, 0 for anything else."""
    plain = unicodedata.normalize("NFKD", cell.strip().casefold()).replace("−", "-")
    word = "".join(c for c in plain if not unicodedata.combining(c)).rstrip(".")
    return -1 if word in _OUT else 1 if word in _IN else 0


def are_marks(cells: Sequence[str]) -> bool:
    """Whether a column holds debit and credit marks and nothing else."""
    filled = [cell for cell in cells if cell.strip()]
    return len(filled) >= max(1, len(cells) // 2) and all(map(mark, filled))


def from_pair(debits: Values, credits: Values) -> list[Decimal | None]:
    """From two columns; each is written with a minus or without, but all of it the same way."""
    pairs = zip(_plain(debits), _plain(credits), strict=True)
    return [_difference(debit, credit) for debit, credit in pairs]


def _plain(values: Values) -> list[Decimal | None]:
    """A column of debits or credits without the minus that most of them carry."""
    written = [value for value in values if value]
    minus = sum(value < 0 for value in written) * 2 > len(written)
    return [-value if minus and value is not None else value for value in values]


def _difference(debit: Decimal | None, credit: Decimal | None) -> Decimal | None:
    if debit is None and credit is None:
        return None
    if not debit:
        return credit if credit is not None else debit
    return -debit if not credit else credit - debit


def from_marks(values: Values, marks: Sequence[int]) -> list[Decimal | None]:
    """From a column of marks, unless the amounts carry signs already."""
    if any(value is not None and value < 0 for value in values):
        return list(values)
    return [
        -value if value is not None and mark < 0 else value
        for value, mark in zip(values, marks, strict=True)
    ]


def from_own_marks(values: Values, figures: Sequence[Figure | None]) -> list[Decimal | None]:
    """Where only credits are marked (`50.00 CR`), what carries no mark is a debit."""
    plus = any(figure and figure.marked and not figure.negative for figure in figures)
    if not plus or any(figure and figure.negative for figure in figures):
        return list(values)
    return [
        -value if value is not None and figure and not figure.marked else value
        for value, figure in zip(values, figures, strict=True)
    ]
