"""Three ways to forge a copy of the log, to show that each is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence import Evidence, Verdict, verify, write_lines

Line = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgery:
    """A forged copy, and what checking it finds."""

    what: str
    path: Path
    verdict: Verdict


def forge(evidence: Evidence, seq: int, older: Path) -> list[Forgery]:
    """Forge the log: around the entry `seq`, and back to an older checkpoint."""
    folder = evidence.folder / "tampered"
    folder.mkdir(exist_ok=True)
    lines = [json.loads(line) for line in evidence.log.read_text("utf-8").splitlines()]
    ways: Mapping[str, tuple[str, Callable[[], Sequence[Line]]]] = {
        "altered": (f"Entry {seq} says allowed now", lambda: _altered(lines, seq)),
        "rewritten": ("And the chain was written anew", lambda: _rewritten(_altered(lines, seq))),
        "cut": ("An older copy was put back", lambda: _cut(lines, older)),
    }
    key = evidence.key.read_text("utf-8").strip()
    forgeries = []
    for name, (what, make) in ways.items():
        path = folder / f"{name}.jsonl"
        write_lines(path, make())
        verdict = verify(path, key, evidence.kept())
        forgeries.append(Forgery(what=what, path=path, verdict=verdict))
    return forgeries


def _altered(lines: Sequence[Line], seq: int) -> list[Line]:
    return [{**line, "decision": "allowed"} if line.get("seq") == seq else line for line in lines]


def _rewritten(lines: Sequence[Line]) -> list[Line]:
    previous = "0" * 64
    written = []
    for line in lines:
        if line["object"] == "audit_entry":
            content = {name: value for name, value in line.items() if name != "hash"}
            content["prev_hash"] = previous
            previous = _hash(content)
            line = {**content, "hash": previous}
        written.append(line)
    return written


def _cut(lines: Sequence[Line], older: Path) -> list[Line]:
    size = int(older.stem)
    note = older.read_text("utf-8")
    return [*lines[: size + 1], {"object": "audit_checkpoint", "size": size, "note": note}]


def _hash(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
