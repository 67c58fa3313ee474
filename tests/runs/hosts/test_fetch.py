"""What a run reads of its sources."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from runwright.context.service import Context
from runwright.minds.types import Read
from runwright.minds.values import Moment
from runwright.runs.hosts.fetch import Fetch
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope


class Untouchable:
    """A context that nobody may look at."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was looked at")


def test_a_source_that_is_only_named_is_not_looked_at() -> None:
    grant = act_as_service("proj_1", Scope.CALENDAR_READ, action="context.read", trail=Trail())
    moment = Moment(now=datetime(2026, 11, 15, tzinfo=UTC), zone=ZoneInfo("UTC"))
    fetch = Fetch(cast(Context, Untouchable()))
    found = asyncio.run(fetch(grant, Read("calendar"), moment))
    assert found.is_empty
    assert found.source == "calendar"
    assert found.files == frozenset()
