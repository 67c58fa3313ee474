"""Whether records have the names that arguments ask for: one by one, and by an index."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runwright.tools.fields import Match
from runwright.tools.matching import IndexedMatch, TextIndex, fits

TEXTS = st.sampled_from(
    ["REWE City", "Rewe", "city", "Café Noir", "cafe", "noir rewe", "", "—", "Netflix 12", "12"]
)
TERMS = st.lists(TEXTS.filter(bool), max_size=3).map(tuple)


@given(
    st.lists(st.tuples(TEXTS, TEXTS | st.none()), max_size=6),
    st.builds(Match, any_of=TERMS, none_of=TERMS),
)
def test_an_index_says_the_same_as_looking_at_each_record(
    records: list[tuple[str, str | None]], match: Match
) -> None:
    indexed = IndexedMatch(match, TextIndex(text for each in records for text in each if text))
    assert [indexed.fits(each) for each in records] == [fits(match, each) for each in records]
