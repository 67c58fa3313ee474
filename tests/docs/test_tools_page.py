"""The page of tools says what the schemas say."""

from __future__ import annotations

from docs.pages import DOCS
from runwright.tools.catalog import TOOLS
from runwright.tools.documentation import page


def test_the_page_of_tools_is_current() -> None:
    assert (DOCS / "tools.md").read_text("utf-8") == f"{page()}\n", "run `make docs`"


def test_the_page_has_every_tool_with_its_arguments() -> None:
    text = page()
    for tool in TOOLS.values():
        section = text.split(f"\n## {tool.name}\n")[1].split("\n## ")[0]
        assert all(f"| `{name}` |" in section for name in tool.arguments.model_fields)
