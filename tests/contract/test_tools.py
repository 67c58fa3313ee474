"""`GET /v1/tools` shows what runs of a key can do, and nothing that its scopes do not allow."""

from __future__ import annotations

import pytest

from api.conforming import conforming, document  # noqa: F401
from runwright.tools.catalog import TOOLS, arguments_schema, offered, result_schema
from support.client import Api, error_of


@pytest.mark.usefixtures("conforming")
def test_every_tool_is_listed_in_order_with_its_schemas(api: Api) -> None:
    listing = api.get("/v1/tools").json()
    assert listing["object"] == "list"
    assert [tool["name"] for tool in listing["data"]] == list(TOOLS)
    for tool in listing["data"]:
        assert tool["arguments"] == arguments_schema(tool["name"])
        assert tool["result"] == result_schema(tool["name"])
        assert tool["scopes"] == [f"{source}:read" for source in tool["sources"]]


def test_a_key_sees_only_tools_that_its_scopes_allow(api: Api) -> None:
    with api.key("runs:read", "finance:read") as narrow:
        names = [tool["name"] for tool in narrow.get("/v1/tools").json()["data"]]
    assert names == [tool.name for tool in offered(["finance"])]
    with api.key("runs:read") as narrower:
        listed = narrower.get("/v1/tools").json()["data"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in offered(())]
    assert all(tool["sources"] == [] for tool in listed)


def test_the_list_needs_the_scope_of_reading_runs(api: Api) -> None:
    with api.key("finance:read") as narrow:
        error = error_of(narrow.get("/v1/tools"), 403, "scope_denied")
    assert "runs:read" in error["message"]
