"""Check all that lies in this folder, without a server, a database or the network.

python check.py [VERIFIER_KEY]

Give the key that you were told by somebody you trust; without one, the key in this folder is
believed. It does what `runwright audit verify` does, for each file. Exit code 0: all is whole.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from runwright.cli.audit_local import verify_file


def main() -> int:
    """Check the log against every kept checkpoint, then each proof and each receipt."""
    os.chdir(Path(__file__).parent)
    key = sys.argv[1] if len(sys.argv) > 1 else Path("verifier.key").read_text("utf-8").strip()
    checkpoints = tuple(sorted(Path("checkpoints").glob("*.note")))
    codes = [_check(Path("log.jsonl"), key, checkpoints)]
    for folder in ("proofs", "receipts"):
        codes += [_check(path, key) for path in sorted(Path(folder).glob("*.json"))]
    return 1 if any(codes) else 0


def _check(path: Path, key: str, checkpoints: tuple[Path, ...] = ()) -> int:
    try:
        return verify_file(path, (key,), checkpoints)
    except click.ClickException as error:
        print(f"{path} is NOT whole: {error.message}")
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
