"""What can be checked on the server's own machine, with or without a running server."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from runwright import config
from runwright.cli.checks import Found, fine, odd, wrong
from runwright.cli.checks_models import check_models
from runwright.cli.drawing import size
from runwright.cli.program import program
from runwright.config import Settings, SettingsError
from runwright.context.index import embedder, reader, relevance
from runwright.db.database import driver_for
from runwright.db.drivers import FILE_NAME, Driver
from runwright.db.migrate import current_revision, revisions
from runwright.db.sql import Compiler
from runwright.db.transaction import Reader
from runwright.files import confinement
from runwright.minds.embedded.parser import parser
from runwright.trust.tree import store as tree_store

_LITTLE_SPACE, _TOO_LITTLE = 2 * 1000**3, 100 * 1000**2
_MOST_DRIFT = 2.0
_LOCK, _OWNER_KEY = "serve.lock", "owner.key"
_READERS = ("av", "moonshine_voice", "onnxruntime", "PIL", "pypdfium2", "rapidocr")


def check(data: Path | None, *, is_offline: bool = False) -> Iterator[Found]:
    """Everything that a server that is started here would find."""
    try:
        settings = config.load(data=data)
    except SettingsError as error:
        yield wrong("settings", str(error), "docs/settings.md lists them")
        return
    yield fine("settings", "are valid")
    yield _python()
    yield from _folder(settings)
    yield from _database(settings)
    yield _disk(settings)
    yield _file_clock(settings)
    yield from check_models(settings, is_offline=is_offline)
    yield from _extras()
    yield from _confinement()
    yield _port(settings)


def has_server(data: Path | None) -> bool:
    """Whether a server was ever started here, as far as its settings say."""
    try:
        settings = config.load(data=data)
    except SettingsError:
        return True
    return not settings.is_sqlite or settings.data.is_dir()


def _python() -> Found:
    shown = ".".join(map(str, sys.version_info[:3]))
    return fine("python", shown)


def _folder(settings: Settings) -> Iterator[Found]:
    folder = settings.data
    if not folder.is_dir():
        yield odd("data", f"{folder} is not there yet", "the first start creates it")
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield wrong("data", f"{folder} is not writable", "the server's user must own it")
        return
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield odd("data", f"others can look into {folder}", f"chmod 700 {folder}")
    else:
        yield fine("data", f"{folder} is private and writable")
    owner = folder / _OWNER_KEY
    if owner.exists() and stat.S_IMODE(owner.stat().st_mode) & 0o077:
        yield wrong("owner key", f"others can read {owner}", f"chmod 600 {owner}, then rotate it")


def _database(settings: Settings) -> Iterator[Found]:
    if settings.is_sqlite and not (settings.data / FILE_NAME).is_file():
        yield odd("database", "there is none yet", "the first start creates it")
        return
    driver = driver_for(settings)
    try:
        revision = current_revision(driver)
    except driver.error as error:
        reason = " ".join(str(error).split())
        yield wrong("database", f"cannot be opened: {reason}", "see docs/settings.md")
        return
    yield _revision(revision)
    if revision == revisions()[-1]:
        yield from _logs(driver)
    if not settings.is_sqlite:
        yield _database_clock(driver)


def _logs(driver: Driver) -> Iterator[Found]:
    """Audit logs that failed a verification."""
    connection = driver.connect()
    try:
        broken = tree_store.marked(Reader(connection.cursor(), Compiler(driver.dialect)))
    finally:
        connection.close()
    advice = "restore it from a backup, then runwright audit resume: see docs/audit.md"
    for project, reason in broken.items():
        yield wrong("audit log", f"of {project} is no longer signed: {reason}", advice)
    if not broken:
        yield fine("audit log", "no verification has failed")


def _revision(revision: str | None) -> Found:
    known = revisions()
    if revision is None:
        return odd("database", "is empty", "the first start fills it")
    if revision not in known:
        seen = f"has revision {revision}; this version knows {known[-1]} at most"
        return wrong("database", seen, "start the version that wrote it, or a later one")
    if revision != known[-1]:
        seen = f"has revision {revision}, and {known[-1]} is the newest"
        return odd("database", seen, "the next start brings it up to date: make a backup first")
    return fine("database", f"can be opened, at revision {revision}")


def _database_clock(driver: Driver) -> Found:
    connection = driver.connect()
    try:
        asked = time.time()
        row = connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
        drift = max(asked - float(row[0]), float(row[0]) - time.time(), 0.0)
    finally:
        connection.close()
    return _drift("database clock", drift)


def _disk(settings: Settings) -> Found:
    folder = settings.data
    while not folder.exists():
        folder = folder.absolute().parent
    free = shutil.disk_usage(folder).free
    seen = f"{size(free)} free at {folder}"
    if free < _TOO_LITTLE:
        return wrong("disk", seen, "free some space: the server refuses to write on a full disk")
    if free < _LITTLE_SPACE:
        return odd("disk", seen, "free some space soon")
    return fine("disk", seen)


def _file_clock(settings: Settings) -> Found:
    folder = settings.data if settings.data.is_dir() else Path(tempfile.gettempdir())
    try:
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            asked = time.time()
            os.utime(file.fileno())
            made = os.fstat(file.fileno()).st_mtime
    except OSError as error:
        return wrong("clock", f"no file can be made in {folder}: {error.strerror}", "see `data`")
    # A file system may tell time in steps of a hundredth of a second or more.
    return _drift("clock", abs(made - asked))


def _drift(what: str, seconds: float) -> Found:
    if seconds <= _MOST_DRIFT:
        return fine(what, "agrees with this machine's")
    return odd(what, f"differs from this machine's by {seconds:.0f} s", "set the clocks")


def _extras() -> Iterator[Found]:
    missing = [module for module in _READERS if find_spec(module) is None]
    if missing:
        seen = f"{', '.join(missing)} not installed: PDFs, images and recordings cannot be read"
        yield odd("readers", seen, "install 'runwright[readers]'; in a checkout, make setup does")
    else:
        yield fine("readers", "all parts are installed")
    advice = f"run `{program()} models setup`"
    if not embedder.is_available():
        yield odd("weights", "not built: search finds words, not meanings", advice)
    elif not relevance.is_available():
        yield odd("weights", "those for ranking are missing", advice)
    else:
        yield fine("weights", "are installed")
    if parser.is_available():
        yield fine("parser", "is installed")
    else:
        yield odd("parser", "not built: y0-fast and y0-deep understand no question", advice)
    if reader.is_available():
        yield fine("reader", "is installed")
    else:
        yield odd("reader", "not built: documents are answered from by their words", advice)


def _confinement() -> Iterator[Found]:
    lacking = list(confinement.gaps())
    if not lacking:
        yield fine("hostile files", "each reader sees its one file and nothing else")
    for gap in lacking:
        yield odd("hostile files", gap, "docs/security.md says what that means")


def _port(settings: Settings) -> Found:
    where = f"{settings.host}:{settings.port}"
    if _is_served(settings):
        return fine("port", f"a server uses {settings.data}")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            seen = f"{where} cannot be taken: {error.strerror}"
            return wrong("port", seen, "stop what uses it, or set RUNWRIGHT_PORT to another port")
    return fine("port", f"{where} is free")


def _is_served(settings: Settings) -> bool:
    """Whether a server holds the data folder; on PostgreSQL nothing tells."""
    lock = settings.data / _LOCK
    if not lock.exists():
        return False
    with lock.open("r") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
