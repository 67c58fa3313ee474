"""Report who read what since the last report, and put the evidence beside it.

python recipes/compliance/desk.py

The key needs audit:read, files:read, keys:read and runs:read, and no right to read a source.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from evidence import Evidence, Verdict
from readings import Period, look

from report import render
from runwright.client import Client, RunwrightError

HERE = Path(__file__).parent
SCOPES = ("audit:read", "files:read", "keys:read", "runs:read")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A report, and what it says."""

    path: Path
    period: Period
    verdict: Verdict


def main() -> int:
    """Write the report; the exit code is 1 when the evidence is not whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE / "evidence", help="the evidence folder")
    given = parser.parse_args()
    if "RUNWRIGHT_API_KEY" not in os.environ:
        raise SystemExit("Set RUNWRIGHT_API_KEY, and RUNWRIGHT_URL if it is another server.")
    try:
        with Client() as client:
            done = report(client, Evidence(given.to / project_of(client)))
    except RunwrightError as error:
        print(error, file=sys.stderr)
        return 1
    tell(done)
    return 0 if done.verdict.is_whole else 1


def project_of(client: Client) -> str:
    """The id of the key's project, as its log is called."""
    return client.audit.checkpoint().note.splitlines()[0].rpartition("/")[2]


def report(client: Client, evidence: Evidence) -> Reported:
    """Report what happened since the newest report of the folder."""
    after = evidence.reported()
    entries = evidence.export(client)
    period = look(client, entries, after)
    receipts = [evidence.receipt(client, entry.resource or "") for entry in period.erased]
    people = {key.id: key.name for key in client.keys.list()}
    verdict = evidence.check()
    path = evidence.folder / f"report-{period.first}-{period.last}.md"
    path.write_text(render(period, people, receipts, verdict), "utf-8")
    return Reported(path=path, period=period, verdict=verdict)


def tell(done: Reported) -> None:
    """Say in a few lines what was found."""
    period = done.period
    print(
        f"Entries {period.first} to {period.last}. Readings allowed: {len(period.readings)}, "
        f"attempts denied: {len(period.denied)}, erasures: {len(period.erased)}."
    )
    print(f"The evidence is {'whole' if done.verdict.is_whole else 'NOT whole'}.")
    print(f"Report: {done.path}")


if __name__ == "__main__":
    raise SystemExit(main())
