"""A database that vanishes without a word is noticed by the connection itself."""

from __future__ import annotations

import os
import socket

import psycopg

from cluster.postgres import socket_dial
from cluster.proxy import Network
from runwright.db.drivers import PostgreSQL
from support.postgres import Postgres

MOST_SECONDS = 15


def test_a_silent_connection_is_given_up_within_seconds(postgres: Postgres) -> None:
    """Asked of the kernel: it probes an idle connection, and waits for no acknowledgement long."""
    url = postgres.new_database()
    name = url.partition("?")[0].rsplit("/", 1)[1]
    with Network() as network:
        port = network.port(network.wire(lambda: socket_dial(url)))
        driver = PostgreSQL(f"postgresql://postgres@127.0.0.1:{port}/{name}")
        with driver.connect() as connection:
            idle, pause, probes, unheard = _options(connection)
    assert idle + pause * probes <= MOST_SECONDS
    assert 0 < unheard <= MOST_SECONDS * 1000


def _options(connection: psycopg.Connection) -> list[int]:
    names = (
        socket.TCP_KEEPIDLE,
        socket.TCP_KEEPINTVL,
        socket.TCP_KEEPCNT,
        socket.TCP_USER_TIMEOUT,
    )
    with socket.socket(fileno=os.dup(connection.fileno())) as plug:
        assert plug.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        return [plug.getsockopt(socket.IPPROTO_TCP, name) for name in names]
