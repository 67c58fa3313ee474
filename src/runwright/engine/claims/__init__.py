"""What an answer claims, and how much of that holds: `weighing`, loaded when it is first used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from runwright import later
from runwright.engine.types import Finding, Item, Weighed

if TYPE_CHECKING:
    from runwright.engine.claims import weighing
else:
    weighing = later.Module("runwright.engine.claims.weighing")


def weigh(
    findings: Sequence[Finding], items: Sequence[Item], zone: ZoneInfo | None = None
) -> Weighed:
    """See `weighing`."""
    return weighing.weigh(findings, items, zone)
