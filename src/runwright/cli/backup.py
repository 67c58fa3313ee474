"""`runwright backup`: everything that a server keeps, in one folder."""

from __future__ import annotations

from pathlib import Path

import click

from runwright import config, logs
from runwright.backup.take import Taken, take
from runwright.backup.types import BackupFailed
from runwright.cli.command import command
from runwright.cli.exits import DONE, FAILED
from runwright.cli.options import DATA_HELP, JSON, print_json
from runwright.config import Settings
from runwright.db.drivers import FILE_NAME
from runwright.db.dumps.types import CopyFailed


@command(examples=["runwright backup /backups/2026-11-17"])
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help=DATA_HELP)
@click.option("--without-keys", is_flag=True, help="Leave signing.key and owner.key out.")
@click.option(
    "--tools",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of pg_dump, for PostgreSQL.",
)
@JSON
def backup(
    target: Path, data: Path | None, without_keys: bool, tools: Path | None, as_json: bool
) -> int:
    """Copy everything that the server stores into a new folder.

    Works beside a running server. TARGET appears once the copy is complete. It contains all data,
    and the signing key unless you leave that out: protect it. Exit code 1: the backup failed and
    left nothing behind, or the server itself had lost a file.
    """
    settings = _settings(data)
    try:
        taken = take(settings, target.absolute(), with_keys=not without_keys, tools=tools)
    except (BackupFailed, CopyFailed) as error:
        click.echo(f"runwright: {error}", err=True)
        return FAILED
    if as_json:
        _print(target, taken)
    else:
        _tell(target, taken)
    for blob in taken.manifest.damaged:
        click.echo(f"runwright: {blob}: the server has lost its original bytes", err=True)
    return FAILED if taken.manifest.damaged else DONE


def _settings(data: Path | None) -> Settings:
    logs.configure("warning")
    settings = config.load(data=data)
    if settings.is_sqlite and not (settings.data / FILE_NAME).is_file():
        raise click.UsageError(f"there is no database in {settings.data}: name it with --data")
    return settings


def _print(target: Path, taken: Taken) -> None:
    manifest = taken.manifest
    print_json(
        {
            "target": str(target),
            "created_at": manifest.created_at,
            "counts": dict(manifest.counts),
            "audit_entries": sum(log.entries for log in manifest.logs),
            "files": len(manifest.files),
            "bytes": sum(item.bytes for item in manifest.files),
            "manifest_sha256": taken.sha256,
            "damaged": list(manifest.damaged),
        }
    )


def _tell(target: Path, taken: Taken) -> None:
    manifest = taken.manifest
    counts = manifest.counts
    size = sum(item.bytes for item in manifest.files)
    entries = sum(log.entries for log in manifest.logs)
    click.echo(f"{target} holds everything as of {manifest.created_at}.")
    click.echo(f"  projects   {counts['projects']:,}")
    click.echo(f"  runs       {counts['runs']:,}")
    click.echo(f"  files      {counts['files']:,}")
    click.echo(f"  audit log  {entries:,} entries")
    click.echo(f"  size       {size:,} bytes in {len(manifest.files):,} files")
    click.echo(f"  manifest   {taken.sha256}")
