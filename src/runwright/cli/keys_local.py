"""`runwright keys create --local`: a key made on the server's own machine, the way back in."""

from __future__ import annotations

from pathlib import Path

import click

from runwright import config
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.cli.guessing import guess
from runwright.cli.options import print_json
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.drivers import FILE_NAME
from runwright.db.migrate import migrate
from runwright.trust import audit
from runwright.trust.scopes import ALL, Scope


def create(
    data: Path | None,
    *,
    name: str,
    scopes: str,
    project: str | None,
    rate_limit: str | None,
    as_json: bool,
) -> None:
    """Create a key beside a running server, which accepts it at once; print its secret."""
    settings = config.load(data=data)
    secret = make_key(settings, name=name, scopes=scopes, project=project, rate_limit=rate_limit)
    if as_json:
        print_json({"name": name, "secret": secret})
    else:
        click.echo(secret)


def settings_of(data: Path | None) -> Settings:
    """The settings of a server that was started here before."""
    settings = config.load(data=data)
    if settings.is_sqlite and not (settings.data / FILE_NAME).is_file():
        raise click.UsageError(f"there is no database in {settings.data}: name it with --data")
    return settings


def address_of(settings: Settings, port: int | None = None) -> str:
    """Where a server with these settings is reached on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - nothing is bound
    return f"http://{f'[{host}]' if ':' in host else host}:{port or settings.port}"


def make_key(
    settings: Settings,
    *,
    name: str,
    scopes: str,
    project: str | None = None,
    rate_limit: str | None = None,
) -> str:
    """Make a key in the database; its secret."""
    rate, wanted = _rate(rate_limit), _scopes(scopes)
    if not 1 <= len(name) <= 100:
        raise click.BadParameter("must have 1 to 100 characters", param_hint="--name")
    driver = driver_for(settings)
    migrate(driver)
    database = Database(driver, audit.append, settings.write_queue)
    database.start()
    try:
        return database.write_now(
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


def _scopes(text: str) -> frozenset[Scope]:
    if text == "all":
        return ALL
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in Scope._value2member_map_]
    if unknown or not names:
        shown = ", ".join(unknown) or "nothing"
        meant = "".join(guess(name, Scope) for name in unknown)
        advice = f".{meant}" if meant else f"; use all, or some of {', '.join(Scope)}"
        raise click.BadParameter(f"{shown} is not a scope{advice}", param_hint="--scopes")
    return frozenset(Scope(name) for name in names)


def _rate(text: str | None) -> int | None:
    try:
        return None if text is None else config.parse_rate(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--rate-limit") from None
