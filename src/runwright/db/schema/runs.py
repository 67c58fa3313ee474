"""Runs, their journals, what they read and made."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from runwright.db.schema.base import WHERE, Ascii, Number, metadata

runs = Table(
    "runs",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("key_id", Ascii, nullable=False),
    Column("status", Ascii, nullable=False),
    Column("model", Ascii, nullable=False),
    Column("snapshot", Ascii, nullable=False),
    Column("created_at", Ascii, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("request", LargeBinary, nullable=False),  # prompt, context, max_steps
    Column("steps_used", Number, nullable=False),
    Column("fence", Number, nullable=False),  # rises with each claim, cancel and delete
    Column("next_seq", Number, nullable=False),  # the place of the next trace entry
    Column("plan", LargeBinary),  # while the run is in work
    Column("body", LargeBinary),  # from here on: frozen when the run ends
    Column("trace", LargeBinary),
    Column("timeline", LargeBinary),
    Column("sha256", Ascii),
    Column("writing", LargeBinary),  # what its language model writes just now, for followers
    Column("inputs", LargeBinary),  # what it had read, by reference: see `minds.inputs`
    Column("details", LargeBinary),  # what each step did, and the typed answer
    Column("agent_id", Ascii),  # that it acts for, and in which version
    Column("agent_version", Number),
    Column("network_id", Ascii),
    Column("parent_id", Ascii),  # the run of a network that it is part of
    Column("previous_id", Ascii),  # the run that it follows up on
    Column("reserved", Ascii),  # of which budgets, while it is in work: JSON
    Column("answered", Number),  # 1 or 0 once it is completed: 0 if it declined or asked back
    PrimaryKeyConstraint("project_id", "id"),
    # One index for status, model and both: a list skips over the few values of what is not asked.
    Index("runs_by_status", "project_id", "status", "model", "id"),
    Index(
        "runs_by_agent",
        *("project_id", "agent_id", "status", "id"),
        info={WHERE: "agent_id IS NOT NULL"},
    ),
    Index(
        "runs_by_network",
        *("project_id", "network_id", "status", "id"),
        info={WHERE: "network_id IS NOT NULL"},
    ),
    Index("runs_by_key", "project_id", "key_id", "id"),
    Index(
        "runs_by_answered",
        *("project_id", "answered", "id"),
        info={WHERE: "answered IS NOT NULL"},
    ),
    Index("runs_by_parent", "project_id", "parent_id", info={WHERE: "parent_id IS NOT NULL"}),
    Index("runs_by_previous", "project_id", "previous_id", info={WHERE: "previous_id IS NOT NULL"}),
    Index("runs_in_work", "id", info={WHERE: "status = 'running'"}),
)

trace_entries = Table(
    "trace_entries",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("start_us", Number, nullable=False),  # after the run's creation
    Column("duration_us", Number, nullable=False),
    Column("output", LargeBinary),  # private to the run, dropped when it ends
    Column("cpu_us", Number),  # what thinking cost, as far as it was measured
    PrimaryKeyConstraint("project_id", "run_id", "seq"),
)

run_files = Table(
    "run_files",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("file_id", Ascii, nullable=False),  # which file
    Column("run_id", Ascii, nullable=False),  # was read by which run
    PrimaryKeyConstraint("project_id", "file_id", "run_id"),
    Index("run_files_by_run", "project_id", "run_id"),
)

run_sources = Table(
    "run_sources",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("cited", LargeBinary, nullable=False),  # JSON: see `minds.cited`
    PrimaryKeyConstraint("project_id", "run_id"),
)

# What runs are found by: hashes of the words of prompts and summaries (see `runs.listing.words`).
# The project is part of each hash, so it does not stand in these rows, of which there are many.
run_words = Table(
    "run_words",
    metadata,
    Column("word", Number, nullable=False),
    Column("run_id", Ascii, nullable=False),
    PrimaryKeyConstraint("word", "run_id"),
    sqlite_with_rowid=False,
)

run_terms = Table(
    "run_terms",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("part", Ascii, nullable=False),  # see `runs.listing.words.types`
    Column("words", LargeBinary, nullable=False),  # what to take out of `run_words` at erasure
    PrimaryKeyConstraint("project_id", "run_id", "part"),
    sqlite_with_rowid=False,
)

# Parts of runs whose words wait to be written: a queue of all projects, the oldest run first.
unindexed_runs = Table(
    "unindexed_runs",
    metadata,
    Column("run_id", Ascii, nullable=False),
    Column("part", Ascii, nullable=False),
    Column("project_id", Ascii, nullable=False),
    PrimaryKeyConstraint("run_id", "part"),
    sqlite_with_rowid=False,
)

artifacts = Table(
    "artifacts",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("seq", Number, nullable=False),  # its place among the artifacts of its run
    Column("kind", Ascii, nullable=False),
    Column("filename", Text, nullable=False),
    Column("media_type", Ascii, nullable=False),
    Column("bytes", Number, nullable=False),
    Column("sha256", Ascii, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created_at", Ascii, nullable=False),
    PrimaryKeyConstraint("project_id", "id"),
    Index("artifacts_by_run", "project_id", "run_id", "seq"),
)

# What language models have used for a run. It outlives the run, so it holds no content.
run_usage = Table(
    "run_usage",
    metadata,
    Column("project_id", Ascii, nullable=False),
    Column("run_id", Ascii, nullable=False),
    Column("model", Ascii, nullable=False),  # the snapshot that was really called
    Column("input_tokens", Number, nullable=False),
    Column("output_tokens", Number, nullable=False),
    Column("calls", Number, nullable=False),
    Column("cost", Ascii, nullable=False),  # an exact decimal
    PrimaryKeyConstraint("project_id", "run_id", "model"),
)
