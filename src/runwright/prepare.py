"""What must be done before a process serves or works: an open database, ready to be used."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from runwright import clock
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import READER_THREADS, Database, driver_for
from runwright.db.migrate import alone, migrate
from runwright.events.show import Show, Shown
from runwright.events.webhooks import service as webhook_service
from runwright.events.webhooks import store as webhooks_store
from runwright.files import service as file_service
from runwright.files import store as files_store
from runwright.files.blobs import Blobs, open_blobs
from runwright.models import catalog as model_catalog
from runwright.models.catalog import Catalog
from runwright.runs import service as run_service
from runwright.runs.follow import Hub
from runwright.runs.hosts.model_calls import Language
from runwright.runs.listing import store as runs_store
from runwright.trust import audit, audit_keys
from runwright.trust.signing import SigningKey

_NOUNS = {
    "run": Shown("runs.read", run_service.shown, runs_store.lock),
    "file": Shown("files.read", file_service.shown, files_store.lock),
    "webhook": Shown("webhooks.read", webhook_service.shown, webhooks_store.lock),
}
"""What events are about, and how it is shown."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """An open database, ready to be served, and the owner key if it was just made."""

    database: Database
    catalog: Catalog
    context: Context
    blobs: Blobs
    hub: Hub
    language: Language
    signing_key: SigningKey
    show: Show
    """How events are shown."""
    first_secret: str | None


def prepare(
    settings: Settings,
    versions: Versions = VERSIONS,
    *,
    with_first_key: bool = True,
    readers: int = READER_THREADS,
) -> Prepared:
    """Migrate, freeze the snapshots, make the first key: what one process at a time does."""
    clock.use_pinned_zones()
    driver = driver_for(settings)
    catalog = model_catalog.load(settings.models)
    blobs = open_blobs(settings)
    language = Language(settings, catalog, blobs)
    for revision in migrate(driver):
        log.info("migrated", revision=revision)
    database = Database(driver, audit.append, settings.write_queue, readers)
    database.start()
    secret: str | None = None
    try:
        with alone(driver):
            database.write_now(lambda tx: model_catalog.freeze(tx, catalog))
            signing_key = database.write_now(lambda tx: audit_keys.settle(tx, settings))
            if with_first_key:
                secret = database.write_now(lambda tx: bootstrap.first_key(tx, versions.newest))
    except BaseException:
        database.close()
        raise
    return Prepared(
        database=database,
        catalog=catalog,
        context=Context(settings=settings, database=database),
        blobs=blobs,
        hub=Hub(),
        language=language,
        signing_key=signing_key,
        show=Show(_NOUNS, versions),
        first_secret=secret,
    )
