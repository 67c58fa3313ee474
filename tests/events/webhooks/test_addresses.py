"""Which addresses a webhook may have: every way to write a private one is seen through."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from runwright.events.webhooks import addresses

PRIVATE_HOSTS = (
    # As people write them.
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "192.0.0.170",
    # As nobody does, but resolvers understand.
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0X7F.1",
    "0177.0.0.1",
    "127.1",
    "127.0.1",
    "10.66051",
    "0",
    "0x0",
    "0x",
    "127.0.0.1.",
    "0xa9.0xfe.0xa9.0xfe",
    "2852039166",
    # IPv6.
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b:1::8.8.8.8]",
    "[2002:7f00:1::]",
    "[2002:808:808::]",
    "[2001::1]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    # Names that only a private network has.
    "localhost",
    "LOCALHOST",
    "localhost.",
    "api.localhost",
    "metadata.google.internal",
    "metadata",
    "printer.local",
    "router.home.arpa",
)
PUBLIC_HOSTS = (
    *("example.com", "EXAMPLE.com.", "sub_domain.example.com", "xn--bcher-kva.example"),
    *("8.8.8.8", "0x08.8.8.8", "134744072", "172.15.0.1", "172.32.0.1", "100.128.0.1"),
    *("[2606:4700::1111]", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "1.2.3.example"),
)


@pytest.mark.parametrize("host", PRIVATE_HOSTS)
def test_a_private_host_is_recognised_however_it_is_written(host: str) -> None:
    for url in (f"http://{host}/hook", f"https://{host}:8443", f"http://{host}?q=1"):
        assert addresses.is_own(addresses.read(url)), url


@pytest.mark.parametrize("host", PUBLIC_HOSTS)
def test_a_public_host_is_allowed(host: str) -> None:
    assert not addresses.is_own(addresses.read(f"https://{host}/hook"))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("2130706433", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("10.66051", "10.1.2.3"),
        ("192.168.258", "192.168.1.2"),
        ("0x08.010.8.8", "8.8.8.8"),
    ],
)
def test_an_odd_form_means_what_resolvers_take_it_for(host: str, address: str) -> None:
    assert addresses.read(f"http://{host}/").address == ip_address(address)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com/hook",
        "//example.com/hook",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "javascript:alert(1)",
        "https://",
        "https:///hook",
        "https:example.com",
        "https://user@example.com/",
        "https://user:secret@example.com/",
        "https://@example.com/",
        "https://example.com/#part",
        "https://example.com/#",
        "https://example.com:0/",
        "https://example.com:65536/",
        "https://example.com:/",
        "https://example.com:http/",
        "https://example.com:80:80/",
        "https://exa mple.com/",
        "https://example.com/a b",
        "https://example.com/\x00",
        "https://example.com/\r\nHost: other",
        "https://example.com\\@127.0.0.1/",
        "https://bücher.example/",
        "https://example.com/ü",
        "https://127.0.0.1%2f@example.com/",
        "https://exam%70le.com/",
        "https://-example.com/",
        "https://example..com/",
        "https://.example.com/",
        "https://1.2.3.4.5/",
        "https://256.1.1.1/",
        "https://1.2.3.0x100/",
        "https://4294967296/",
        "https://09.0.0.1/",
        "https://[::1/",
        "https://::1/",
        "https://[::1]evil.com/",
        "https://[fe80::1%25eth0]/",
        "https://[127.0.0.1]/",
        "https://[]/",
        "https://" + "a" * 64 + ".com/",
        "https://" + ".".join(["a" * 60] * 5) + "/",
        "https://example.com/" + "a" * 2048,
    ],
)
def test_what_is_no_plain_address_is_refused_with_a_reason(url: str) -> None:
    with pytest.raises(ValueError, match=r"^must"):
        addresses.read(url)


def test_the_parts_are_those_that_are_sent_to() -> None:
    target = addresses.read("https://Example.COM:8443/a/b%20c?x=1&y=2")
    assert tuple(target) == ("https", "example.com", None, 8443, "/a/b%20c?x=1&y=2")
    assert target.authority == "example.com:8443"
    assert addresses.read("http://[2606:4700::1111]").authority == "[2606:4700::1111]"
    assert addresses.read("http://example.com").path == "/"
    assert addresses.read("http://example.com?x").path == "/?x"
