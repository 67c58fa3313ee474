"""A project's audit log as a file: one JSON object a line, and all that checking it needs.

First a header with the verifier keys, then every entry as the API shows it, each kept checkpoint
behind the last entry that it covers, and at the end a checkpoint of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import structlog

from runwright import clock
from runwright.db.transaction import Reader
from runwright.trust import audit, audit_tree
from runwright.trust.audit_offline import EXPORT
from runwright.trust.audit_tree import NothingToSign, Unsignable
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store
from runwright.trust.tree.note import origin_of

VERSION = 1

log = structlog.get_logger()


def lines(reader: Reader, grant: Grant, key: SigningKey) -> Iterator[bytes]:
    """The lines of the file, each with its line end."""
    for value in _values(reader, grant, key):
        yield orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _values(reader: Reader, grant: Grant, key: SigningKey) -> Iterator[dict[str, Any]]:
    project_id = grant.project(Scope.AUDIT_READ)
    last, size = _last_line(reader, project_id, key)
    known = audit_tree.known_keys(reader, project_id)
    yield {
        "object": EXPORT,
        "version": VERSION,
        "project": project_id,
        "origin": origin_of(project_id),
        "exported_at": clock.stamp(clock.now()),
        "verifier_keys": [each["verifier_key"] for each in known],
    }
    kept = store.all_kept(reader, project_id)
    for count, row in enumerate(audit.walk(reader, project_id), 1):
        yield audit.public(row)
        if count in kept and count != size:
            yield {"object": "audit_checkpoint", "size": count, "note": kept[count]}
    if last is not None:
        yield last


def _last_line(
    reader: Reader, project_id: str, key: SigningKey
) -> tuple[dict[str, Any] | None, int]:
    """The checkpoint of the whole, and its size.

    A log that is not signed any further ends with what was signed last: a verification then tells
    where it goes wrong.
    """
    try:
        signed = audit_tree.checkpoint(reader, project_id, key)
    except NothingToSign:
        return None, 0
    except Unsignable as error:
        log.error("audit_log_is_not_signed", project=project_id, reason=error.reason)
        note = audit_tree.last_kept(reader, project_id)
        return (None, 0) if note is None else ({"object": "audit_checkpoint", "note": note}, 0)
    return audit_tree.show(signed), signed.size
