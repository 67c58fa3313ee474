"""Which key a request comes from: a `Bearer` header, or a dashboard session's own key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwright.api.heads import secret_of
from runwright.errors import Unauthenticated
from runwright.trust.kernel import Principal
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.wrong_keys import WrongKeys

KEY_SHA256 = "runwright.key_sha256"
"""In the scope of a request that came by a session: the hash of its key's secret. Whoever sends a
request cannot put anything there."""


class Authentication:
    """Finds the key of each request."""

    def __init__(self, keyring: KeyRing, limit: int) -> None:
        self._keyring = keyring
        self._wrong_keys = WrongKeys(keyring, limit)

    async def principal(
        self, scope: Mapping[str, Any], headers: Mapping[bytes, bytes], address: str
    ) -> Principal:
        """The key; `Unauthenticated` when it is none, or none any more."""
        sha256 = scope.get(KEY_SHA256)
        if sha256 is None:
            secret = secret_of(headers)
            return self._keyring.recall(secret) or await self._wrong_keys.find(secret, address)
        found = await self._keyring.find_hashed(sha256)
        if found is None:
            raise Unauthenticated
        return found
