"""What a project holds, counted: to show that a refused request wrote nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from support.client import Api

_LOOKING = "audit.list", "runs.list", "keys.list", "files.list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Runs, keys and files by id, and audit entries but for those that counting itself leaves."""

    runs: frozenset[str]
    keys: frozenset[str]
    files: frozenset[str]
    audit: tuple[dict[str, Any], ...]


def ledger(api: Api) -> Ledger:
    """The ledger of a client's project as it is now."""
    entries = tuple(entry for entry in api.audit() if entry["action"] not in _LOOKING)
    return Ledger(
        runs=_all(api, "/v1/runs"),
        keys=_all(api, "/v1/keys"),
        files=_all(api, "/v1/files"),
        audit=entries,
    )


def added(api: Api, before: Ledger) -> list[dict[str, Any]]:
    """The audit entries since then; fails if a run, a key or a file came or went."""
    now = ledger(api)
    assert (now.runs, now.keys, now.files) == (before.runs, before.keys, before.files)
    assert now.audit[: len(before.audit)] == before.audit
    return list(now.audit[len(before.audit) :])


def _all(api: Api, path: str) -> frozenset[str]:
    page = api.get(path, params={"limit": 100}).json()
    assert not page["has_more"], "a ledger is for small projects"
    return frozenset(item["id"] for item in page["data"])
