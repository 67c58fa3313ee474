"""`runwright keys`: keys made on the server's own machine, the way back in."""

from __future__ import annotations

from pathlib import Path

import click

from runwright import config
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.trust import audit
from runwright.trust.scopes import ALL, Scope


@click.group()
def keys() -> None:
    """Manage keys on the server's own machine."""


@keys.command()
@click.option("--data", type=click.Path(path_type=Path), help="The server's data folder.")
@click.option("--name", required=True, help="What the key is for.")
@click.option("--scopes", required=True, help="Comma-separated, or `all`.")
@click.option("--project", help="Its project's name, made if absent; the first one by default.")
@click.option("--rate-limit", help="Requests a minute, such as 600/min.")
def create(
    data: Path | None, name: str, scopes: str, project: str | None, rate_limit: str | None
) -> None:
    """Make a key, and print its secret alone on standard output.

    Works beside a running server, which accepts the new key at once.
    """
    settings = config.load(data=data)
    rate = _rate(rate_limit)
    wanted = _scopes(scopes)
    if not 1 <= len(name) <= 100:
        raise click.BadParameter("must have 1 to 100 characters", param_hint="--name")
    driver = driver_for(settings)
    migrate(driver)
    database = Database(driver, audit.append, settings.write_queue)
    database.start()
    try:
        secret = database.write_now(
            lambda tx: bootstrap.create_key(
                tx,
                name=name,
                scopes=wanted,
                project_name=project,
                rate_limit=rate,
                version=VERSIONS.newest,
            )
        )
    finally:
        database.close()
    click.echo(secret)


def _scopes(text: str) -> frozenset[Scope]:
    if text == "all":
        return ALL
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in Scope._value2member_map_]
    if unknown or not names:
        shown = ", ".join(unknown) or "nothing"
        raise click.BadParameter(
            f"{shown} is no scope; known are: all, {', '.join(Scope)}", param_hint="--scopes"
        )
    return frozenset(Scope(name) for name in names)


def _rate(text: str | None) -> int | None:
    try:
        return None if text is None else config.parse_rate(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--rate-limit") from None
