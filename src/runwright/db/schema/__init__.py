"""Every table of the service, in one place: a module for each neighbourhood.

Columns are text, integers and bytes only: what a statement is given is what the driver gets.
Timestamps are text (see `clock`), JSON is canonical bytes or text (see `canonical`).
Everything that belongs to a project carries `project_id` first in its primary key, except for
`run_words`, where it is part of a hash.
"""

from __future__ import annotations

from runwright.db.schema.accounts import (
    budgets,
    rollups,
    run_accounts,
    run_feedback,
)
from runwright.db.schema.agents import (
    agent_versions,
    agents,
    networks,
)
from runwright.db.schema.base import metadata
from runwright.db.schema.context import (
    context_entities,
    context_items,
    context_postings,
    context_shelves,
    context_terms,
    context_vectors,
)
from runwright.db.schema.events import (
    deliveries,
    delivery_responses,
    event_heads,
    events,
    webhooks,
)
from runwright.db.schema.files import (
    file_parts,
    files,
)
from runwright.db.schema.house import (
    idempotency,
    jobs,
    metadata_pairs,
    probes,
    queued_jobs,
    rate_buckets,
    snapshots,
)
from runwright.db.schema.runs import (
    artifacts,
    run_files,
    run_sources,
    run_terms,
    run_usage,
    run_words,
    runs,
    trace_entries,
    unindexed_runs,
)
from runwright.db.schema.trust import (
    audit_checkpoints,
    audit_clock_steps,
    audit_heads,
    audit_log,
    audit_tiles,
    device_logins,
    erased_runs,
    erasures,
    key_limits,
    key_secrets,
    keys,
    projects,
    sessions,
    signing_keys,
)

__all__ = [
    "agent_versions",
    "agents",
    "artifacts",
    "audit_checkpoints",
    "audit_clock_steps",
    "audit_heads",
    "audit_log",
    "audit_tiles",
    "budgets",
    "context_entities",
    "context_items",
    "context_postings",
    "context_shelves",
    "context_terms",
    "context_vectors",
    "deliveries",
    "delivery_responses",
    "device_logins",
    "erased_runs",
    "erasures",
    "event_heads",
    "events",
    "file_parts",
    "files",
    "idempotency",
    "jobs",
    "key_limits",
    "key_secrets",
    "keys",
    "metadata",
    "metadata_pairs",
    "networks",
    "probes",
    "projects",
    "queued_jobs",
    "rate_buckets",
    "rollups",
    "run_accounts",
    "run_feedback",
    "run_files",
    "run_sources",
    "run_terms",
    "run_usage",
    "run_words",
    "runs",
    "sessions",
    "signing_keys",
    "snapshots",
    "trace_entries",
    "unindexed_runs",
    "webhooks",
]
