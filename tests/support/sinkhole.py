"""A network without a way out, in which every address answers and every packet is written down.

A network namespace of its own whose loopback claims all addresses ("local" routes for all of
IPv4 and IPv6), a name server that gives each name one address, and a web server that takes
everything. It needs neither `ip` nor a device: three system calls and two netlink messages.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

ADDRESS = "93.184.215.14"
"""What every name leads to: a public address, since webhooks refuse others."""

_NEW_NETWORK, _NEW_USER, _NEW_MOUNTS = 0x40000000, 0x10000000, 0x00020000
_MS_BIND, _MS_PRIVATE, _MS_REC = 0x1000, 0x40000, 0x4000
_SET_FLAGS, _UP = 0x8914, 0x41
_NEW_ROUTE, _LOCAL_TABLE, _LOCAL = 24, 255, 2
_EVERY_PROTOCOL = 0x0003
_TCP, _UDP, _ICMP6 = 6, 17, 58
_DNS = 53


def enter() -> None:
    """Move this process into such a network; OSError where the system does not let it.

    To be called while there is one thread alone.
    """
    user, group = os.getuid(), os.getgid()
    if _libc().unshare(_NEW_NETWORK | _NEW_MOUNTS) != 0:
        _call(_libc().unshare(_NEW_USER | _NEW_NETWORK | _NEW_MOUNTS), "unshare")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _ask_our_name_server()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh", b"lo", _UP))
    _claim_everything(socket.AF_INET)
    _claim_everything(socket.AF_INET6)


class Sinkhole:
    """Answers for the whole world, and remembers who was asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        """What was looked up."""
        self.sent: set[tuple[str, str, int]] = set()
        """Address, protocol and port of what was sent to anything but loopback."""
        self.posts: list[str] = []
        """The paths that web requests were sent to."""
        self._packets = socket.socket(
            socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_EVERY_PROTOCOL)
        )
        self._queries = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._queries.bind(("0.0.0.0", _DNS))
        web = ThreadingHTTPServer(("0.0.0.0", 80), _Web)
        web.posts = self.posts  # type: ignore[attr-defined]
        for work in (self._watch, self._answer, web.serve_forever):
            threading.Thread(target=work, daemon=True).start()

    def _watch(self) -> None:
        while True:
            found = _destination(self._packets.recv(65_536))
            if found is not None:
                self.sent.add(found)

    def _answer(self) -> None:
        while True:
            query, client = self._queries.recvfrom(4096)
            name, end = _name(query, 12)
            self.names.add(name)
            is_address = query[end : end + 2] == b"\x00\x01"
            head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, int(is_address), 0, 0)
            answer = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(ADDRESS)
            reply = head + query[12 : end + 4] + (answer if is_address else b"")
            self._queries.sendto(reply, client)


class _Web(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.server.posts.append(self.path)  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Said by what the sinkhole remembers."""


def _destination(packet: bytes) -> tuple[str, str, int] | None:
    """Where a packet begins something, if that is not loopback; replies go nowhere new."""
    if packet[0] >> 4 == 4:
        protocol, address = packet[9], ip_address(packet[16:20])
        rest = packet[(packet[0] & 15) * 4 :]
    else:
        protocol, address, rest = packet[6], ip_address(packet[24:40]), packet[40:]
    if address.is_loopback:
        return None
    if protocol in (_TCP, _UDP):
        source, port = struct.unpack(">HH", rest[:4])
        begins = rest[13] & 0x12 == 0x02 if protocol == _TCP else source != _DNS
        name = "tcp" if protocol == _TCP else "udp"
        return (str(address), name, port) if begins else None
    # The system greets its neighbours when an interface comes up.
    is_greeting = protocol == _ICMP6 and address.is_multicast
    return None if is_greeting or protocol == 0 else (str(address), f"protocol {protocol}", 0)


def _name(message: bytes, at: int) -> tuple[str, int]:
    labels = []
    while size := message[at]:
        labels.append(message[at + 1 : at + 1 + size].decode("ascii", "replace"))
        at += size + 1
    return ".".join(labels).lower(), at + 1


def _ask_our_name_server() -> None:
    """Names are asked for in the network, and not of a service on the machine."""
    _call(_libc().mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None), "mount")
    with tempfile.TemporaryDirectory() as folder:
        for path, text in (
            ("/etc/resolv.conf", "nameserver 127.0.0.1\n"),
            ("/etc/nsswitch.conf", "hosts: files dns\n"),
        ):
            if Path(path).exists():
                ours = Path(folder) / Path(path).name
                ours.write_text(text)
                done = _libc().mount(os.fsencode(ours), path.encode(), None, _MS_BIND, None)
                _call(done, "mount")


def _claim_everything(family: int) -> None:
    """A route by which every address of a family is this machine's own."""
    kernel, loopback_only = 2, 254 if family == socket.AF_INET else 0
    route = struct.pack(
        "BBBBBBBBI", family, 0, 0, 0, _LOCAL_TABLE, kernel, loopback_only, _LOCAL, 0
    )
    route += struct.pack("HHi", 8, 4, socket.if_nametoindex("lo"))
    request, acknowledge, create = 0x1, 0x4, 0x500
    head = struct.pack("IHHII", 16 + len(route), _NEW_ROUTE, request | acknowledge | create, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as netlink:
        netlink.send(head + route)
        (code,) = struct.unpack("i", netlink.recv(4096)[16:20])
    if code and family == socket.AF_INET:  # a system may well have no IPv6 to lead away
        raise OSError(-code, os.strerror(-code))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
