"""No webhook reaches into the server's own network, whatever a name server says and when.

The name is resolved once for each connection, every address of it is checked, and the connection
goes to a checked one: nobody asks a second time.
"""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import ssl
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from events.webhooks.endpoints import Listening, listening, opened, post, private
from runwright.events.webhooks.sending import Answer, Sender

DONE = b"HTTP/1.1 204 No Content\r\n\r\n"
PUBLIC = "3ffe::1"
UNREACHABLE = "The address does not resolve to a host that this server may connect to."
"""Global unicast by its form, and given back long ago: nothing is ever there."""


class Names:
    """A name server whose answers change from one question to the next."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, name: str) -> Sequence[str]:
        self.asked.append(name)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def careful(names: Names) -> Sender:
    return Sender(allow_private=False, seconds=1.0, resolve=names)


def posted(sender: Sender, count: int = 1, host: str = "hooks.example") -> list[Answer]:
    """POST so often, each over a connection of its own; a private server must get nothing."""

    async def go() -> list[Answer]:
        async with listening(DONE) as at:
            found = [await post(sender, f"http://{host}:{at.port}/") for _ in range(count)]
            assert at.connections == 0
        return found

    return asyncio.run(go())


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["169.254.169.254"],
        ["fe80::1%eth0"],
        ["0.0.0.0"],
        [PUBLIC, "127.0.0.1"],
        ["127.0.0.1", PUBLIC],
    ],
)
def test_a_name_with_any_private_address_is_refused(addresses: list[str]) -> None:
    (found,) = posted(careful(Names(addresses)))
    assert (found.status_code, found.error) == (None, UNREACHABLE)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0177.0.0.1", "[::1]", "127.1"])
def test_an_address_that_was_stored_when_it_was_allowed_is_refused_at_sending(host: str) -> None:
    (found,) = posted(careful(Names([PUBLIC])), host=host)
    assert found.error == UNREACHABLE


def test_a_name_that_turns_private_between_check_and_use_leads_nowhere() -> None:
    names = Names([PUBLIC], ["127.0.0.1"])
    first, second = posted(careful(names), count=2)
    # The first connection went to the address that was checked, and asked nobody again.
    assert first.status_code is None
    assert first.error != UNREACHABLE
    # The next connection asks anew, and is refused.
    assert second.error == UNREACHABLE
    assert names.asked == ["hooks.example"] * 2


def test_the_connection_goes_to_the_address_of_the_one_answer() -> None:
    async def go() -> tuple[Listening, Listening, Names]:
        names = Names(["127.0.0.2"], ["127.0.0.1"])
        async with (
            listening(DONE) as wrong,
            listening(DONE, host="127.0.0.2", port=wrong.port) as right,
        ):
            endpoint = await opened(private(resolve=names), f"http://hooks.example:{right.port}/")
            for _ in range(3):
                assert (await endpoint.post([], b"{}")).is_good
            endpoint.close()
        return wrong, right, names

    wrong, right, names = asyncio.run(go())
    assert (wrong.connections, right.connections, len(names.asked)) == (0, 1, 1)
    assert b"\r\nhost: hooks.example:" in right.requests[0].lower()


def test_a_name_without_an_address_looks_like_a_name_with_a_private_one() -> None:
    async def nowhere(_: str) -> Sequence[str]:
        raise OSError("no such name")

    for resolve in (nowhere, Names([])):
        sender = Sender(allow_private=False, seconds=1.0, resolve=resolve)
        assert posted(sender)[0].error == UNREACHABLE


def test_a_name_server_that_never_answers_is_left_at_the_deadline() -> None:
    async def never(_: str) -> Sequence[str]:
        await asyncio.sleep(60)
        return []

    sender = Sender(allow_private=False, seconds=0.2, resolve=never)
    assert "within 0.2 s" in (posted(sender)[0].error or "")


# TLS: to a checked address, with the certificate of the name -------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for hooks.example that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hooks.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hooks.example")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    private_key = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(private_key + made.public_bytes(serialization.Encoding.PEM))
    return path


def over_tls(certificate: Path, host: str, trusts: bool = True) -> Answer:
    async def go() -> Answer:
        serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        serving.load_cert_chain(certificate)
        trusted = ssl.create_default_context(cafile=str(certificate)) if trusts else None
        sender = private(resolve=Names([str(ipaddress.IPv4Address("127.0.0.1"))]), tls=trusted)
        async with listening(DONE, tls=serving) as at:
            return await post(sender, f"https://{host}:{at.port}/")

    return asyncio.run(go())


def test_tls_verifies_the_name_although_an_address_is_connected_to(certificate: Path) -> None:
    assert over_tls(certificate, "hooks.example").is_good
    wrong = over_tls(certificate, "other.example")
    assert wrong.status_code is None
    assert "certificate was not accepted" in (wrong.error or "")


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path) -> None:
    found = over_tls(certificate, "hooks.example", trusts=False)
    assert "certificate was not accepted" in (found.error or "")


def test_what_is_no_tls_is_a_failure() -> None:
    async def go() -> Answer:
        async with listening(b"HTTP/1.1 200 OK\r\n\r\n") as at:
            return await post(private(seconds=2.0), f"https://127.0.0.1:{at.port}/")

    assert asyncio.run(go()).status_code is None
