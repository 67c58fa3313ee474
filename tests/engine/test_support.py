"""A claim is kept when its material says it; a new figure, day, name or word drops it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.claims.support import facts, is_supported

MATERIAL = (
    "You paid EUR 1,250.50 to Acme GmbH on 12 March 2026.",
    "Invoice 4711: total due 99.90 EUR. The audit meeting is on 2026-03-12 14:30 with Anna Smith. "
    "Flat B is rented for thirty-six months. Attendance was 18%. Terms: “net 30 days”.",
)


def supported(claim: str) -> bool:
    return is_supported(claim, [facts(text) for text in MATERIAL])


@pytest.mark.parametrize(
    "claim",
    [
        "You paid EUR 1,250.50 to Acme GmbH on 12 March 2026.",
        "You paid Acme GmbH 1250.50 EUR on March 12, 2026.",
        "On the 12th of March you paid Acme GmbH EUR 1,250.50.",
        "The audit meeting with Anna Smith is at 14:30.",
        "The audit meeting is at 2:30 pm on 2026-03-12.",
        "Invoice 4711 has EUR 99.90 due.",
        "The invoice says “total due 99.90 EUR”.",
        "Flat B is rented for 36 months.",
        "Attendance was 18%.",
        "Anna Smith’s meeting is the audit.",
    ],
)
def test_what_the_material_says_is_supported(claim: str) -> None:
    assert supported(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "You paid EUR 1,250.51 to Acme GmbH.",
        "You paid EUR 12,505.00 to Acme GmbH.",
        "You paid EUR 1,250.50 to Acme GmbH on 13 March 2026.",
        "You paid EUR 1,250.50 to Acme GmbH on 12 March 2025.",
        "You paid EUR 1,250.50 to Acme GmbH on 12 April 2026.",
        "You paid EUR 1,250.50 to Apex GmbH.",
        "You paid USD 1,250.50 to Acme GmbH.",
        "The audit meeting with Bernd Smith is at 14:30.",
        "The audit meeting is at 15:30.",
        "The audit meeting is at 2 pm.",
        "You paid two invoices of Acme GmbH.",
        "You paid seventeen invoices of Acme GmbH.",
        "Attendance was 81%.",
        "The invoice says “total due at once”.",
        "The landlord cancelled the contract because of noise.",
        "Flat B is rented for 37 months.",
    ],
)
def test_what_it_does_not_say_is_not(claim: str) -> None:
    assert not supported(claim)


def test_without_material_nothing_is_supported() -> None:
    assert not is_supported("Kestrel is led by Anna.", [])


@given(st.text(max_size=200))
def test_every_text_supports_itself(text: str) -> None:
    assert is_supported(text, [facts(text)])


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_breaks_the_check(claim: str, said: str) -> None:
    assert is_supported(claim, [facts(said)]) in (True, False)


@pytest.mark.parametrize(
    "hostile", ["1" * 2000, "1," * 1000, "a-" * 1000, '"' * 2000, "12 of " * 300, "one " * 500]
)
def test_a_hostile_text_is_read_like_any_other(hostile: str) -> None:
    """Whatever were quadratic here would take minutes."""
    assert is_supported(hostile, [facts(hostile), facts(hostile * 50)])
