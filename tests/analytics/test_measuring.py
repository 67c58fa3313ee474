"""What the benchmark measures is what the service would have written."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.analytics import fill

from analytics import ledger
from db import kit
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.drivers import SQLite
from runwright.db.migrate import migrate
from runwright.trust import audit


@pytest.mark.parametrize("shape", ["crossed", "usual"])
def test_the_sums_that_are_measured_are_those_of_the_ledger(tmp_path: Path, shape: str) -> None:
    driver = driver_for(Settings(data=tmp_path))
    assert isinstance(driver, SQLite)
    migrate(driver)
    database = Database(driver, audit.append, 10)
    database.start()
    project = kit.new_project(database)
    fill(driver, project, shape, 400)
    rows, stored = ledger.ledger(database, project), ledger.rollups(database, project)
    database.close()
    assert stored == ledger.summed_anew(rows)
