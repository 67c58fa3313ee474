"""`runwright run`: a task, its steps as they happen, and its answer."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.exits import DONE, FAILED, RUN_FAILED, WRONG_USE, Told
from runwright.cli.following import follow, interrupted, look_back, reason, tell_end
from runwright.cli.options import JSON, METADATA, SERVER, names, pairs, print_json
from runwright.cli.screen import Screen
from runwright.cli.uploading import upload
from runwright.client import Run, Runwright

FAST, DEEP = "y0-fast", "y0-deep"
STANDARD_INPUT = "-"


@click.command()
@click.argument("prompt")
@click.option("--context", metavar="SOURCES", help="Of calendar,documents,finance: what to read.")
@click.option("--deep", is_flag=True, help=f"Think longer: {DEEP} in place of {FAST}.")
@click.option("--model", metavar="MODEL", help="A model or a dated snapshot: see `models`.")
@click.option("--agent", metavar="AGENT", help="Have this agent do it.")
@click.option("--network", metavar="NETWORK", help="Have this network of agents do it.")
@click.option("--file", "files", multiple=True, help="Attach a file, or an id; several times.")
@click.option("--previous-run", metavar="RUN", help="Follow up on a run that has ended.")
@click.option("--max-steps", type=click.IntRange(1, 16), help="4 by default.")
@METADATA
@click.option("--background", is_flag=True, help="Do not wait for its end.")
@click.option("--quiet", is_flag=True, help="The answer alone, without the steps.")
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
    previous_run: str | None,
    max_steps: int | None,
    metadata: tuple[str, ...],
    background: bool,
    quiet: bool,
    server: str | None,
    as_json: bool,
) -> int:
    """Have a task done, and see how it is done.

    PROMPT is the task in words; `-` reads it from standard input. The answer goes to standard
    output, the steps to standard error. Ctrl-C leaves the run running.
    """
    if sum(map(bool, (deep, model, agent, network))) > 1:
        raise click.UsageError("--deep, --model, --agent and --network exclude each other")
    notes = None if quiet else screen.err()
    asked: dict[str, Any] = {
        "prompt": _prompt(prompt),
        "context": names(context),
        "max_steps": max_steps,
        "metadata": pairs(metadata),
        "previous_run": previous_run,
    }
    with connected(server) as client:
        asked["files"] = [_attached(client, each, notes) for each in files] or None
        if agent:
            made = client.agents.run(agent, **asked)
        elif network:
            made = client.networks.run(network, **asked)
        else:
            made = client.runs.create(model=model or (DEEP if deep else FAST), **asked)
        if background:
            return _left_alone(made, as_json)
        return _watched(client, made, notes, as_json)


def _watched(client: Runwright, made: Run, notes: Screen | None, as_json: bool) -> int:
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
        raise Told("standard input has no prompt in it", WRONG_USE)
    return text


def _attached(client: Runwright, given: str, notes: Screen | None) -> str:
    """The id of a file to attach, which is uploaded and read first unless it is one."""
    if given.startswith("file_") and not os.path.exists(given):
        return given
    file = upload(client, given, "attachment", notes)
    if file.error is not None:
        raise Told(f"{given} could not be read: {file.error.message}", FAILED)
    return file.id
