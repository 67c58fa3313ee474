"""The house rule on tables: no table is read outside its owner."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from runwright.db import schema
from test_house_rules import every_module, name_of, tree_of

OWNERS = {
    "access": {"device_logins", "sessions"},
    "agents": {"agent_versions", "agents", "networks"},
    "api": {"idempotency"},
    "context": {
        *("context_entities", "context_items", "context_postings", "context_shelves"),
        *("context_terms", "context_vectors"),
    },
    "db": {"metadata_pairs", "probes"},
    "events": {"deliveries", "delivery_responses", "event_heads", "events", "webhooks"},
    "files": {"file_parts", "files"},
    "jobs": {"jobs", "queued_jobs"},
    "models": {"snapshots"},
    "runs": {
        *("artifacts", "rollups", "run_accounts", "run_feedback", "run_files"),
        *("run_sources", "run_terms", "run_usage", "run_words", "runs", "trace_entries"),
        "unindexed_runs",
    },
    "trust": {
        *("audit_checkpoints", "audit_clock_steps", "audit_heads", "audit_log", "audit_tiles"),
        *("budgets", "erased_runs", "erasures", "key_limits", "key_secrets", "keys", "projects"),
        *("rate_buckets", "signing_keys"),
    },
}
"""Each table, under the folder whose stores alone may build a statement over it."""
READ_BY_OTHERS = {
    # An item is shown if its generation is that of its file, which must be a join; and the folder
    # of files stands above the context on the ladder, so it cannot be called.
    "context/generations/store.py": {"files"},
}


def test_every_table_has_one_owner() -> None:
    owned = sorted(table for tables in OWNERS.values() for table in tables)
    assert owned == sorted(set(schema.__all__) - {"metadata"})


@every_module
def test_no_table_is_read_outside_its_owner(path: Path) -> None:
    """Whoever needs rows of another folder calls its store, or takes a condition from it."""
    name = name_of(path)
    own = OWNERS.get(name.partition("/")[0], set())
    if not name.startswith("db/"):
        assert tables_in(tree_of(path)) - own == READ_BY_OTHERS.get(name, set())


def tables_in(tree: ast.AST) -> set[str]:
    """The tables that a module names, as `schema.runs` or imported by their names."""
    imported = dict(schema_names(tree))
    if not imported:
        return set()
    through_modules = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in imported
    }
    return {*imported.values(), *through_modules} & set(schema.__all__)


def schema_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What is imported of the schema: the name it has here, and the one that it has there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("runwright.db"):
            for alias in node.names:
                if "schema" in (alias.name, *(node.module or "").split(".")):
                    yield alias.asname or alias.name, alias.name


@pytest.mark.parametrize(
    "source",
    [
        "from runwright.db import schema\n_RUNS = schema.runs",
        "from runwright.db import schema as tables\n_RUNS = tables.runs",
        "from runwright.db.schema import runs",
        "from runwright.db.schema.runs import runs as _RUNS",
    ],
)
def test_a_table_is_recognised_however_it_is_imported(source: str) -> None:
    assert tables_in(ast.parse(source)) == {"runs"}
