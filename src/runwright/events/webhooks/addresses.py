"""Where a webhook may lead: addresses are read here, and private ones refused.

The same reading serves the check at creation and the sending, so no two parsers can disagree
about which host an address names. What a name resolves to is judged by `is_private`, too, each
time a connection is made.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import NamedTuple
from urllib.parse import urlsplit

LONGEST = 2048
Address = IPv4Address | IPv6Address

_PLAIN = re.compile(r"[!-~]+", re.ASCII)
_UNSAFE = re.compile(r'["<>\\^`{|}#]')
_NETLOC = re.compile(
    r"(\[(?P<v6>[0-9a-f:.]*)\]|(?P<name>[^:\[\]]+))(:(?P<port>[0-9]{1,5}))?", re.ASCII
)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*", re.ASCII)
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+", re.ASCII)
_FORM = "must be an address such as https://example.com/hook"
_PORTS = {"http": 80, "https": 443}

_PRIVATE = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this host, this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # behind a carrier's NAT; one cloud's metadata
        "127.0.0.0/8",
        "168.63.129.16/32",  # one cloud's metadata, in the midst of public addresses
        "169.254.0.0/16",  # link-local; most clouds' metadata
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
_PUBLIC_6 = IPv6Network("2000::/3")
"""All that is given out as global unicast; whatever lies outside is somebody's own."""
_PRIVATE_6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocols' own, Teredo among them
        "2001:db8::/32",
        "2002::/16",  # 6to4: leads to the IPv4 address inside it
        "3fff::/20",
    )
)
_CARRIES_IPV4 = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""IPv4 addresses in IPv6's clothes: mapped, and through NAT64."""
_OWN_NAMES = ("localhost", "metadata", "instance-data")
_OWN_ZONES = (".localhost", ".local", ".internal", ".localdomain", ".home.arpa")


class Target(NamedTuple):
    """Where a webhook leads."""

    scheme: str
    host: str
    """A name in small letters, or an address in its usual form, without brackets."""
    address: Address | None
    """Set when the host is an address, however it was written."""
    port: int
    path: str
    """With the query."""

    @property
    def authority(self) -> str:
        """As the `Host` header names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def read(url: str) -> Target:
    """The parts of an address; ValueError says what is wrong with it."""
    if len(url) > LONGEST:
        raise ValueError(f"must have at most {LONGEST} characters")
    if not _PLAIN.fullmatch(url) or _UNSAFE.search(url):
        raise ValueError(
            "must be a plain address, without a fragment: ASCII alone, and other signs as %XX or, "
            "in the name, as xn--"
        )
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError(_FORM) from None
    if parts.scheme not in _PORTS:
        raise ValueError("must start with https:// or http://")
    if "@" in parts.netloc:
        raise ValueError("must not contain a user name or password")
    place = _NETLOC.fullmatch(parts.netloc.lower())
    if place is None:
        raise ValueError(_FORM)
    port = int(place["port"] or _PORTS[parts.scheme])
    if not 1 <= port <= 65535:
        raise ValueError("must have a port from 1 to 65535, or none")
    host, address = _ipv6(place["v6"]) if place["v6"] is not None else _name(place["name"])
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, address, port, path)


def _ipv6(text: str) -> tuple[str, Address | None]:
    try:
        address = IPv6Address(text)
    except ValueError:
        raise ValueError(
            "must have a valid host: the part in brackets is not an IP address"
        ) from None
    return str(address), address


def _name(text: str) -> tuple[str, Address | None]:
    host = text.removesuffix(".")
    if not _NAME.fullmatch(host) or len(host) > 253:
        raise ValueError("must have a host such as example.com")
    if not _NUMBER.fullmatch(host.rpartition(".")[2]):
        return host, None
    address = _ipv4(host)
    return str(address), address


def _ipv4(host: str) -> IPv4Address:
    """An IPv4 address in any form that resolvers take: short, decimal, octal or hexadecimal."""
    parts = host.split(".")
    try:
        *first, last = map(_number, parts)
        if len(parts) > 4 or any(n > 255 for n in first) or last >= 256 ** (5 - len(parts)):
            raise ValueError
    except ValueError:
        raise ValueError(
            "must have a valid host: it ends in a number and is not an IP address"
        ) from None
    places = sum(n << (8 * (3 - place)) for place, n in enumerate(first))
    return IPv4Address(places + last)


def _number(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8 if len(text) > 1 and text.startswith("0") else 10)


def is_private(address: Address) -> bool:
    """Whether an address is anything but public: private, loopback, link-local, multicast…"""
    if isinstance(address, IPv4Address):
        return any(address in network for network in _PRIVATE)
    if any(address in network for network in _CARRIES_IPV4):
        return is_private(IPv4Address(int(address) & 0xFFFF_FFFF))
    return address not in _PUBLIC_6 or any(address in network for network in _PRIVATE_6)


def is_own(target: Target) -> bool:
    """Whether an address names, by itself, something that only a private network has."""
    if target.address is not None:
        return is_private(target.address)
    return target.host in _OWN_NAMES or target.host.endswith(_OWN_ZONES)
