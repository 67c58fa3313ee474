"""One moment for every test."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.minds.values import Moment


@pytest.fixture(scope="session")
def moment() -> Moment:
    """Sunday, 15 November 2026, 11:30 in Berlin."""
    return Moment(now=datetime(2026, 11, 15, 10, 30, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))
