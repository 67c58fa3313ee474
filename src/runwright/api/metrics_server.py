"""`/metrics` on an address of its own, and nothing else there."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

from runwright.api.hosts import Hosts
from runwright.api.metrics import CONTENT_TYPE, Metrics
from runwright.config import Settings

PATH = "/metrics"
_PLAIN = "text/plain; charset=utf-8"
_SECONDS = 30
"""How long a connection may say nothing."""


def serve(metrics: Metrics, settings: Settings) -> None:
    """Answer from a thread that lives as long as the process, if the settings name a port."""
    if settings.metrics_port is None:
        return
    hosts = Hosts(settings)

    class Page(BaseHTTPRequestHandler):
        """One connection."""

        server_version, sys_version = "runwright", ""
        timeout = _SECONDS

        def do_GET(self) -> None:
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def _answer(self, *, with_body: bool) -> None:
            status, kind, body = 200, CONTENT_TYPE, b""
            if not hosts.is_ours(self.headers.get("Host", "").encode("latin-1")):
                status, kind, body = 400, _PLAIN, b"RUNWRIGHT_HOSTS does not list this name.\n"
            elif self.path.partition("?")[0] != PATH:
                status, kind, body = 404, _PLAIN, b"There is nothing but /metrics here.\n"
            else:
                body = metrics.render()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """A scrape every few seconds is no news."""

    server = _bound(settings.metrics_host or settings.host, settings.metrics_port, Page)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


def _bound(host: str, port: int, page: type[BaseHTTPRequestHandler]) -> ThreadingHTTPServer:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]

    class Server(ThreadingHTTPServer):
        """For whichever family the address is of."""

        address_family = family
        daemon_threads = True

        def server_bind(self) -> None:
            """Without asking a name server what this machine is called."""
            TCPServer.server_bind(self)
            self.server_name, self.server_port = host, port

    return Server((str(address[0]), port), page)
