"""The keys of logins, by server, in one file that only its owner can read."""

from __future__ import annotations

import json
import os
import secrets
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from runwright.cli.exits import WRONG_USE, Told

_HEAD = "# Keys of `runwright login`. Whoever can read this file can act with them.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What the file says."""

    default: str | None = None
    """The server of the last login."""
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By the server's address."""

    def with_key(self, server: str, key: str) -> Credentials:
        """These, with a key; its server becomes the one that is meant when none is named."""
        return Credentials(default=server, keys={**self.keys, server: key})

    def without(self, server: str) -> Credentials:
        """These, without a server's key."""
        keys = {name: key for name, key in self.keys.items() if name != server}
        default = next(iter(keys), None) if self.default == server else self.default
        return replace(self, default=default, keys=keys)


def path() -> Path:
    """Where the file is."""
    home = os.environ.get("XDG_CONFIG_HOME")
    folder = Path(home) if home and Path(home).is_absolute() else Path.home() / ".config"
    return folder / "runwright" / "credentials.toml"


def read() -> Credentials:
    """What was kept; nothing, when there is no file."""
    where = path()
    try:
        with where.open("rb") as file:
            _check_private(os.fstat(file.fileno()), where)
            found = tomllib.load(file)
    except FileNotFoundError:
        return Credentials()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Told(f"{where} cannot be read: {error}", WRONG_USE) from None
    return Credentials(default=_text(found.get("default")), keys=_keys(found, where))


def write(credentials: Credentials) -> Path:
    """Keep them: whole or not at all, and never for a moment readable by others."""
    where = path()
    where.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = where.with_name(f".{where.name}.{secrets.token_hex(8)}")
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_as_toml(credentials))
            file.flush()
            os.fsync(file.fileno())
        made.replace(where)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    return where


def address(text: str) -> str:
    """A server's address in its one form."""
    parts = urlsplit(text.strip())
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise Told(f"the server's address must look like http://127.0.0.1:8080: {text}", WRONG_USE)
    if "@" in parts.netloc:
        raise Told("the server's address must have no password in it", WRONG_USE)
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


def is_private(found: os.stat_result) -> bool:
    """Whether a file is ours, and nobody else can read or change it."""
    return found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077


def _check_private(found: os.stat_result, where: Path) -> None:
    if not is_private(found):
        raise Told(f"others can read {where}, which has keys in it: chmod 600 it", WRONG_USE)


def _keys(found: Mapping[str, Any], where: Path) -> dict[str, str]:
    servers = found.get("servers", {})
    keys = {}
    for server, fields in servers.items() if isinstance(servers, dict) else ():
        key = _text(fields.get("key")) if isinstance(fields, dict) else None
        if key is None:
            raise Told(f"{where}: {server} has no key", WRONG_USE)
        keys[server] = key
    return keys


def _text(found: Any) -> str | None:
    return found if isinstance(found, str) else None


def _as_toml(credentials: Credentials) -> str:
    lines = [_HEAD]
    if credentials.default:
        lines.append(f"default = {json.dumps(credentials.default)}\n")
    for server, key in credentials.keys.items():
        lines.append(f"\n[servers.{json.dumps(server)}]\nkey = {json.dumps(key)}\n")
    return "".join(lines)
