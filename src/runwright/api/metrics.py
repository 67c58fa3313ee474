"""What the service counts about itself, for Prometheus.

Labels are route templates and statuses, never ids, so their number is bounded.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    start_http_server,
)

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """One process's numbers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "runwright_requests",
            "Requests by route, method and status",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "runwright_request_seconds",
            "Time from the request to its answer",
            ["method", "route"],
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        key = (method, route, status)
        children = self._children.get(key)
        if children is None:
            # Looking a child up by its labels costs more than the rest of this function.
            children = self._children[key] = (
                self._requests.labels(method, route, str(status)),
                self._seconds.labels(method, route),
            )
        counter, histogram = children
        counter.inc()
        histogram.observe(seconds)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A gauge that is read when asked for."""
        Gauge(f"runwright_{name}", text, registry=self.registry).set_function(value)

    def serve(self, host: str, port: int) -> None:
        """Answer on an address of their own, from a thread that lives as long as the process."""
        start_http_server(port, host, self.registry)

    def render(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
