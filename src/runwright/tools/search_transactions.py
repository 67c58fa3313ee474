"""`search_transactions`: the bookings that fit a text best, whatever words they use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from runwright.records.facts import Transaction
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools import base
from runwright.tools.base import Item, Note, Read, Records, Tool
from runwright.tools.documents import count_words
from runwright.tools.find_transactions import TransactionRow, row

_OF_PAYEE = 8
"""So many times as many are read: most of them may be payments to one payee."""


class Arguments(base.Arguments):
    """What is searched for."""

    text: str = Field(
        min_length=1,
        max_length=400,
        description="What the bookings should be about: a few telling words, such as `the gym` or "
        "`what work gave back for the course`.",
    )
    limit: int = Field(default=5, ge=1, le=20, description="How many payees at most.")


class Result(base.Result):
    """The newest booking of each payee, the best first."""

    rows: tuple[TransactionRow, ...] = Field(default=(), description="The bookings.")


def run(arguments: Arguments, records: Records) -> Result:
    """The best bookings, of each payee one."""
    (read,) = reads(arguments)
    found: Sequence[Item[Transaction]] = records.read(read)
    single = one_of_each(found)
    kept = single[: arguments.limit]
    repeated = len(found) - len(single)
    text = f"{count_words(repeated, 'booking')} of the same payees left out"
    return Result(
        looked_at=len(found),
        kept=len(kept),
        items=tuple(item.id for item in kept),
        notes=(Note(code="repeated_payees", text=text, count=repeated),) if repeated else (),
        rows=tuple(map(row, kept)),
    )


def one_of_each(items: Iterable[Item[Transaction]]) -> list[Item[Transaction]]:
    """Of bookings of one payee, the newest; the best first."""
    newest: dict[tuple[str, ...], Item[Transaction]] = {}
    for item in items:
        facts = item.facts
        # `POS23JAN CIRCLE K` and `POS16NOV CIRCLE K` are one.
        said = split_words(fold(facts.counterparty or facts.counterparty_raw or facts.purpose))
        name = tuple(word for word in said if word.isalpha())
        known = newest.get(name)
        if known is None or (facts.day or "") > (known.facts.day or ""):
            newest[name] = item
    return list(newest.values())


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """The search itself."""
    limit = arguments.limit * _OF_PAYEE
    return (Read("finance", ("transaction",), text=arguments.text, limit=limit),)


def describe(arguments: Arguments) -> str:
    """Such as `payments about “the gym”`."""
    return f"payments about “{arguments.text}”"


TOOL = Tool(
    name="search_transactions",
    description="Finds the bookings whose payee and purpose fit a text best, whatever words they "
    "use; of each payee the newest. Use it where find_transactions finds nothing by a name.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("finance",),
    reads=reads,
    row=row,
)
