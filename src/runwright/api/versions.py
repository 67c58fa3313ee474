"""Dated versions: which there are, and how a request and an answer cross between them.

Domain code knows the newest version only. A key is pinned to the version that was current when
it was made; `Service-Version` overrides the pin for one request. Each dated change is one file
in `api/changes/`: two pure functions and a docstring that becomes the changelog.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runwright.errors import InvalidRequest

HEADER = "Service-Version"

Transform = Callable[[str, Any], Any]
"""(action, body) to body; must not change what it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a version changed, for the sake of those pinned before it."""

    version: str
    """The first version that has the change."""
    actions: frozenset[str]
    """The operations it concerns; `error` for the envelope."""
    upgrade_request: Transform
    """A body of the version before, as this version wants it."""
    downgrade_answer: Transform
    """An answer of this version, as the version before gave it."""
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One dated version."""

    id: str
    released_at: str
    supported_until: str | None = None
    """At least twelve months after its successor's release; None for the newest."""


class Versions:
    """All versions, oldest first, and the changes between them."""

    def __init__(self, versions: Sequence[Version], changes: Sequence[Change] = ()) -> None:
        self.all = tuple(sorted(versions, key=lambda version: version.id))
        self.newest = self.all[-1].id
        self._ids = frozenset(version.id for version in self.all)
        self.changes = tuple(sorted(changes, key=lambda change: change.version))
        unknown = {change.version for change in changes} - self._ids
        if unknown:
            raise ValueError(f"changes of unknown versions: {', '.join(sorted(unknown))}")

    def __contains__(self, version: str) -> bool:
        return version in self._ids

    def pinned(self, version: str) -> str:
        """The version that a key's pin means here.

        A key that was made by a later release and is used after a rollback still works.
        """
        return version if version in self._ids else self.newest

    def unknown(self) -> InvalidRequest:
        """What is said to a request for a version that there is not."""
        known = ", ".join(version.id for version in self.all)
        return InvalidRequest({HEADER: [f"must be one of {known}"]})

    def upgrade(self, version: str, action: str, body: Any) -> Any:
        """A request's body, brought to the newest version."""
        for change in self.changes:
            if change.version > version and action in change.actions:
                body = change.upgrade_request(action, body)
        return body

    def downgrade(self, version: str, action: str, body: Any) -> Any:
        """An answer's body, taken back to the request's version."""
        for change in reversed(self.changes):
            if change.version > version and action in change.actions:
                body = change.downgrade_answer(action, body)
        return body

    def concerns(self, version: str, action: str) -> bool:
        """Whether any change lies between that version and the newest for that action."""
        return any(change.version > version and action in change.actions for change in self.changes)

    def listing(self, base_url: str) -> Mapping[str, Any]:
        """What `GET /v1/versions` answers."""
        return {
            "object": "list",
            "data": [
                {
                    "id": version.id,
                    "status": "current" if version.id == self.newest else "supported",
                    "released_at": version.released_at,
                    "supported_until": version.supported_until,
                    "guide_url": f"{base_url}/docs/versions/{version.id}",
                }
                for version in reversed(self.all)
            ],
        }
