"""A dashboard session stands for its key and for nothing more, and only in the dashboard's hands.

The cookie opens `/app/v1`, never `/v1`; a call that another site caused is refused; and a session
ends with its key, when somebody signs out, and after its time.
"""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from db.raw import Raw
from runwright.access.sessions import cookies
from support.client import Api, error_of
from support.patience import PATIENCE, until
from support.server import Server

OWN = {"Runwright-Dashboard": "1"}


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    """A browser on the dashboard: it keeps cookies and sends the dashboard's own header."""
    with httpx.Client(base_url=server.url, headers=OWN, timeout=PATIENCE) as client:
        yield client


def sign_in(browser: httpx.Client, api: Api) -> httpx.Response:
    signed_in = browser.post("/session", headers={"Authorization": f"Bearer {api.secret}"})
    assert signed_in.status_code == 201, signed_in.text
    return signed_in


# Signing in -------------------------------------------------------------------------------------


def test_signing_in_sets_a_cookie_that_no_script_and_no_other_site_can_use(
    browser: httpx.Client, api: Api
) -> None:
    cookie = sign_in(browser, api).headers["set-cookie"]
    name, *attributes = cookie.split("; ")
    assert name.startswith(f"runwright_{browser.base_url.port}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"} <= set(attributes)
    assert api.secret not in cookie


def test_over_https_the_cookie_is_secure_and_of_this_host_alone() -> None:
    _, value = cookies.setting("https://runs.example.org", "x")
    assert value.startswith(b"__Host-runwright_443=x; ")
    assert value.endswith(b"; Secure")
    assert cookies.value_in(b"a=b; __Host-runwright_443=x", "https://runs.example.org") == "x"
    assert cookies.value_in(b"__Host-runwright_443=x", "http://runs.example.org:443") is None


def test_a_session_says_who_is_signed_in_and_where(browser: httpx.Client, api: Api) -> None:
    began = sign_in(browser, api).json()
    seen = browser.get("/session").json()
    assert seen == began
    assert seen["object"] == "session"
    assert seen["key"]["is_current"]
    assert seen["key"]["name"] == "first"
    assert seen["project"]["id"] == api.project_id
    assert seen["service"]
    assert "secret" not in seen["key"]


def test_a_key_in_the_tab_alone_is_told_who_it_is_too(browser: httpx.Client, api: Api) -> None:
    seen = browser.get("/session", headers={"Authorization": f"Bearer {api.secret}"})
    assert seen.status_code == 200
    assert seen.json()["expires_at"] is None
    assert "set-cookie" not in seen.headers


@pytest.mark.parametrize("secret", ["rw_wrong", "Bearer"])
def test_a_wrong_key_signs_nobody_in(browser: httpx.Client, secret: str) -> None:
    refused = browser.post("/session", headers={"Authorization": f"Bearer {secret}"})
    error_of(refused, 401, "unauthenticated")
    assert "set-cookie" not in refused.headers


def test_a_session_cannot_prolong_itself(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    error_of(browser.post("/session"), 401, "unauthenticated")


# Using it ---------------------------------------------------------------------------------------


def test_the_dashboard_calls_as_the_key(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    made = browser.post("/app/v1/runs", json={"model": "y0-fast", "prompt": "What is 2 + 2?"})
    assert made.status_code == 201, made.text
    assert api.get(f"/v1/runs/{made.json()['id']}").status_code == 200
    [key] = browser.get("/app/v1/keys").json()["data"]
    assert key["is_current"]
    entries = api.get("/v1/audit_log", params={"action": "runs.create"}).json()["data"]
    assert {entry["key"] for entry in entries} == {key["id"]}


def test_files_go_up_and_come_down_by_a_session(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    file = {"file": ("note.txt", b"The gate code is 4711.")}
    stored = browser.post("/app/v1/files", data={"purpose": "context"}, files=file)
    assert stored.status_code == 200, stored.text
    path = f"/app/v1/files/{stored.json()['id']}"
    until(lambda: browser.get(path).json()["status"] == "processed", "it is read")
    content = browser.get(f"{path}/content")
    assert content.content == b"The gate code is 4711."
    assert content.headers["content-disposition"].startswith("attachment")
    assert content.headers["content-security-policy"] == "sandbox"


def test_event_streams_work(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    with browser.stream("GET", "/app/v1/events/stream") as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        api.run()
        for line in stream.iter_lines():
            if line.startswith("event: run.completed"):
                break
        else:
            raise AssertionError("the stream ended")


def test_the_cookie_gives_no_access_to_v1(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    error_of(browser.get("/v1/keys"), 401, "unauthenticated")


def test_a_session_does_what_its_scopes_say_and_no_more(
    server: Server, browser: httpx.Client, api: Api
) -> None:
    made = api.post("/v1/keys", {"name": "reader", "scopes": ["runs:read"]}).json()
    with Api(server.url, made["secret"]) as reader:
        sign_in(browser, reader)
    assert browser.get("/app/v1/runs").status_code == 200
    error_of(browser.get("/app/v1/files"), 403, "scope_denied")


def test_a_key_that_is_sent_along_is_not_looked_at(browser: httpx.Client, api: Api) -> None:
    headers = {"Authorization": f"Bearer {api.secret}"}
    error_of(browser.get("/app/v1/runs", headers=headers), 401, "unauthenticated")


def test_what_is_not_there_is_404_as_under_v1(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    error_of(browser.get("/app/v1/nothing"), 404, "not_found")
    assert browser.put("/app/v1/runs").status_code == 405


# Other sites ------------------------------------------------------------------------------------


FOREIGN = {
    "origin": {"Origin": "https://evil.example"},
    "other port": {"Origin": "http://127.0.0.1:1"},
    "opaque": {"Origin": "null"},
    "cross site": {"Sec-Fetch-Site": "cross-site"},
    "same site": {"Sec-Fetch-Site": "same-site"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("path", ["/app/v1/runs", "/session"])
def test_what_another_site_causes_is_refused(
    browser: httpx.Client, api: Api, path: str, headers: dict[str, str]
) -> None:
    sign_in(browser, api)
    body = {"model": "y0-fast", "prompt": "What is 2 + 2?"}
    before = api.get("/v1/runs").json()["data"]
    error_of(browser.get(path, headers=headers), 400, "invalid_request")
    error_of(browser.post(path, json=body, headers=headers), 400, "invalid_request")
    assert api.get("/v1/runs").json()["data"] == before


def test_a_call_without_the_dashboards_header_is_refused(
    server: Server, browser: httpx.Client, api: Api
) -> None:
    sign_in(browser, api)
    with httpx.Client(base_url=server.url, cookies=browser.cookies) as form:
        for path in ("/app/v1/runs", "/session"):
            error = error_of(form.get(path), 400, "invalid_request")
            assert error["errors"] == {"Runwright-Dashboard": ["is required"]}


def test_its_own_origin_passes(server: Server, browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    own = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert browser.get("/app/v1/runs", headers=own).status_code == 200


def test_a_preflight_of_another_site_allows_it_nothing(browser: httpx.Client) -> None:
    asked = browser.options("/app/v1/runs", headers={"Origin": "https://evil.example"})
    assert asked.status_code >= 400
    assert not any(name.startswith("access-control") for name in asked.headers)


# The end ----------------------------------------------------------------------------------------


def test_signing_out_ends_it_for_whoever_has_the_cookie(
    server: Server, browser: httpx.Client, api: Api
) -> None:
    sign_in(browser, api)
    with httpx.Client(base_url=server.url, headers=OWN, cookies=browser.cookies) as thief:
        assert thief.get("/app/v1/runs").status_code == 200
        ended = browser.delete("/session")
        assert ended.status_code == 200
        assert "Max-Age=0" in ended.headers["set-cookie"]
        error_of(thief.get("/app/v1/runs"), 401, "unauthenticated")
    error_of(browser.get("/session"), 401, "unauthenticated")


def test_it_ends_with_its_key(server: Server, browser: httpx.Client, api: Api) -> None:
    made = api.post("/v1/keys", {"name": "short", "scopes": ["runs:read"]}).json()
    with Api(server.url, made["secret"]) as short:
        sign_in(browser, short)
    assert browser.get("/app/v1/runs").status_code == 200
    assert api.delete(f"/v1/keys/{made['id']}").status_code == 200
    error_of(browser.get("/app/v1/runs"), 401, "unauthenticated")


def test_it_ends_with_the_secret_that_it_began_with(
    server: Server, browser: httpx.Client, api: Api
) -> None:
    made = api.post("/v1/keys", {"name": "turned", "scopes": ["runs:read"]}).json()
    with Api(server.url, made["secret"]) as turned:
        sign_in(browser, turned)
    assert api.post(f"/v1/keys/{made['id']}/rotate", {"grace_seconds": 0}).status_code == 200
    error_of(browser.get("/app/v1/runs"), 401, "unauthenticated")


def test_it_ends_after_its_time(server: Server, browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    Raw(server).run("UPDATE sessions SET expires_at = '2020-01-01T00:00:00.000Z'")
    error_of(browser.get("/app/v1/runs"), 401, "unauthenticated")


def test_neither_log_nor_database_holds_a_secret(
    server: Server, browser: httpx.Client, api: Api
) -> None:
    cookie = sign_in(browser, api).cookies[f"runwright_{browser.base_url.port}"]
    browser.get("/app/v1/runs")
    log = server.log.read_text()
    stored = b"".join(path.read_bytes() for path in server.data.rglob("*.db*") if path.is_file())
    for secret in (api.secret, cookie):
        assert secret not in log
        assert secret.encode() not in stored


def test_signing_in_and_out_is_in_the_audit_log(browser: httpx.Client, api: Api) -> None:
    sign_in(browser, api)
    browser.delete("/session")
    entries = api.get("/v1/audit_log").json()["data"]
    assert {"sessions.create", "sessions.delete"} <= {entry["action"] for entry in entries}
