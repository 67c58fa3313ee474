"""What the service counts about itself, for Prometheus.

Labels are route templates and statuses, never ids, so their number is bounded. Requests are
counted in plain numbers and only become metrics when somebody asks: every request pays for the
counting, a scrape every few seconds for the rest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _Times:
    """The times of one route, by how long they took."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative, as Prometheus wants them."""
        sums, so_far = [], 0
        for bound, count in zip([*map(str, _BOUNDS), "+Inf"], self.counts, strict=True):
            so_far += count
            sums.append((bound, float(so_far)))
        return sums


class Metrics(Collector):
    """One process's numbers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests: dict[tuple[str, str, int], int] = {}
        self._times: dict[tuple[str, str], _Times] = {}
        self.registry.register(self)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        key = (method, route, status)
        self._requests[key] = self._requests.get(key, 0) + 1
        times = self._times.get((method, route))
        if times is None:
            times = self._times[(method, route)] = _Times()
        times.counts[bisect_left(_BOUNDS, seconds)] += 1
        times.total += seconds

    def collect(self) -> Iterator[Metric]:
        """The requests, as the registry asks for them."""
        requests = CounterMetricFamily(
            "runwright_requests",
            "Requests by route, method and status",
            labels=["method", "route", "status"],
        )
        for (method, route, status), count in list(self._requests.items()):
            requests.add_metric([method, route, str(status)], count)
        seconds = HistogramMetricFamily(
            "runwright_request_seconds",
            "Time from the request to its answer",
            labels=["method", "route"],
        )
        for labels, times in list(self._times.items()):
            seconds.add_metric(list(labels), times.buckets(), times.total)
        yield requests
        yield seconds

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A gauge that is read when asked for."""
        Gauge(f"runwright_{name}", text, registry=self.registry).set_function(value)

    def render(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
