"""The house rules, as tests: what a reviewer should never have to say twice.

Each rule reads the source as it is; an exception is listed by name with its reason.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "runwright"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
LONGEST = 400

STORES = {"store.py", "audit.py", "erasures.py", "budgets.py", "outbox.py"}
BUILDERS = {"select", "insert", "update", "delete", "values", "insert_or_ignore"}

WITHOUT_GRANT = {
    # Recognising a key is what grants are made from, so it can need none.
    "trust/store.py": {
        "principal_by_secret",
        "principal_by_key",
        # So does noting that it was recognised, and nothing is shown.
        "use_keys",
        # The first project and the first key are made before any grant can exist.
        "add_project",
        "find_project",
        "add_key",
    },
    # How often a key may ask is settled before what it may do; a number says nothing.
    "trust/rates/store.py": {"lease_tokens", "drop_bucket"},
    # A run's key or project is what a grant of the service is made from; a sweep gives ids only.
    "runs/store.py": {"key_of", "orphans", "project_of"},
    # What is to be indexed, of every project at once: hashes go in, and nothing is shown.
    "runs/listing/words/store.py": {"next_waiting", "add"},
    # A budget also counts what keys that descend from its own spent elsewhere: a sum, no run.
    "runs/accounts/store.py": {"spent_since"},
    # Whether an agent or a network is still there; nothing of it is shown.
    "agents/store.py": {"is_there", "network_is_there"},
    # A sweep gives ids only, and whether a blob has a file is asked before there is a grant.
    "files/store.py": {"orphans", "exists"},
    # Which indexes the database has; they are built from rows without anybody seeing them.
    "context/index/pgvector/store.py": {"is_available", "next_large", "mark"},
    # Which shelf has vectors of another recipe: a project and a source, nothing that is on it.
    "context/index/store.py": {"outdated"},
    # Hashes, sizes, signatures and public keys: no project's data can be read out of them.
    "trust/tree/store.py": {
        *("keys", "add_key", "sizes", "head", "hashes", "tile", "roots", "tiles_written"),
        *("add_tiles", "kept", "kept_since", "all_kept", "keep", "mark", "marked"),
        *("some_sizes", "some_signed"),
    },
    # A number says nothing; and housekeeping deletes by time.
    "events/store.py": {"head_of", "drop_old"},
    # Who is to be told what, for every project at once: ids and types, never what they are about.
    "events/webhooks/store.py": {
        *("behind", "take_behind", "events_after", "add_deliveries", "drop_old"),
    },
    # The same for what endpoints answered.
    "events/webhooks/deliveries/store.py": {"drop"},
    # Housekeeping of every project at once: it deletes by time, and shows nothing.
    "api/store.py": {"drop_expired"},
    # Somebody who waits for a key is of no project yet.
    "access/login/store.py": {"add", "by_code", "by_device", "approve", "drop", "drop_old"},
}
NO_PROJECT_DATA = {
    "access/login/store.py": "whoever waits for a key belongs to no project yet",
    "access/sessions/store.py": "a session is two hashes and a time: the key itself gives grants",
    "jobs/store.py": "the queue carries ids only: whoever works on a job must get a grant",
    "jobs/embedded/store.py": "the same",
    "jobs/postgres/store.py": "the same",
    "models/store.py": "snapshots are the server's own",
    "events/outbox.py": "the numbering itself: appended by the writer, under a grant's project",
    "trust/audit.py": "the chain itself: appended by the writer, read through `trust/entries`",
}
LATE_IMPORTS = {
    "db/migrate.py": {"alembic", "alembic.config", "sqlalchemy", "sqlalchemy.pool"},
    # Heavy: many servers never embed anything, and those that do load them at the first text.
    "context/index/embedder.py": {"onnxruntime", "tokenizers"},
    "context/index/reader.py": {"tokenizers"},
    "context/index/reader_weights.py": {"onnx"},
    "context/index/weights.py": {"onnx"},
    "minds/embedded/parser/parser.py": {"tokenizers"},
    # It loads its forty languages at once: the first search waits for that, not the start.
    "text/stems.py": {"snowballstemmer"},
    # Only a server whose documentation is read renders it.
    "api/markdown.py": {
        *("markdown_it", "pygments", "pygments.formatters.html", "pygments.lexers"),
        "pygments.util",
    },
    # Only servers whose operator named a language model ask one.
    "models/providers/vendor.py": {
        *("openai", "anthropic", "httpx2", "runwright.models.providers"),
    },
    "models/providers/local.py": {"xllamacpp"},
    "minds/language/structured.py": {"jsonschema"},
    # An extra that only a run with a chart needs; without it there is no chart.
    "artifacts/canvas.py": {"PIL"},
    # A start takes no time for curves: the first signature or the first check does.
    "trust/signing.py": {
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ed25519",
    },
    # httpx takes a tenth of a second, which only somebody who makes a client should wait for.
    "client/clients.py": {"runwright.client.transport"},
    # A server that delivers nothing need not load what sends.
    "events/webhooks/deliver.py": {"runwright.events.webhooks.sending"},
    # The queue of PostgreSQL, which takes a third of a second to load.
    "db/migrations/versions/0001_schema.py": {"procrastinate.schema"},
    "worker.py": {"runwright.jobs.postgres.queue"},
    # Reading pictures takes seconds to load, and most pages are text.
    "files/formats/pdf/reader.py": {"runwright.files.formats.image.reader"},
}
PROBING = {
    # Their libraries bring an HTTP client that tries a socket when it is imported. The server
    # never imports them: the reader does, when its network is gone.
    "files/formats/audio/reader.py",
    "files/formats/image/reader.py",
    "files/formats/image/ocr.py",
    "files/formats/audio/speech.py",
    # Its scheduler asks the system for the width of a word. Only servers on PostgreSQL load it.
    "jobs/postgres/queue.py",
}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def imports(tree: ast.AST) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node, node.module


def over(paths: Sequence[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """One test for many files, which names each file that breaks the rule.

    A test for each file and rule would be thousands, and cost more than the rules do.
    """

    def as_test(check: Callable[[Path], None]) -> Callable[[], None]:
        def test() -> None:
            broken = {name_of(path): why for path in paths if (why := breach(check, path))}
            assert broken == {}

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return as_test


def breach(check: Callable[[Path], None], path: Path) -> str | None:
    """In what way a file breaks a rule, if it does."""
    try:
        check(path)
    except AssertionError as error:
        return str(error) or "broken"
    return None


every_module = over(MODULES)
every_store = over([path for path in MODULES if path.name in STORES])


@every_module
def test_a_module_opens_with_what_lives_there(path: Path) -> None:
    assert (ast.get_docstring(tree_of(path)) or "").strip()


@every_module
def test_no_file_grows_too_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


def test_no_test_file_grows_too_long() -> None:
    files = [p for p in (ROOT / "tests").rglob("*.py") if p.name != "test_keys.py"]
    long = [p.name for p in files if len(p.read_text("utf-8").splitlines()) > LONGEST + 100]
    assert long == []


@every_store
def test_statements_are_built_once_at_module_level(path: Path) -> None:
    found = [
        f"{function.name}: {called(node)}"
        for function in functions(tree_of(path))
        if not is_built_once(function)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and called(node) in BUILDERS and not is_mapping(node)
    ]
    assert found == []


def is_built_once(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether what it returns is remembered, for statements of which there are very many."""
    return any(
        isinstance(each, ast.Name) and each.id == "cache" for each in function.decorator_list
    )


def is_mapping(node: ast.Call) -> bool:
    """`some_dict.values()`, which builds no statement."""
    return called(node) == "values" and not node.args and not node.keywords


@every_module
def test_sqlalchemy_stays_in_the_storage_and_the_stores(path: Path) -> None:
    if path.name in STORES or name_of(path).startswith("db/"):
        return
    assert [name for _, name in imports(tree_of(path)) if name.startswith("sqlalchemy")] == []


@every_module
def test_no_error_is_swallowed(path: Path) -> None:
    """`pass` alone in a handler hides an error; a comment must say why nothing is to be done."""
    lines = path.read_text("utf-8").splitlines()
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.ExceptHandler):
            continue
        assert node.type is not None, f"line {node.lineno}: a bare except"
        only = node.body[0] if len(node.body) == 1 else None
        if isinstance(only, ast.Pass):
            assert "#" in lines[only.lineno - 1], f"line {only.lineno}: swallowed without a reason"


@every_module
def test_nothing_is_asserted_that_python_may_leave_out(path: Path) -> None:
    """`python -O` drops assertions: a branch narrows a type, or one that cannot fail is used."""
    assert [n.lineno for n in ast.walk(tree_of(path)) if isinstance(n, ast.Assert)] == []


@every_module
def test_imports_stand_at_the_top(path: Path) -> None:
    allowed = LATE_IMPORTS.get(name_of(path), set())
    late = {
        name
        for function in functions(tree_of(path))
        for _, name in imports(function)
        if name not in allowed
    }
    assert late == set()


@every_module
def test_http_stays_in_the_routes(path: Path) -> None:
    """A service takes a caller or a grant, and values; a restore or a worker has no HTTP."""
    if path.name == "routes.py" or name_of(path).startswith("api/"):
        return
    http = {f"runwright.api.{name}" for name in ("call", "downloads", "router")}
    assert [name for _, name in imports(tree_of(path)) if name in http] == []


@every_module
def test_the_trail_of_a_grant_is_kept(path: Path) -> None:
    """A trail that is only handed to the kernel is stored by nobody: an access without a record."""
    handed = [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.keyword) and n.arg == "trail"]
    dropped = {node.lineno for node in handed if isinstance(node.value, ast.Call)}
    for function in functions(tree_of(path)):
        named = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
        only_handed = {n.value for n in ast.walk(function) if isinstance(n, ast.keyword)}
        kept = {n.id for n in named if isinstance(n.ctx, ast.Load) and n not in only_handed}
        for made in ast.walk(function):
            if isinstance(made, ast.Assign) and is_new_trail(made.value):
                dropped |= {
                    target.lineno
                    for target in made.targets
                    if isinstance(target, ast.Name) and target.id not in kept
                }
    assert dropped == set()


def is_new_trail(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called(node) == "Trail"


@every_store
def test_whoever_touches_a_projects_data_takes_a_grant(path: Path) -> None:
    name = name_of(path)
    if name in NO_PROJECT_DATA:
        return
    without = {
        function.name
        for function in tree_of(path).body
        if isinstance(function, ast.FunctionDef)
        and not function.name.startswith("_")
        and takes(function, {"Reader", "Tx"})
        and not takes(function, {"Grant"})
    }
    assert without == WITHOUT_GRANT.get(name, set())


@every_store
def test_a_grant_that_is_taken_is_used(path: Path) -> None:
    """Directly, or by handing it on: one that is taken for show guards nothing."""
    unused = {
        function.name
        for function in functions(tree_of(path))
        if takes(function, {"Grant"})
        and not any(isinstance(n, ast.Name) and n.id == "grant" for n in ast.walk(function))
    }
    assert unused == set()


def takes(function: ast.FunctionDef | ast.AsyncFunctionDef, types: set[str]) -> bool:
    arguments = [*function.args.args, *function.args.kwonlyargs]
    return any(isinstance(a.annotation, ast.Name) and a.annotation.id in types for a in arguments)


def test_only_the_kernel_makes_grants() -> None:
    makers = {
        name_of(path)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and called(node) == "Grant"
    }
    assert makers == {"trust/kernel.py"}


def test_only_the_writer_commits() -> None:
    committing = {
        name_of(path)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value == "COMMIT"
    }
    assert committing == {"db/writer.py"}


@every_module
def test_no_ambient_way_around_the_kernel(path: Path) -> None:
    assert not re.search(r"skip_(auth|permission)|TESTING|is_test\b", path.read_text("utf-8"))


# Routes -----------------------------------------------------------------------------------------


def routes() -> list[tuple[str, str, str]]:
    """Method, path and scope of every route, read off the source of the route tables."""
    found = []
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and called(node) == "Route" and node.keywords:
                given = {k.arg: ast.unparse(k.value).strip("'") for k in node.keywords}
                if "path" in given and "action" in given:
                    found.append((given["method"], given["path"], given.get("scope", "")))
    return found


def test_every_route_names_a_scope_or_says_that_it_needs_none() -> None:
    table = routes()
    assert len(table) >= 33
    assert [route for route in table if not route[2].startswith(("Scope.", "Access."))] == []
    assert len({(method, path) for method, path, _ in table}) == len(table)


def test_a_contract_test_mentions_every_path() -> None:
    texts = [p.read_text("utf-8") for p in (ROOT / "tests" / "contract").glob("test_*.py")]
    paths = {path for _, path, _ in routes()}
    assert [path for path in paths if not any(mentions(text, path) for text in texts)] == []


def mentions(text: str, path: str) -> bool:
    pattern = re.escape(path).replace(r"\{id\}", r"[^/\s]+").replace(r"\{code\}", r"[^/\s]+")
    return re.search(pattern + r"(?![\w/])", text) is not None


# Importing --------------------------------------------------------------------------------------

IMPORT_EVERYTHING = """
import os, pathlib, sys, threading
root = pathlib.Path(sys.argv[1])
written = []
def watch(event, arguments):
    # A number is a file that was opened, and told, before: compiling a module writes by one.
    if event == "open" and not isinstance(arguments[0], int):
        by_flags = arguments[2] & (os.O_WRONLY | os.O_RDWR)
        is_written = by_flags or set(arguments[1] or "") & set("wax+")
        if is_written and "__pycache__" not in str(arguments[0]):
            written.append(str(arguments[0]))
    if event in ("socket.bind", "socket.connect", "subprocess.Popen", "sqlite3.connect"):
        written.append(event)
sys.addaudithook(watch)
for path in sorted(root.rglob("*.py")):
    parts = path.relative_to(root.parent).with_suffix("").parts
    if "migrations" in parts or parts[-1] == "__main__" or "/".join(parts[1:]) in sys.argv[2:]:
        continue
    __import__(".".join(part for part in parts if part != "__init__"))
print(written, threading.active_count())
"""


def test_nothing_runs_at_import() -> None:
    probing = [name.removesuffix(".py") for name in PROBING]
    done = subprocess.run(
        [sys.executable, "-B", "-c", IMPORT_EVERYTHING, str(PACKAGE), *probing],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["[]", "1"]


def test_the_embedded_default_imports_neither_postgresql_nor_what_asks_language_models() -> None:
    heavy = {"psycopg", "alembic", "procrastinate", "openai", "anthropic", "httpx2"}
    code = f"import sys, runwright.cli.serve; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# Decisions --------------------------------------------------------------------------------------


def test_decisions_are_numbered_without_gaps() -> None:
    folder = ROOT / "docs" / "decisions"
    names = sorted(p.name for p in folder.glob("*.md") if p.name.lower() != "readme.md")
    if not names:
        pytest.skip("no decision is written down yet")
    numbers = [re.match(r"(\d{4})-[a-z0-9-]+\.md$", name) for name in names]
    assert all(numbers), names
    assert [int(n[1]) for n in numbers if n] == list(range(1, len(names) + 1))
