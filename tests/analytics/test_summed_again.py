"""Revision 0005 makes the sums anew from the ledger: they are those that the service keeps."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import given, settings
from sqlalchemy import create_engine, insert, text
from sqlalchemy.pool import NullPool

from analytics import ledger
from analytics.test_sums import SOME, History, happens, histories, settled_since, since
from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.migrate import FOLDER, migrate
from runwright.runs.accounts import store
from runwright.trust import audit


def revision() -> ModuleType:
    """The migration itself."""
    (path,) = (FOLDER / "versions").glob("0005_*.py")
    spec = importlib.util.spec_from_file_location("revision_0005", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FEW = settings(SOME, max_examples=6)


@FEW
@given(history=histories())
def test_sums_made_anew_are_those_that_were_kept(database: Database, history: History) -> None:
    project = happens(database, history)
    kept = ledger.all_rollups(database, project)
    engine = create_engine(database.driver.address(), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM rollups"))
        revision()._sum_up(connection)
    engine.dispose()
    made = ledger.all_rollups(database, project)
    settled = settled_since(history)
    for grain in kept.keys() | made.keys():
        # Days of a zone that a project has left are read by nobody, and not made again.
        first = "" if grain.startswith("quarter") else settled
        assert made.get(grain, {}) == since(kept.get(grain, {}), first)


@pytest.fixture
def earlier(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a database of revision 0004."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    settings = Settings(data=tmp_path / "earlier", database_url=url)
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    engine = create_engine(driver_for(settings).address(), poolclass=NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
    engine.dispose()
    return settings


def test_a_database_of_an_earlier_version_keeps_its_accounts(earlier: Settings) -> None:
    driver = driver_for(earlier)
    accounts = [
        ledger.account(1, agent="ag_1", metadata={"team": "x"}, rating="up"),
        ledger.account(2, duration_us=70_000, status="failed"),
    ]
    project = {"name": "p", "time_zone": "Asia/Kolkata", "created_at": "2026", "zone_since": None}
    engine = create_engine(driver.address(), poolclass=NullPool)
    with engine.begin() as connection:
        for name in ("p", "other"):
            connection.execute(insert(schema.projects).values(id=name, **project))
        for account in accounts:
            row = {**account._asdict(), "metadata": store._dumps(account.metadata)}
            del row["time_zone"]
            connection.execute(insert(schema.run_accounts).values(project_id="p", **row))
    engine.dispose()
    migrate(driver)
    database = Database(driver, audit.append, 10)
    database.start()
    made = ledger.all_rollups(database, "p")
    for account in accounts:
        its = account._replace(time_zone="Asia/Kolkata")
        ledger.write(database, "other", lambda tx, g, its=its: store.add(tx, g, its))
    kept = ledger.all_rollups(database, "other")
    database.close()
    assert len(made) > 10
    assert {grain: _named(found) for grain, found in made.items()} == {
        grain: _named(found) for grain, found in kept.items()
    }


def _named(found: dict[tuple[str, ...], dict[str, int]]) -> dict[tuple[str, ...], dict[str, int]]:
    """Without the hash of a value: the one of an earlier version says nothing by itself."""
    return {(*place[:2], "*" if place[1] else "", *place[3:]): s for place, s in found.items()}
