"""`runwright run`: a task, its steps as they happen, and its answer."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from runwright.cli import completing, screen
from runwright.cli.command import command
from runwright.cli.connection import connected
from runwright.cli.drawing import cut, plain
from runwright.cli.exits import DONE, FAILED, RUN_FAILED, WRONG_USE, Told
from runwright.cli.following import follow, interrupted, look_back, reason, tell_end
from runwright.cli.guessing import guess
from runwright.cli.naming import LAST, NoSuchName, agent_id, file_id, network_id, run_id
from runwright.cli.options import (
    JSON,
    METADATA,
    SERVER,
    joined,
    named_option,
    names,
    pairs,
    print_json,
)
from runwright.cli.screen import Screen
from runwright.cli.uploading import upload, uploaded
from runwright.client import Client, Run

FAST, DEEP = "y0-fast", "y0-deep"
STANDARD_INPUT = "-"


@command(
    examples=[
        'runwright run "What is 17.5% of 1,240?"',
        'runwright run --context finance "What did I pay at REWE since July?"',
        'runwright run -f --context finance "And in May?"',
        'runwright run --file report.pdf "By how many percent did revenue change?"',
        'runwright run --agent Bookkeeper --context finance "My five largest expenses"',
        'runwright run --quiet "How many days until Christmas?" > answer.txt',
    ]
)
@click.argument("prompt")
@click.option(
    "--context",
    metavar="SOURCES",
    multiple=True,
    callback=joined,
    shell_complete=completing.listed(*completing.SOURCES),
    help="What it may read: calendar, documents, finance; separated by commas, or repeated.",
)
@click.option("--deep", is_flag=True, help=f"Think longer: {DEEP} instead of {FAST}.")
@named_option("model", "A model or a dated snapshot; see `runwright models`.")
@named_option("agent", "The agent to ask, by name or id.")
@named_option("network", "The network of agents to ask, by name or id.")
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Attach a file: a path, or the name or id of an uploaded one; repeatable.",
)
@click.option("-f", "--follow-up", is_flag=True, help="Follow up on the last run.")
@click.option(
    "--previous-run",
    metavar="RUN",
    shell_complete=completing.of("run"),
    help="Follow up on this run.",
)
@click.option("--max-steps", type=click.IntRange(1, 16), help="How many steps at most; default 4.")
@METADATA
@click.option("--background", is_flag=True, help="Print the run's id and do not wait.")
@click.option("--quiet", is_flag=True, help="Print the answer only, without the steps.")
@SERVER
@JSON
def run(
    prompt: str,
    context: str | None,
    deep: bool,
    model: str | None,
    agent: str | None,
    network: str | None,
    files: tuple[str, ...],
    follow_up: bool,
    previous_run: str | None,
    max_steps: int | None,
    metadata: tuple[str, ...],
    background: bool,
    quiet: bool,
    server: str | None,
    as_json: bool,
) -> int:
    """Ask a question or give a task, and watch the steps.

    PROMPT is the task in words; `-` reads it from standard input. The answer goes to standard
    output, the steps to standard error. Ctrl-C leaves the run running.
    """
    if sum(map(bool, (deep, model, agent, network))) > 1:
        raise click.UsageError("use only one of --deep, --model, --agent and --network")
    if follow_up and previous_run:
        raise click.UsageError("use only one of --follow-up and --previous-run")
    notes = None if quiet else screen.err()
    asked: dict[str, Any] = {
        "prompt": _prompt(prompt),
        "context": names(context),
        "max_steps": max_steps,
        "metadata": pairs(metadata),
    }
    with connected(server) as client:
        asked["files"] = [_attached(client, each, notes) for each in files] or None
        asked["previous_run"] = _previous(client, LAST if follow_up else previous_run, notes)
        if agent:
            made = client.agents.run(agent_id(client, agent), **asked)
        elif network:
            made = client.networks.run(network_id(client, network), **asked)
        else:
            made = client.runs.create(model=model or (DEEP if deep else FAST), **asked)
        if background:
            return _left_alone(made, as_json)
        return _watched(client, made, notes, as_json)


def _previous(client: Client, given: str | None, notes: Screen | None) -> str | None:
    """The run to follow up on; which one `last` means is shown."""
    if given is None:
        return None
    found = run_id(client, given)
    if given == LAST and notes is not None:
        before = client.runs.retrieve(found, include_trace=False, expand=["request"])
        prompt = plain(before.request.prompt, is_line=True) if before.request else found
        notes.say(notes.dim(cut(f"  after     {prompt}", notes.columns)))
    return found


def _watched(client: Client, made: Run, notes: Screen | None, as_json: bool) -> int:
    try:
        watch = look_back if made.is_ended else follow
        ended = watch(client, made.id, notes) or made
    except KeyboardInterrupt:
        return interrupted(made.id, screen.err())
    if as_json:
        print_json(ended.raw)
        return DONE if ended.status == "completed" else RUN_FAILED
    code = tell_end(ended, screen.out(), notes)
    if code == RUN_FAILED:
        raise Told(reason(ended), RUN_FAILED)
    return code


def _left_alone(made: Run, as_json: bool) -> int:
    if as_json:
        print_json(made.raw)
    else:
        screen.out().say(made.id)
    return DONE


def _prompt(given: str) -> str:
    if given != STANDARD_INPUT:
        return given
    text = sys.stdin.read().strip()
    if not text:
        raise Told("standard input is empty: there is no prompt", WRONG_USE)
    return text


def _beside(given: str) -> str:
    """What a path that does not exist may have meant, by what lies in its folder."""
    path = Path(given)
    there = path.parent.iterdir() if path.parent.is_dir() else ()
    return guess(path.name, (each.name for each in there))


def _attached(client: Client, given: str, notes: Screen | None) -> str:
    """The id of a file to attach: one that is there already, or one that is uploaded first."""
    if not os.path.exists(given):
        try:
            return file_id(client, given)
        except NoSuchName as refusal:
            meant = _beside(given) or refusal.meant
            said = f"there is no file {given} here, and none uploaded"
            raise Told(f"{said}.{meant}" if meant else said, WRONG_USE) from None
    file = uploaded(client, given) or upload(client, given, "attachment", notes)
    if file.error is not None:
        raise Told(f"{given} could not be read: {file.error.message}", FAILED)
    return file.id
