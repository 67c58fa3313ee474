"""Put a household's files in, ask its questions, and write the briefing of the week.

python recipes/household/briefing.py
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

from page import Answer, render
from settings import Household, Question, load

from runwright.client import Agent, Client, File, Key, RunwrightError

HERE = Path(__file__).parent
SCOPES = (
    *("agents:read", "files:read", "runs:read", "runs:write"),
    *("calendar:read", "documents:read", "finance:read"),
)
"""What asking needs: no key with these can put in, change or erase anything but runs."""
LASTS = timedelta(hours=1)
PATIENCE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploads:
    """The household's files, and how many of them were new."""

    files: Sequence[File]
    new: int


def main() -> int:
    """Do what the command line says; the exit code."""
    given = _arguments()
    if "RUNWRIGHT_API_KEY" not in os.environ:
        raise SystemExit("Set RUNWRIGHT_API_KEY, and RUNWRIGHT_URL if it is another server.")
    household = load(given.settings, date.today())
    try:
        with Client() as client:
            if given.make_project:
                make_project(client, household)
            else:
                brief(client, household, given.folder, given.to)
    except RunwrightError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def make_project(client: Client, household: Household) -> None:
    """Make a project for the household alone, and show its key this once."""
    made = client.projects.create(name=household.name, time_zone=household.time_zone)
    if made.key is None or made.key.secret is None:
        raise SystemExit("The project was made, but its key was lost on the way. Try again.")
    print(f"export RUNWRIGHT_API_KEY={made.key.secret}")


def brief(client: Client, household: Household, folder: Path, to: Path) -> None:
    """Write the briefing of the week."""
    check_zone(client, household)
    uploads = put_in(client, household, folder)
    print(f"Files: {len(uploads.files)}, new: {uploads.new}.")
    agent = agent_of(client, household)
    print(f"Agent {agent.name}, version {agent.version}: {agent.instructions}")
    to = to / str(household.monday)
    to.mkdir(parents=True, exist_ok=True)
    numbers = count(1)
    with key_for_asking(client, household) as key, Client(api_key=key.secret) as asking:
        answers = {
            section.title: [
                answer(asking, agent, each, to / f"{next(numbers):02}")
                for each in section.questions
            ]
            for section in household.sections
        }
        cost = client.analytics.costs(group_by=["key"], bucket="none")
    own = [row for row in cost.data if row.group.get("key") == key.id]
    total = sum((row.cost for row in own), start=cost.total * 0)
    names = {file.id: file.filename for file in client.files.list()}
    page = to / "briefing.md"
    page.write_text(render(household, answers, names, total, cost.currency), "utf-8")
    asked = sum(len(each) for each in answers.values())
    print(f"{asked} questions asked with a key that can only read and ask. It is revoked again.")
    print(f"Cost: {total} {cost.currency}")
    print(f"Briefing: {page}")


def check_zone(client: Client, household: Household) -> None:
    """Times are told in the project's zone, so it must be the household's."""
    project = next(iter(client.projects.list()))
    if project.time_zone != household.time_zone:
        raise SystemExit(
            f"The project {project.name} is in {project.time_zone}, and the household in "
            f"{household.time_zone}. Make a project for it with --make-project."
        )


def put_in(client: Client, household: Household, folder: Path) -> Uploads:
    """Upload what is new or has changed; a changed file replaces the one it was."""
    known = {file.filename: file for file in client.files.list(metadata=_mark(household))}
    files, new = [], 0
    for path in sorted(each for each in folder.iterdir() if each.is_file()):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        before = known.get(path.name)
        if before and before.metadata.get("sha256") == digest:
            files.append(before)
            continue
        if before:
            client.files.delete(before.id)
        metadata = {**_mark(household), "sha256": digest}
        files.append(client.files.upload(path, purpose="context", metadata=metadata))
        new += 1
    return Uploads(files=[_read(client, file) for file in files], new=new)


def _read(client: Client, file: File) -> File:
    read = client.files.wait(file.id, timeout=PATIENCE)
    if read.error is not None:
        print(f"{read.filename} could not be read: {read.error.message}")
    return read


def agent_of(client: Client, household: Household) -> Agent:
    """The household's agent, with its rules as they stand now."""
    found = next(iter(client.agents.list(metadata=_mark(household))), None)
    if found is None:
        return client.agents.create(
            name=household.name,
            model="y0-fast",
            instructions=household.rules,
            metadata=_mark(household),
        )
    if found.instructions == household.rules:
        return found
    return client.agents.update(found.id, instructions=household.rules)


@contextmanager
def key_for_asking(client: Client, household: Household) -> Iterator[Key]:
    """A key with what asking needs and nothing more, for as long as it is needed."""
    key = client.keys.create(
        name=f"{household.name}: briefing",
        scopes=SCOPES,
        expires_at=datetime.now(UTC) + LASTS,
    )
    try:
        yield key
    finally:
        client.keys.revoke(key.id)


def answer(asking: Client, agent: Agent, question: Question, stem: Path) -> Answer:
    """Ask one question, and save what its run made in files that begin with `stem`."""
    made = asking.agents.run(agent.id, prompt=question.ask, context=question.sources, max_steps=8)
    run = asking.runs.wait(made.id, timeout=PATIENCE)
    artifacts = run.result.artifacts if run.result else ()
    return Answer(
        question=question,
        run=run,
        made=[_save(asking, each, stem) for each in artifacts],
        sources=asking.runs.sources(run.id),
    )


def _save(asking: Client, artifact: str, stem: Path) -> str:
    name = f"{stem.name}-{asking.artifacts.retrieve(artifact).filename}"
    asking.artifacts.download(artifact, stem.with_name(name))
    return name


def _mark(household: Household) -> Mapping[str, str]:
    return {"household": household.name}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--settings", type=Path, default=HERE / "household.toml")
    parser.add_argument("--folder", type=Path, default=HERE / "samples", help="the files to put in")
    parser.add_argument("--to", type=Path, default=HERE / "briefing", help="the folder to write to")
    parser.add_argument("--make-project", action="store_true", help="make a project, show its key")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
