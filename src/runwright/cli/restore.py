"""`runwright restore`: a backup, put back and proved."""

from __future__ import annotations

from pathlib import Path

import click

from runwright import config, logs
from runwright.backup import restore as putting_back
from runwright.backup.types import BackupFailed, Manifest
from runwright.cli.command import command
from runwright.cli.options import JSON, as_rows, print_json
from runwright.db.dumps.types import CopyFailed
from runwright.trust.audit_offline import Report

PROVED, NOT_PROVED = 0, 1
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@command(
    examples=[
        "runwright restore /backups/2026-11-17 --check",
        "runwright restore /backups/2026-11-17 --data /srv/runwright",
    ]
)
@click.argument("backup", type=_FOLDER)
@click.option("--data", type=click.Path(path_type=Path), help="An empty data folder.")
@click.option("--check", is_flag=True, help="Only check whether it can be restored.")
@click.option(
    "--erasures",
    multiple=True,
    type=_FILE,
    help="A later audit export: delete again what it says was deleted; repeatable.",
)
@click.option("--tools", type=_FOLDER, help="The folder of pg_restore, for PostgreSQL.")
@JSON
def restore(
    backup: Path,
    data: Path | None,
    check: bool,
    erasures: tuple[Path, ...],
    tools: Path | None,
    as_json: bool,
) -> int:
    """Restore a backup into an empty place, and verify it.

    Exit code 0: everything is verified; 1: the backup was refused, or part of it could not be
    verified, and the reason is given.
    """
    logs.configure("error")
    settings = config.load(data=data)
    try:
        if check:
            manifest, report = putting_back.check(backup, tools=tools)
        else:
            manifest, report = putting_back.restore(settings, backup, exports=erasures, tools=tools)
    except (BackupFailed, CopyFailed) as error:
        click.echo(f"runwright: {error}", err=True)
        return NOT_PROVED
    if as_json:
        problems = as_rows(report.problems)
        told = {"proved": not problems, "problems": problems, "facts": as_rows(report.facts)}
        print_json({"backup": str(backup), "taken": manifest.created_at, **told})
        return NOT_PROVED if problems else PROVED
    verb = "can be restored" if check else f"was restored into {settings.data}"
    _tell(f"{backup} {verb}", manifest, report)
    if not check and not erasures:
        _warn(manifest)
    return NOT_PROVED if report.problems else PROVED


def _tell(what: str, manifest: Manifest, report: Report) -> None:
    click.echo(
        f"{what}{', but NOT all of it is verified' if report.problems else ' and is verified'}."
    )
    rows = [("taken", manifest.created_at), *report.facts]
    for told in (report.problems, rows):
        width = max((len(name) for name, _ in told), default=0)
        for name, value in told:
            click.echo(f"  {name:<{width}}  {value}")


def _warn(manifest: Manifest) -> None:
    click.echo(
        f"This backup is from {manifest.created_at}: objects that were deleted and keys that were "
        "revoked after that are back.\nDelete and revoke them again before anybody uses it, or "
        "restore with --erasures: see docs/backup.md."
    )
