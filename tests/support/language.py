"""An operator's own snapshots, whose models a scripted provider answers for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from support.patience import PATIENCE
from support.provider import KEY, ScriptedProvider
from support.server import Server

MANIFEST = """
id = "{id}"
family = "text"
status = "available"
context_window = {window}
max_steps_ceiling = 16

[frozen]
provider = "{provider}"
mode = "language-model"
behaviour = 1
model = "{model}"
sees = {sees}
prompts = "2026-11"

[frozen.sampling]
temperature = "0"
max_tokens = 500
seed = 1

[price]
input = "{input}"
output = "{output}"
"""
SMALL, LARGE = (65_536, "0.15", "0.60"), (128_000, "2.50", "10.00")
"""Window, and what a million tokens cost."""
SNAPSHOTS = {
    "y0-fast-2027-01": ("scripted", "quick", SMALL),
    "words-2027-01": ("scripted", "words", SMALL),
    "limited-2027-01": ("scripted", "limited", SMALL),
    "large-2027-01": ("scripted", "large", LARGE),
    "claude-2027-01": ("claude", "claude", SMALL),
    "y0-vision-2027-01": ("scripted", "eyes", SMALL),
    "gone-2027-01": ("gone", "gone", SMALL),
}
ALIASES = {
    "y0-fast": "y0-fast-2027-01",
    "words": "words-2027-01",
    "limited": "limited-2027-01",
    "gone": "gone-2027-01",
    "y0-vision": "y0-vision-2027-01",
}


def write_models(folder: Path) -> Path:
    """The manifests and the aliases, as an operator would write them."""
    for name, (at, model, (window, given, taken)) in SNAPSHOTS.items():
        text = MANIFEST.format(
            id=name,
            provider=at,
            model=model,
            sees=str(model == "eyes").lower(),
            window=window,
            input=given,
            output=taken,
        )
        (folder / f"{name}.toml").write_text(text)
    lines = (f'{alias} = "{target}"\n' for alias, target in ALIASES.items())
    (folder / "aliases.toml").write_text("".join(lines))
    return folder


def settings(provider: ScriptedProvider, models: Path, **more: str) -> dict[str, str]:
    return {
        "RUNWRIGHT_MODELS": str(models),
        "RUNWRIGHT_PROVIDER_SCRIPTED_URL": f"{provider.url}/v1",
        "RUNWRIGHT_PROVIDER_SCRIPTED_KEY": KEY,
        "RUNWRIGHT_PROVIDER_CLAUDE_KIND": "anthropic",
        "RUNWRIGHT_PROVIDER_CLAUDE_URL": provider.url,
        "RUNWRIGHT_PROVIDER_CLAUDE_KEY": KEY,
        "RUNWRIGHT_PROVIDER_GONE_URL": "http://127.0.0.1:9/v1",
        "RUNWRIGHT_MODEL_SECONDS": "10",
        **more,
    }


def rows(server: Server, table: str) -> list[dict[str, Any]]:
    """What a table holds now."""
    if server.database_url is None:
        with closing(sqlite3.connect(server.data / "runwright.db", timeout=PATIENCE)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
    with psycopg.connect(server.database_url, row_factory=dict_row) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()
