# ruff: noqa: A005 - it is called bench.profile, and shadows nothing
"""Where the time goes: `python -m bench.profile [post|get] [service|spine|bare]`.

The server runs with one cProfile in each thread, by CPU time of that thread, during a load. What
the profiler itself costs at each call is measured and taken off, so figures are near the truth
and good for comparing; the true cost of a request is what `python -m bench` prints.
"""

from __future__ import annotations

import argparse
import cProfile
import marshal
import runpy
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bench import load, processes

Function = tuple[str, int, str]
_PROBES = 200_000


@dataclass(slots=True)
class Line:
    """One function in the sum of all threads' profiles."""

    calls: int = 0
    made: int = 0
    """Calls that it made itself."""
    seconds: float = 0.0
    """In the function itself."""
    within: float = 0.0
    """In it and in all that it called."""


# In the server -----------------------------------------------------------------------------------


class _Profiles:
    """One profile a thread, by the thread's name; told what to do on standard input."""

    def __init__(self) -> None:
        self._profiles: dict[str, cProfile.Profile] = {}
        self._bias = _bias()
        threading.Thread(target=self._obey, daemon=True).start()

    def begin(self, *_: object) -> None:
        """Profile the current thread from here on (also as a hook of `threading`)."""
        name = threading.current_thread().name
        profile = self._profiles[name] = cProfile.Profile(time.thread_time)
        profile.enable()

    def _obey(self) -> None:
        for line in sys.stdin:
            word, _, path = line.strip().partition(" ")
            if word == "clear":
                for profile in self._profiles.values():
                    profile.clear()
            elif word == "dump":
                self._dump(Path(path))

    def _dump(self, path: Path) -> None:
        threads = {}
        for name, profile in self._profiles.items():
            profile.snapshot_stats()
            threads[name] = profile.stats
        part = path.with_suffix(".part")
        part.write_bytes(marshal.dumps({"bias": self._bias, "threads": threads}))
        part.rename(path)


def _bias() -> tuple[float, float]:
    """What one profiled call adds to the called function's own time, and to its caller's."""

    def inner() -> None:
        pass

    def outer() -> None:
        for _ in range(_PROBES):
            inner()

    begun = time.thread_time()
    outer()
    true = (time.thread_time() - begun) / _PROBES
    profile = cProfile.Profile(time.thread_time)
    profile.runcall(outer)
    profile.create_stats()
    own = {key[2]: row[2] for key, row in profile.stats.items()}
    return own["inner"] / _PROBES, max(0.0, own["outer"] / _PROBES - true)


def _serve(module: str, arguments: list[str]) -> None:
    profiles = _Profiles()
    threading.setprofile(profiles.begin)
    sys.argv = [module, *arguments]
    profiles.begin()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


# Beside it ---------------------------------------------------------------------------------------


@contextmanager
def _profiled(which: str, folder: Path) -> Iterator[processes.Server]:
    """The service or the bare path, set up and started under the profiler."""
    data = folder / which
    if which == "bare":
        plain = processes.bare(data)
        arguments, secret = ["bench.bare", "--data", str(data)], plain.secret
    else:
        secret = processes.set_up(data)
        module = "bench.stub" if which == "spine" else "runwright"
        arguments = [module, "serve", "--data", str(data)]
    command = [sys.executable, "-m", "bench.profile", "--serve", *arguments]
    with processes.Server(command, data / "profile.log", secret) as server:
        yield server


def measure(what: str, which: str, seconds: float, connections: int) -> tuple[Any, int]:
    """The raw profiles of a load, and how many requests it had."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        with _profiled(which, folder) as server:
            ids = load.make_ids(server, 200, folder / "ids")
            _tell(server, "clear")
            if what == "post":
                seen = load.posts(server, connections, seconds)
            else:
                seen = load.gets(server, connections, seconds, ids)
            dump = folder / "dump"
            _tell(server, f"dump {dump}")
            until = time.monotonic() + 30
            while not dump.exists() and time.monotonic() < until:
                time.sleep(0.05)
            return marshal.loads(dump.read_bytes()), seen.requests  # noqa: S302 - our own server's dump


def _tell(server: processes.Server, line: str) -> None:
    server.stdin.write(line.encode() + b"\n")
    server.stdin.flush()
    time.sleep(0.2)


def merge(raw: Any) -> dict[tuple[str, Function], Line]:
    """Per kind of thread and function, with the profiler's own cost taken off."""
    in_callee, in_caller = raw["bias"]
    lines: dict[tuple[str, Function], Line] = defaultdict(Line)
    for thread, stats in raw["threads"].items():
        kind = thread.split("_")[0]
        for function, (_, calls, own, within, callers) in stats.items():
            line = lines[kind, function]
            line.calls += calls
            line.seconds += own - calls * in_callee
            line.within += within
            for caller, (_, made, _, _) in callers.items():
                lines[kind, caller].made += made
    for line in lines.values():
        line.seconds = max(0.0, line.seconds - line.made * in_caller)
    return lines


def by_file(raw: Any) -> dict[str, float]:
    """Own seconds by source file; what is built in counts for the file that called it."""
    in_callee, in_caller = raw["bias"]
    files: dict[str, float] = defaultdict(float)
    for stats in raw["threads"].values():
        for function, (_, calls, own, _, callers) in stats.items():
            if function[0] != "~":
                files[_file(function)] += own - calls * in_callee
            for caller, (_, made, seconds, _) in callers.items():
                files[_file(caller)] -= made * in_caller
                if function[0] == "~":
                    files[_file(caller)] += seconds - made * in_callee
    return files


def _file(function: Function) -> str:
    return "(built in)" if function[0] == "~" else "/".join(Path(function[0]).parts[-2:])


def show_files(files: dict[str, float], requests: int, top: int) -> list[str]:
    """The costliest files."""
    ranked = sorted(files.items(), key=lambda item: -item[1])[:top]
    return [f"{seconds / requests * 1e6:8.1f} µs  {name}" for name, seconds in ranked]


def show(lines: dict[tuple[str, Function], Line], requests: int, top: int) -> list[str]:
    """The costliest functions, by their own time per request."""
    total = sum(line.seconds for line in lines.values())
    out = [f"{total / requests * 1e6:8.1f} µs per request in all, {requests} requests"]
    threads: dict[str, float] = defaultdict(float)
    for (thread, _), line in lines.items():
        threads[thread] += line.seconds
    for thread, seconds in sorted(threads.items()):
        out.append(f"{seconds / requests * 1e6:8.1f} µs in thread {thread}")
    out.append(f"{'self µs':>8} {'calls':>7} {'raw cum':>8}  thread      function")
    ranked = sorted(lines.items(), key=lambda item: -item[1].seconds)
    for (thread, function), line in ranked[:top]:
        own, within = line.seconds / requests * 1e6, line.within / requests * 1e6
        calls = line.calls / requests
        out.append(f"{own:8.2f} {calls:7.2f} {within:8.1f}  {thread:<10}  {_name(function)}")
    return out


def _name(function: Function) -> str:
    path, number, name = function
    if path == "~":
        return name
    return f"{'/'.join(Path(path).parts[-2:])}:{number} {name}"


def main() -> None:
    """Profile one kind of request on one server, and print the top functions."""
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["post", "get"], nargs="?", default="post")
    parser.add_argument("which", choices=["service", "spine", "bare"], nargs="?", default="service")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--top", type=int, default=25)
    parser.add_argument("--json", type=Path, help="also write the merged profile here")
    given = parser.parse_args()
    load.has_wrk()
    raw, requests = measure(given.what, given.which, given.seconds, given.connections)
    lines = merge(raw)
    print(f"{given.what} on {given.which}")
    print("\n".join(show(lines, requests, given.top)))
    print("by file, with the built-in functions that each called:")
    print("\n".join(show_files(by_file(raw), requests, given.top)))
    if given.json:
        rows = [[thread, _name(f), line.calls, line.seconds] for (thread, f), line in lines.items()]
        given.json.write_bytes(orjson.dumps({"requests": requests, "rows": rows}))


if __name__ == "__main__":
    main()
