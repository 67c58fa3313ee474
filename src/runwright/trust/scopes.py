"""Every scope there is. A scope is one line here; `*` is none."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """What a key can be allowed to do."""

    text: str
    """Its value. `value` is a property of enumerations, and costs two calls each time."""

    def __init__(self, text: str) -> None:
        self.text = text

    AGENTS_READ = "agents:read"
    AGENTS_WRITE = "agents:write"
    ANALYTICS_READ = "analytics:read"
    AUDIT_READ = "audit:read"
    CALENDAR_READ = "calendar:read"
    DOCUMENTS_READ = "documents:read"
    EVENTS_READ = "events:read"
    FILES_READ = "files:read"
    FILES_WRITE = "files:write"
    FINANCE_READ = "finance:read"
    KEYS_READ = "keys:read"
    KEYS_WRITE = "keys:write"
    MODELS_READ = "models:read"
    NETWORKS_READ = "networks:read"
    NETWORKS_WRITE = "networks:write"
    PROJECTS_READ = "projects:read"
    PROJECTS_WRITE = "projects:write"
    RUNS_READ = "runs:read"
    RUNS_WRITE = "runs:write"
    WEBHOOKS_READ = "webhooks:read"
    WEBHOOKS_WRITE = "webhooks:write"


ALL: frozenset[Scope] = frozenset(Scope)

SOURCES: dict[str, Scope] = {
    "calendar": Scope.CALENDAR_READ,
    "documents": Scope.DOCUMENTS_READ,
    "finance": Scope.FINANCE_READ,
}
"""The scope that each context source needs."""
