"""Which key signs: the database remembers it, and a start with another one is refused."""

from __future__ import annotations

from collections.abc import Iterable

from runwright import clock, ids
from runwright.config import Settings, SettingsError
from runwright.db.transaction import Tx
from runwright.trust import signing
from runwright.trust.audit import Entry
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store
from runwright.trust.tree.store import KnownKey

REKEY = "audit.rekey"
_REMEDY = (
    "give every node the same key (RUNWRIGHT_SIGNING_KEY, or the file {file}); "
    "if it is lost or was replaced on purpose, run: runwright audit rekey"
)


def settle(tx: Tx, settings: Settings) -> SigningKey:
    """The key to sign with; the first one seen is remembered, another one stops the start."""
    known = store.keys(tx)
    if not known:
        key = signing.load_or_make(settings)
        _remember(tx, key, 1)
        return key
    found = signing.load(settings)
    remedy = _REMEDY.format(file=signing.path_of(settings))
    if found is None:
        raise SettingsError(f"the key that signs this database's audit log is missing: {remedy}")
    if found.fingerprint != known[-1].fingerprint:
        raise SettingsError(
            f"this is not the key that signs this database's audit log since {known[-1].since}: "
            f"{remedy}"
        )
    return found


def accept(tx: Tx, key: SigningKey, projects: Iterable[str]) -> KnownKey:
    """Sign with another key from now on, and say so in every project's log."""
    known = store.keys(tx)
    added = _remember(tx, key, len(known) + 1)
    detail = {"public_key": added.public_key.hex()}
    if known:
        detail["replaces"] = known[-1].public_key.hex()
    for project_id in projects:
        tx.audit(
            Entry(ids.new("aud"), project_id, REKEY, "allowed", None, None, None, None, detail)
        )
    return added


def is_in_use(tx: Tx, key: SigningKey) -> bool:
    """Whether this is the key that the database remembers last."""
    known = store.keys(tx)
    return bool(known) and known[-1].fingerprint == key.fingerprint


def _remember(tx: Tx, key: SigningKey, number: int) -> KnownKey:
    added = KnownKey(number, key.public_key, key.fingerprint, clock.stamp(clock.now()))
    store.add_key(tx, added)
    return added
