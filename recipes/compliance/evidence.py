"""The evidence folder: the log as a file, checkpoints that were kept, proofs and receipts.

Everything comes over the API with `audit:read`, and is checked without the server.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from shutil import copyfile
from typing import Any

from runwright.cli.audit_local import verify_file
from runwright.client import AuditEntry, Checkpoint, Client, ErasureReceipt

CHECK = Path(__file__).with_name("check.py")
PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What checking found, in the words of the program that checked."""

    is_whole: bool
    said: str


class Evidence:
    """One project's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log.jsonl"
        self.key = folder / "verifier.key"
        self.checkpoints = folder / "checkpoints"
        self.proofs = folder / "proofs"
        self.receipts = folder / "receipts"
        for each in (self.checkpoints, self.proofs, self.receipts):
            each.mkdir(parents=True, exist_ok=True)
        copyfile(CHECK, folder / CHECK.name)

    def kept(self) -> list[Path]:
        """The checkpoints that were kept, oldest first."""
        return sorted(self.checkpoints.glob("*.note"), key=lambda path: int(path.stem))

    def reported(self) -> int:
        """The last entry that a report covers, so that none falls between two of them."""
        reports = self.folder.glob("report-*.md")
        return max((int(path.stem.rpartition("-")[2]) for path in reports), default=0)

    def keep(self, client: Client) -> Checkpoint:
        """Keep the signed checkpoint of now. The key is kept once: whoever comes later compares."""
        signed = client.audit.checkpoint()
        (self.checkpoints / f"{signed.size}.note").write_text(signed.note, "utf-8")
        if not self.key.exists():
            self.key.write_text(signed.verifier_key + "\n", "utf-8")
        return signed

    def export(self, client: Client) -> Sequence[AuditEntry]:
        """Write the whole log up to a checkpoint of now, and give its entries."""
        signed = self.keep(client)
        listed = client.audit.list(order="asc", page_size=PAGE)
        entries = list(takewhile(lambda entry: entry.seq <= signed.size, listed))
        values = [_header(signed), *(entry.raw for entry in entries), _end(signed)]
        write_lines(self.log, values)
        return entries

    def prove(self, client: Client, seq: int) -> Path:
        """Save the proof that an entry is in the signed tree."""
        return _save(self.proofs / f"entry-{seq}.json", client.audit.proof(seq).raw)

    def receipt(self, client: Client, id: str) -> ErasureReceipt:
        """Save the receipt of something that was erased."""
        receipt = client.erasures.retrieve(id)
        _save(self.receipts / f"{id}.json", receipt.raw)
        return receipt

    def check(self) -> Verdict:
        """Check the whole folder, the way that anybody else would."""
        command = [sys.executable, CHECK.name]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        return Verdict(is_whole=done.returncode == 0, said=(done.stdout + done.stderr).strip())


def verify(file: Path, key: str, older: Sequence[Path] = ()) -> Verdict:
    """Check one file with a public key, and checkpoints that were kept."""
    kept = tuple(path.resolve() for path in older)
    said = io.StringIO()
    with chdir(file.parent), redirect_stdout(said):
        code = verify_file(Path(file.name), (key,), kept)
    return Verdict(is_whole=code == 0, said=said.getvalue().strip())


def write_lines(path: Path, values: Sequence[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    lines = (json.dumps(value, ensure_ascii=False) + "\n" for value in values)
    path.write_text("".join(lines), "utf-8")


def _header(signed: Checkpoint) -> Mapping[str, Any]:
    return {
        "object": "audit_export",
        "version": 1,
        "origin": signed.note.splitlines()[0],
        "verifier_keys": [each.verifier_key for each in signed.keys],
    }


def _end(signed: Checkpoint) -> Mapping[str, Any]:
    return {"object": "audit_checkpoint", "size": signed.size, "note": signed.note}


def _save(path: Path, value: Mapping[str, Any]) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return path
