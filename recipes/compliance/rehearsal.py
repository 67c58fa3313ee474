"""Play a day at a small law practice, and let the desk report on it.

python recipes/compliance/rehearsal.py
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

from desk import HERE, SCOPES, project_of, report, tell
from evidence import Evidence, verify
from forgery import Forgery, forge

from runwright.client import Client, File, PermissionDeniedError, RunwrightError
from runwright.client.types.common import Source

MARK = {"rehearsal": "compliance"}
RUNS = ("runs:read", "runs:write")
INES, JONAS, OKOYE = "Ines Varga, bookkeeping", "Jonas Holm, front desk", "Ada Okoye, lawyer"
AUDITOR, DESK = "Auditor", "Compliance desk"
PEOPLE: Mapping[str, Sequence[str]] = {
    INES: (*RUNS, "finance:read"),
    JONAS: (*RUNS, "calendar:read"),
    OKOYE: (*RUNS, "calendar:read", "documents:read", "finance:read"),
    AUDITOR: ("audit:read",),
    DESK: SCOPES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that somebody asks for, and why."""

    who: str
    prompt: str
    sources: Sequence[Source]
    reason: str


TASKS = (
    Task(
        who=INES,
        prompt="How much did we pay in court fees in October 2026?",
        sources=["finance"],
        reason="month end, October",
    ),
    Task(
        who=JONAS,
        prompt="What is on the calendar on 24 November 2026?",
        sources=["calendar"],
        reason="a visitor asked when the hearing is",
    ),
    Task(
        who=OKOYE,
        prompt="Which settlement was Lena Brandt offered?",
        sources=["documents"],
        reason="matter 2026-044",
    ),
    Task(
        who=INES,
        prompt="What is on the calendar on 20 November 2026?",
        sources=["calendar"],
        reason="curiosity",
    ),
    Task(
        who=JONAS,
        prompt="What did Lena Brandt pay?",
        sources=["finance"],
        reason="a caller wanted to know",
    ),
    Task(
        who=AUDITOR,
        prompt="What do the letters say?",
        sources=["documents"],
        reason="an audit",
    ),
)
AFTERWARDS = Task(
    who=OKOYE,
    prompt="When does the limitation period of Harlow Boats end?",
    sources=["documents"],
    reason="matter 2026-041",
)
"""Asked when the client is forgotten already, so that it cannot have read about her."""


def main() -> int:
    """Play the day; the exit code is 1 unless everything was found as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE / "evidence", help="the evidence folder")
    given = parser.parse_args()
    if "RUNWRIGHT_API_KEY" not in os.environ:
        raise SystemExit("Set RUNWRIGHT_API_KEY, and RUNWRIGHT_URL if it is another server.")
    try:
        with Client() as owner:
            return rehearse(owner, given.to)
    except RunwrightError as error:
        print(error, file=sys.stderr)
        return 1


def rehearse(owner: Client, to: Path) -> int:
    """A day, the report on it, a proof for an outsider, and three forgeries."""
    with people_of(owner) as people:
        evidence = Evidence(to / project_of(people[AUDITOR]))
        before = evidence.keep(people[AUDITOR])
        print(f"The auditor keeps a checkpoint of {before.size} entries.")
        play(owner, people)
        done = report(people[DESK], evidence)
        tell(done)
        denied = next(entry for entry in done.period.denied if entry.scope == "finance:read")
        proof = evidence.prove(people[AUDITOR], denied.seq)
    is_proved = outsider_is_convinced(proof, evidence.key.read_text("utf-8").strip())
    older = evidence.checkpoints / f"{before.size}.note"
    forgeries = forge(evidence, denied.seq, older)
    with done.path.open("a", encoding="utf-8") as page:
        page.write("\n" + told(forgeries))
    print(f"An outsider with the public key alone accepts entry {denied.seq}: {_yes(is_proved)}")
    for each in forgeries:
        print(f"{each.what}: {'not found' if each.verdict.is_whole else 'found'}")
    print(f"Check everything: python {evidence.folder / 'check.py'}")
    is_found = not any(each.verdict.is_whole for each in forgeries)
    return 0 if done.verdict.is_whole and is_proved and is_found else 1


@contextmanager
def people_of(owner: Client) -> Iterator[Mapping[str, Client]]:
    """A client for each person, with a key of their own that is revoked at the end."""
    with ExitStack() as stack:
        clients = {}
        for name, scopes in PEOPLE.items():
            key = owner.keys.create(name=name, scopes=scopes)
            stack.callback(owner.keys.revoke, key.id)
            clients[name] = stack.enter_context(Client(api_key=key.secret))
        yield clients


def play(owner: Client, people: Mapping[str, Client]) -> None:
    """Files are put in, people ask, some are denied, and a client wants to be forgotten."""
    files = put_in(owner)
    for task in TASKS:
        carry_out(people, task)
    brandt = next(file for file in files if file.filename == "matter-brandt.md")
    print(f"{INES}: erase {brandt.filename}")
    print(f"  {_erase(people[INES], brandt)}")
    print("The practice erases it for Lena Brandt, with the runs that read it.")
    print(f"  {_erase(owner, brandt)}")
    carry_out(people, AFTERWARDS)


def carry_out(people: Mapping[str, Client], task: Task) -> None:
    """Let somebody ask, and show what they are told."""
    print(f"{task.who}: {task.prompt}")
    print(f"  {_ask(people[task.who], task)}")


def put_in(owner: Client) -> Sequence[File]:
    """Upload what is not there already."""
    known = {file.filename: file for file in owner.files.list(metadata=MARK)}
    files = [
        known.get(path.name) or owner.files.upload(path, purpose="context", metadata=MARK)
        for path in sorted((HERE / "samples").iterdir())
    ]
    return [owner.files.wait(file.id, timeout=300) for file in files]


def _ask(client: Client, task: Task) -> str:
    try:
        run = client.runs.create(
            model="y0-fast",
            prompt=task.prompt,
            context=task.sources,
            metadata={"reason": task.reason},
        )
    except PermissionDeniedError as error:
        return f"Denied. {error.message}"
    return run.result.summary if run.result else f"The run {run.status}."


def _erase(client: Client, file: File) -> str:
    try:
        done = client.files.delete(file.id, runs=True)
    except PermissionDeniedError as error:
        return f"Denied. {error.message}"
    return f"Erased {done.id}, and what was made of it."


def outsider_is_convinced(proof: Path, key: str) -> bool:
    """Whether a proof holds by itself, in a folder with nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        return verify(Path(copy(proof, folder)), key).is_whole


def told(forgeries: Sequence[Forgery]) -> str:
    """What became of the forged copies, for the report."""
    lines = ["## Forged copies", "", "Each was made of a copy of `log.jsonl`, and checked.", ""]
    for each in forgeries:
        lines += [f"**{each.what}** (`tampered/{each.path.name}`)", ""]
        lines += ["```", each.verdict.said, "```", ""]
    return "\n".join(lines)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


if __name__ == "__main__":
    raise SystemExit(main())
