"""What bookings are about: categories, the words that name them, and the signs of them.

General knowledge, not anybody's data: words that shops of a kind put into their names in English,
German, French, Spanish and Italian (more in `abroad`), and chains that many people know. A sign is
one word or several in a row; where two fit, the longer one wins.
"""

from __future__ import annotations

from runwright.engine.ledger.lexicon import abroad, arriving, going_out, household, travelling
from runwright.engine.ledger.lexicon.types import Category


def _with_signs(category: Category) -> Category:
    more = abroad.SIGNS.get(category.name)
    return category._replace(signs=f"{category.signs}, {more}") if more else category


CATEGORIES: tuple[Category, ...] = tuple(
    _with_signs(category)
    for category in (
        *arriving.CATEGORIES,
        *going_out.CATEGORIES,
        *travelling.CATEGORIES,
        *household.CATEGORIES,
    )
)
"""Every category; where two are as sure, the earlier one is meant."""
