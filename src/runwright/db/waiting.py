"""Waiting for a database that is not there yet: at a start, everything may come up in any order."""

from __future__ import annotations

import threading

import structlog

from runwright.db.drivers import Driver
from runwright.db.failures import DatabaseUnreachable

RETRY_SECONDS = 2.0

log = structlog.get_logger()


def wait_until_reachable(driver: Driver, stop: threading.Event) -> bool:
    """Wait until the database answers, and say so meanwhile; False when told to stop first.

    What waiting cannot mend, such as a wrong password, is `DatabaseUnreachable` at once.
    """
    while not driver.is_embedded:
        try:
            driver.connect().close()
            return True
        except driver.error as error:
            reason = " ".join(str(error).split())
            if not driver.is_away(error):
                raise DatabaseUnreachable(f"the database cannot be opened: {reason}") from None
        log.warning("waiting_for_the_database", reason=reason, retry_seconds=RETRY_SECONDS)
        if stop.wait(RETRY_SECONDS):
            return False
    return True
