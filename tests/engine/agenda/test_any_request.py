"""Whatever is asked of a calendar, something is said, and the same again."""

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.agenda.week import ask

from support.properties import examples

_WORDS = """
    what when where who how long many is are am i my the first last next meeting appointment
    calendar with kofi and on at from to by until before after between 9 17 3pm 14:00 tomorrow
    friday week in march 3 december 2026 9999-12-31 0001-01-01 9999 free busy slot hour minutes
    half a day cancel move push back delay book budget review lunch overlap busiest longest 'x' ?
    . , all the 31st 53 29 30 february 99 ago since q4 this afternoon tonight midnight 24:00 25:00
    00:00 extend 1:1 İ ß left now cancelled about did year january 0 to 3 may if not please it
"""
_PROMPTS = st.lists(st.sampled_from(_WORDS.split()), min_size=1, max_size=14).map(" ".join)


@examples(300)
@given(_PROMPTS, st.sampled_from(["Europe/Berlin", "America/New_York", "Pacific/Apia"]))
def test_every_request_is_answered_or_refused(prompt: str, zone: str) -> None:
    finding = ask(prompt, zone=zone)
    assert bool(finding.answer) != bool(finding.reason)
    assert finding == ask(prompt, zone=zone)
