"""Snapshots whose prompt is the plan, a JSON list of tool calls: for tests of exact steps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FAST = "calls-fast-2026-11"
DEEP = "calls-deep-2026-11"
_MANIFEST = """
id = "{id}"
family = "text"
status = "research"
context_window = 4096
max_steps_ceiling = 16

[frozen]
provider = "embedded"
mode = "{mode}"
behaviour = 1
mind = "calls"
"""


def write_manifests(folder: Path) -> Path:
    """Both snapshots, as an operator would add them; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, mode in ((FAST, "single-pass"), (DEEP, "multi-hop")):
        (folder / f"{name}.toml").write_text(_MANIFEST.format(id=name, mode=mode))
    return folder


def plan(*calls: tuple[str, dict[str, Any]]) -> str:
    """The prompt that asks for these calls."""
    return json.dumps([{"tool": tool, "arguments": arguments} for tool, arguments in calls])
