"""Timestamps are ISO 8601 in UTC, end in Z, and sort as time does."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright import clock

ZONES = st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(
    lambda offset: timezone(timedelta(minutes=offset // timedelta(minutes=1)))
)
INSTANTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=ZONES)
SHAPE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@given(INSTANTS)
def test_a_stamp_has_one_shape(instant: datetime) -> None:
    assert SHAPE.fullmatch(clock.stamp(instant))


@given(INSTANTS)
def test_a_stamp_names_its_instant_to_the_millisecond(instant: datetime) -> None:
    back = clock.parse(clock.stamp(instant))
    assert back.utcoffset() == timedelta(0)
    assert timedelta(0) <= instant - back < timedelta(milliseconds=1)


@given(INSTANTS, INSTANTS)
def test_stamps_sort_as_time_does(one: datetime, other: datetime) -> None:
    if abs(one - other) >= timedelta(milliseconds=1):
        assert (clock.stamp(one) < clock.stamp(other)) == (one < other)


@given(st.text() | st.from_regex(r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)\Z"))
def test_any_text_is_an_instant_or_a_value_error(text: str) -> None:
    with suppress(ValueError):
        assert clock.parse(text).tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-11-15T10:00:00"]
)
def test_a_time_that_utc_cannot_name_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        clock.parse(text)


def test_now_is_now_in_utc() -> None:
    assert clock.now().tzinfo is UTC
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("told", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (":America/New_York", "America/New_York"),
        ("Etc/UTC", "UTC"),
        ("CET-1CEST", "UTC"),
        ("../../etc/passwd", "UTC"),
    ],
)
def test_the_machine_names_its_zone(monkeypatch: pytest.MonkeyPatch, told: str, zone: str) -> None:
    monkeypatch.setenv("TZ", told)
    assert clock.machine_zone() == zone


def test_the_machine_names_its_zone_by_a_link(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TZ")
    (folder := tmp_path / "zoneinfo" / "Europe").mkdir(parents=True)
    (folder / "Dublin").touch()
    (link := tmp_path / "localtime").symlink_to(folder / "Dublin")
    monkeypatch.setattr(clock, "_LOCALTIME", link)
    assert clock.machine_zone() == "Europe/Dublin"
    monkeypatch.setattr(clock, "_LOCALTIME", tmp_path / "none")
    assert clock.machine_zone() == "UTC"
