"""The server's Ed25519 key: it signs the audit log's checkpoints and receipts of erasures.

Its seed of 32 bytes is the setting `signing_key`, or the file `signing.key` in the data folder.
Whatever else needs a secret of its own derives it from the seed, by purpose.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any, final

import structlog

from runwright import private
from runwright.config import Settings, SettingsError

FILE_NAME = "signing.key"
SEED_BYTES = 32
_FINGERPRINT = "runwright signing key fingerprint"

log = structlog.get_logger()


@final
class SigningKey:
    """A private key. It never shows itself: neither its text nor its errors hold the seed."""

    __slots__ = ("_private", "_seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a signing key has {SEED_BYTES} bytes")
        self._seed = seed
        self._private: Any = None

    @property
    def public_key(self) -> bytes:
        """The 32 bytes that anybody may know."""
        return bytes(self._opened().public_key().public_bytes_raw())

    @property
    def fingerprint(self) -> str:
        """What tells two keys apart, without any arithmetic on curves; it gives nothing away."""
        return self.derive(_FINGERPRINT).hex()

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes of a signature."""
        return bytes(self._opened().sign(message))

    def derive(self, purpose: str) -> bytes:
        """A secret of 32 bytes for one purpose, from which neither seed nor others follow."""
        return hmac.digest(self._seed, purpose.encode(), hashlib.sha256)

    def _opened(self) -> Any:
        if self._private is None:
            # Its import takes longer than a start may: a server signs long after it answers.
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

            self._private = Ed25519PrivateKey.from_private_bytes(self._seed)
        return self._private

    def __repr__(self) -> str:
        return "SigningKey(…)"

    def __reduce__(self) -> Any:
        raise TypeError("a signing key does not leave its process")


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is that of the key over the message."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def load_or_make(settings: Settings) -> SigningKey:
    """The key of the settings, or of the data folder, where one is made if there is none."""
    return load(settings) or make(settings)


def load(settings: Settings) -> SigningKey | None:
    """The key of the settings, or of the data folder, if there is any."""
    if settings.signing_key is not None:
        return SigningKey(base64.b64decode(settings.signing_key.get_secret_value()))
    path = path_of(settings)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    if path.stat().st_mode & 0o077:
        log.warning("signing_key_is_open_to_others", file=str(path), remedy="chmod 600")
    return _read(text, path)


def _read(text: bytes, path: Path) -> SigningKey:
    try:
        return SigningKey(base64.b64decode(text.strip(), validate=True))
    except (binascii.Error, ValueError):
        # Without the cause: its text could show a part of the key.
        raise SettingsError(f"{path} does not hold a signing key: 32 bytes as base64") from None


def make(settings: Settings) -> SigningKey:
    """A new key in the data folder, in a file that its owner alone can read."""
    path = path_of(settings)
    private.make_folder(path.parent)
    seed = secrets.token_bytes(SEED_BYTES)
    unfinished = path.with_name(f"{FILE_NAME}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(base64.b64encode(seed) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    # All of it or nothing: half a key after a crash would lock the server out.
    unfinished.rename(path)
    log.info("signing_key_made", file=str(path))
    return SigningKey(seed)


def path_of(settings: Settings) -> Path:
    """Where the key lies when no setting gives it."""
    return settings.data / FILE_NAME
