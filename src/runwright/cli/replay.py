"""`runwright replay`: does a finished run again, and says whether the same bytes come out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from runwright import clock, config, ids
from runwright.cli.command import command
from runwright.cli.exits import DONE, FAILED, UNPROVED
from runwright.cli.options import DATA_HELP, JSON, as_rows, print_json
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database, driver_for
from runwright.db.drivers import FILE_NAME
from runwright.db.migrate import migrate
from runwright.models import catalog
from runwright.runs.proof.replays.comparison import Verdict
from runwright.runs.proof.replays.replay import Replay
from runwright.trust import audit

EXIT_CODES = {"identical": DONE, "different": FAILED, "unproved": UNPROVED}


@command(examples=["runwright replay run_…", "runwright replay $(runwright runs last)"])
@click.argument("run")
@click.option("--data", type=click.Path(path_type=Path), help=DATA_HELP)
@JSON
def replay(run: str, data: Path | None, as_json: bool) -> int:
    """Repeat a finished run on the server's machine and compare the bytes.

    Works beside a running server and changes nothing but the audit log. Exit code 0: identical;
    1: different; 3: it cannot be verified, and the reason is given. `runwright runs replay` does
    the same over the API.
    """
    settings = config.load(data=data)
    if not ids.is_id(run, "run"):
        raise click.BadParameter("must be the id of a run, such as run_01…", param_hint="RUN")
    if settings.is_sqlite and not (settings.data / FILE_NAME).is_file():
        raise click.UsageError(f"there is no database in {settings.data}: name it with --data")
    verdict = _replayed(settings, run)
    if verdict is None:
        raise click.UsageError(f"there is no run {run} here; it may have been deleted")
    if as_json:
        facts = as_rows(verdict.facts)
        told = {"outcome": verdict.outcome, "reason": verdict.reason, "facts": facts}
        print_json({"run": run, **told})
    else:
        _tell(run, verdict)
    return EXIT_CODES[verdict.outcome]


def _replayed(settings: Settings, run_id: str) -> Verdict | None:
    clock.use_pinned_zones()
    driver = driver_for(settings)
    migrate(driver)
    database = Database(driver, audit.append, settings.write_queue)
    database.start()
    try:
        again = Replay(
            database=database,
            catalog=catalog.load(settings.models),
            context=Context(settings=settings, database=database),
        )
        return asyncio.run(again(run_id))
    finally:
        database.close()


def _tell(run_id: str, verdict: Verdict) -> None:
    if verdict.outcome == "identical":
        click.echo(f"{run_id} is identical: repeated, it gives the same bytes.")
    elif verdict.outcome == "different":
        click.echo(f"{run_id} is DIFFERENT: repeated, it does not give the same bytes.")
    else:
        click.echo(f"{run_id} cannot be verified: {verdict.reason}.")
    width = max((len(name) for name, _ in verdict.facts), default=0)
    for name, value in verdict.facts:
        click.echo(f"  {name:<{width}}  {value}")
