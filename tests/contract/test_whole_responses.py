"""A response that is known whole leaves in one piece, and keeps every rule of HTTP."""

from __future__ import annotations

from support.client import Api
from support.forms import connected
from support.server import Server


def exchange(server: Server, *requests: str) -> str:
    """What comes back for some requests on one connection, until it is closed."""
    with connected(server.url) as connection:
        connection.sendall("".join(requests).encode())
        received = b""
        while piece := connection.recv(65536):
            received += piece
    return received.decode()


def request(api: Api, method: str = "GET", version: str = "1.1", *headers: str) -> str:
    lines = [f"{method} /v1/models HTTP/{version}", "Host: localhost", *headers]
    return "\r\n".join([*lines, f"Authorization: Bearer {api.secret}", "", ""])


def test_a_client_that_asks_for_it_is_told_that_the_connection_closes(
    server: Server, api: Api
) -> None:
    head, _, body = exchange(server, request(api, "GET", "1.1", "Connection: close")).partition(
        "\r\n\r\n"
    )
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert "\r\nconnection: close" in head
    assert f"\r\ncontent-length: {len(body.encode())}\r\n" in f"{head}\r\n"
    assert "\r\ndate: " in head
    assert body.endswith("\n")


def test_an_old_client_gets_its_response_and_the_end(server: Server, api: Api) -> None:
    received = exchange(server, request(api, "GET", "1.0"))
    assert received.startswith("HTTP/1.1 200 OK\r\n")
    assert "\r\nconnection: close\r\n" in received


def test_requests_in_a_row_are_answered_in_their_order(server: Server, api: Api) -> None:
    wrong = "GET /v1/nowhere HTTP/1.1\r\nHost: localhost\r\n"
    wrong += f"Authorization: Bearer {api.secret}\r\n\r\n"
    last = request(api, "GET", "1.1", "Connection: close")
    received = exchange(server, request(api), wrong, last)
    statuses = [part.split(" ", 1)[0] for part in received.split("HTTP/1.1 ")[1:]]
    assert statuses == ["200", "404", "200"]


def test_head_gets_the_headers_of_get_and_no_body(server: Server, api: Api) -> None:
    got = exchange(server, request(api, "GET", "1.1", "Connection: close")).partition("\r\n\r\n")
    looked = exchange(server, request(api, "HEAD", "1.1", "Connection: close"))
    length = f"content-length: {len(got[2].encode())}\r\n"
    assert length in looked
    assert looked.endswith("\r\n\r\n")
