"""One POST: whatever the other end does, it takes a bounded time and a bounded answer."""

from __future__ import annotations

import asyncio

import pytest

from events.webhooks.endpoints import listening, opened, post, private
from runwright.events.webhooks.deliveries.types import MOST_BYTES
from runwright.events.webhooks.sending import Answer

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
DONE = b"HTTP/1.1 204 No Content\r\n\r\n"


async def hang(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def close(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


def answered(*answers: object, seconds: float = 5.0) -> Answer:
    async def go() -> Answer:
        async with listening(*answers) as at:  # type: ignore[arg-type]
            return await post(private(seconds=seconds), f"http://127.0.0.1:{at.port}/hook?x=1")

    return asyncio.run(go())


@pytest.mark.parametrize("answer", [OK, DONE, b"HTTP/1.1 100 Continue\r\n\r\n" + OK])
def test_a_2xx_is_good(answer: bytes) -> None:
    found = answered(answer)
    assert found.is_good
    assert found.error is None


@pytest.mark.parametrize("status", [300, 301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])
def test_any_other_status_is_a_failure_that_names_it(status: int) -> None:
    found = answered(b"HTTP/1.1 %d No\r\ncontent-length: 0\r\n\r\n" % status)
    assert not found.is_good
    assert found.status_code == status
    assert str(status) in (found.error or "")


def test_the_request_is_a_plain_post() -> None:
    async def go() -> bytes:
        async with listening(DONE) as at:
            await post(private(), f"http://127.0.0.1:{at.port}/a/b?x=1", b'{"a": 1}')
            return at.requests[0]

    head, _, body = asyncio.run(go()).partition(b"\r\n\r\n")
    assert head.startswith(b"POST /a/b?x=1 HTTP/1.1\r\n")
    names = [line.split(b":")[0].lower() for line in head.split(b"\r\n")[1:]]
    assert sorted(names) == [
        *(b"content-length", b"content-type", b"host", b"user-agent", b"webhook-id")
    ]
    assert b"Runwright-Webhooks/" in head
    assert body == b'{"a": 1}'


def test_a_redirect_is_not_followed() -> None:
    async def go() -> tuple[Answer, int]:
        async with listening(DONE) as other:
            to = b"http://127.0.0.1:%d/" % other.port
            moved = b"HTTP/1.1 302 Found\r\nlocation: " + to + b"\r\ncontent-length: 0\r\n\r\n"
            async with listening(moved) as at:
                found = await post(private(), f"http://127.0.0.1:{at.port}/")
            return found, other.connections

    found, followed = asyncio.run(go())
    assert (found.status_code, followed) == (302, 0)
    assert "redirects are not followed" in (found.error or "")


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert answered(DONE).is_good


def test_cookies_are_not_kept() -> None:
    async def go() -> bytes:
        cookie = b"HTTP/1.1 200 OK\r\nset-cookie: a=b; Path=/\r\ncontent-length: 0\r\n\r\n"
        async with listening(cookie) as at:
            endpoint = await opened(private(), f"http://127.0.0.1:{at.port}/")
            for _ in range(2):
                assert (await endpoint.post([], b"{}")).is_good
            endpoint.close()
            return at.requests[1]

    assert b"cookie" not in asyncio.run(go()).lower()


def test_an_endpoint_that_never_answers_is_left_at_the_deadline() -> None:
    found = answered(hang, seconds=0.3)
    assert found.status_code is None
    assert "within 0.3 s" in (found.error or "")
    assert found.ms >= 280


def test_headers_that_drip_do_not_stretch_the_deadline() -> None:
    async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        for n in range(10_000):
            writer.write(b"x-%d: y\r\n" % n)
            await asyncio.sleep(0.1)

    found = answered(drip, seconds=0.5)
    assert found.status_code is None
    assert "within 0.5 s" in (found.error or "")


def test_a_body_that_drips_is_not_waited_for() -> None:
    async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
        while True:
            writer.write(b"x")
            await asyncio.sleep(0.1)

    found = answered(drip, seconds=60)
    assert found.is_good
    assert found.response is not None
    assert found.response.body.startswith(b"x")
    assert found.response.truncated


def test_of_a_huge_answer_little_is_read() -> None:
    poured = 0

    async def pour(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal poured
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n")
        for __ in range(1000):
            writer.write(b"x" * 1_000_000)
            await writer.drain()
            poured += 1

    found = answered(pour)
    assert found.is_good
    assert found.response is not None
    assert (found.response.body, found.response.truncated) == (b"x" * MOST_BYTES, True)
    # What the system's buffers took, and not a byte more.
    assert poured < 20


@pytest.mark.parametrize(
    "answer",
    [
        b"\x00\x01 no HTTP at all\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 200_000 + b"\r\n\r\n",
    ],
)
def test_garbage_is_a_failure(answer: bytes) -> None:
    found = answered(answer, seconds=2)
    assert found.status_code is None
    assert "no HTTP" in (found.error or "")


def test_a_connection_that_is_cut_is_a_failure() -> None:
    assert "cut" in (answered(close).error or "")


def test_a_port_that_nobody_listens_on_is_a_failure() -> None:
    async def go() -> Answer:
        async with listening(DONE) as at:
            port = at.port
        return await post(private(), f"http://127.0.0.1:{port}/")

    assert asyncio.run(go()).error == "No connection could be made."


def test_a_connection_is_used_again_and_replaced_when_it_was_closed_meanwhile() -> None:
    async def close_later(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(DONE)
        await writer.drain()
        asyncio.get_running_loop().call_later(0.05, writer.transport.abort)

    async def go() -> tuple[list[bool], int]:
        async with listening(DONE, DONE, close_later, DONE) as at:
            endpoint = await opened(private(), f"http://127.0.0.1:{at.port}/")
            found = [(await endpoint.post([], b"{}")).is_good for _ in range(3)]
            await asyncio.sleep(0.2)
            found.append((await endpoint.post([], b"{}")).is_good)
            endpoint.close()
            return found, at.connections

    assert asyncio.run(go()) == ([True] * 4, 2)


@pytest.mark.parametrize(
    ("body", "connections"), [(b"x" * MOST_BYTES, 1), (b"x" * (MOST_BYTES + 1), 2)]
)
def test_a_connection_is_used_again_when_its_answer_was_read_to_the_end(
    body: bytes, connections: int
) -> None:
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body

    async def go() -> int:
        async with listening(answer) as at:
            endpoint = await opened(private(), f"http://127.0.0.1:{at.port}/")
            for _ in range(2):
                assert (await endpoint.post([], b"{}")).is_good
            endpoint.close()
            return at.connections

    assert asyncio.run(go()) == connections


def test_a_body_in_chunks_is_put_together_and_a_cut_one_is_said_to_be_cut() -> None:
    begun = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n"

    async def cut(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        writer.close()

    whole = answered(begun + b"1\r\nc\r\n0\r\n\r\n").response
    assert whole is not None
    assert (whole.status_code, whole.body, whole.truncated) == (200, b"abc", False)
    part = answered(cut).response
    assert part is not None
    assert (part.body, part.truncated) == (b"ab", True)


def test_no_answer_is_no_response() -> None:
    assert answered(close).response is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (b"120", 120.0),
        (b"Wed, 01 Jan 2020 00:00:00 GMT", 0.0),
        (b"soon", None),
        (b"-5", None),
        (b"1e9", None),
    ],
)
def test_how_long_the_endpoint_asks_to_wait(header: bytes, seconds: float | None) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nretry-after: " + header + b"\r\ncontent-length: 0\r\n\r\n"
    assert answered(busy).retry_after == seconds
    gone = busy.replace(b"503", b"500")
    assert answered(gone).retry_after is None
