"""Measures a trained network on wordings that it has not learned from, and calibrates it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from training.base import POSITIONS
from training.dialogues.check import Turn
from training.examples import batch_of, in_pieces, spans_in
from training.labels import HEADS, MEASURE_HEADS, TAGGED, has_spans
from training.network import Network
from training.schema import Clause, Wording
from training.vary import Example, as_written, in_dialogue

BATCH = 512


class Outcome(NamedTuple):
    """How one clause was read."""

    example: Example
    labels: dict[str, str]
    read: dict[str, str]
    spans: list[Any]
    head_log: float
    """The logarithm of how sure the heads were that it concerns, together."""
    tag_log: float

    @property
    def heads_right(self) -> bool:
        """Whether every head that it concerns chose right."""
        return all(self.read[name] == value for name, value in self.labels.items())

    @property
    def spans_right(self) -> bool:
        """Whether its spans are those that were written down, but for an article."""
        return self._spans_are(lambda wanted, read: wanted == read)

    @property
    def is_usable(self) -> bool:
        """Whether all is right but for where a span begins and ends: names are found in records
        by a part of their words, too."""

        def share(wanted: str, read: str) -> bool:
            return bool({*wanted.split()} & {*read.split()})

        return self.heads_right and self._spans_are(share)

    def _spans_are(self, alike: Callable[[str, str], bool]) -> bool:
        if not has_spans(self.labels):
            return True
        wanted = _plain(self.example.text, [(s.start, s.end, s.tag) for s in self.example.spans])
        found = _plain(self.example.text, self.spans)
        return len(wanted) == len(found) and all(
            own[0] == other[0] and alike(own[1], other[1])
            for own, other in zip(wanted, found, strict=True)
        )

    @property
    def is_exact(self) -> bool:
        """Whether all of it is right."""
        return self.heads_right and self.spans_right


_ARTICLES = ("the ", "my ", "our ", "a ", "an ", "any ", "some ")


def _plain(text: str, spans: Sequence[Any]) -> list[tuple[str, str]]:
    plain = []
    for start, end, tag in spans:
        words = text[start:end].lower().strip(" ?.,!")
        for article in _ARTICLES:
            words = words.removeprefix(article)
        plain.append((tag, words))
    return sorted(plain)


def read(
    network: Network, tokenizer: Any, clauses: Sequence[Clause], device: str
) -> Iterator[Outcome]:
    """How clauses are read."""
    yield from read_examples(network, tokenizer, [as_written([c]) for c in clauses], device)


def read_examples(
    network: Network, tokenizer: Any, known: Sequence[Example], device: str
) -> Iterator[Outcome]:
    """How examples are read."""
    network.eval()
    names = list(HEADS)
    for at in range(0, len(known), BATCH):
        examples = known[at : at + BATCH]
        batch = batch_of(tokenizer, examples, POSITIONS)
        with torch.no_grad():
            heads, tags, _ = network(torch.from_numpy(batch.ids).long().to(device))
        sizes = [len(values) for values in HEADS.values()]
        sure = [head.softmax(-1).cpu().numpy() for head in heads.float().split(sizes, -1)]
        tag_sure = tags.float().softmax(-1).cpu().numpy()
        for row, example in enumerate(examples):
            chosen = {n: HEADS[n][int(sure[k][row].argmax())] for k, n in enumerate(names)}
            concerned = concerned_by(chosen)
            pieces = in_pieces(tokenizer, example, POSITIONS)
            best = tag_sure[row, : len(pieces.ids)]
            spans = spans_in(example.text, pieces.places, list(best.argmax(-1)))
            yield Outcome(
                example,
                example.labels or {},
                chosen,
                spans,
                sum(math.log(sure[names.index(n)][row].max()) for n in concerned),
                float(np.log(best[1:-1].max(-1)).sum()) if chosen["route"] in TAGGED else 0.0,
            )


def concerned_by(chosen: dict[str, str]) -> list[str]:
    """The heads whose word counts for the route that was chosen."""
    route = chosen["route"]
    if route not in TAGGED:
        return ["route"]
    others = [name for name in HEADS if name not in MEASURE_HEADS.values() and name != "direction"]
    direction = ["direction"] if route == "finance" else []
    return [*others, MEASURE_HEADS[route], *direction]


def figures(network: Network, tokenizer: Any, split: Any, device: str) -> dict[str, Any]:
    """What is published."""
    parts = {"held_back": split.test, "strange": split.strange}
    return {
        name: _of(network, tokenizer, wordings, device)
        for name, wordings in parts.items()
        if wordings
    }


def of_dialogues(
    network: Network, tokenizer: Any, dialogues: Sequence[Sequence[Turn]], device: str
) -> dict[str, Any]:
    """How later questions are read beside those before them."""
    examples = [
        in_dialogue(turns, number) for turns in dialogues for number in range(1, len(turns))
    ]
    outcomes = list(read_examples(network, tokenizer, examples, device))
    return _shares(outcomes) if outcomes else {}


def _of(
    network: Network, tokenizer: Any, wordings: Sequence[Wording], device: str
) -> dict[str, Any]:
    clauses = [clause for wording in wordings for clause in wording.clauses]
    shares = _shares(list(read(network, tokenizer, clauses, device)))
    return shares | {"boundaries": _boundaries(network, tokenizer, wordings, device)}


def _shares(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    by_head = {
        name: [each.read[name] == each.labels[name] for each in outcomes if name in each.labels]
        for name in HEADS
    }
    return {
        "clauses": len(outcomes),
        "heads": _share([each.heads_right for each in outcomes]),
        "spans": _share([each.spans_right for each in outcomes]),
        "exact": _share([each.is_exact for each in outcomes]),
        "usable": _share([each.is_usable for each in outcomes]),
        "by_head": {name: _share(right) for name, right in by_head.items() if right},
        "by_route": {
            route: _share([o.is_exact for o in outcomes if o.labels["route"] == route])
            for route in HEADS["route"]
        },
    }


def _share(right: Sequence[bool]) -> float:
    return round(sum(right) / max(1, len(right)), 4)


def _boundaries(
    network: Network, tokenizer: Any, wordings: Sequence[Wording], device: str
) -> dict[str, float]:
    network.eval()
    right: dict[bool, list[bool]] = {False: [], True: []}
    for at in range(0, len(wordings), BATCH):
        examples = [as_written(wording.clauses) for wording in wordings[at : at + BATCH]]
        batch = batch_of(tokenizer, examples, POSITIONS)
        with torch.no_grad():
            _, _, boundaries = network(torch.from_numpy(batch.ids).long().to(device))
        found = boundaries.float().argmax(-1).cpu().numpy()
        for row, example in enumerate(examples):
            known = batch.begins[row] >= 0
            same = np.array_equal(found[row][known], batch.begins[row][known])
            right[bool(example.boundaries)].append(bool(same))
    return {"one": _share(right[False]), "several": _share(right[True])}


def _is_untold(outcome: Outcome) -> bool:
    """Whether it says nothing of how sure a reading is: that of a document's question is no more
    than its route."""
    return outcome.read["route"] in TAGGED and outcome.labels == {"route": outcome.read["route"]}


def doubts(
    network: Network, tokenizer: Any, wordings: Sequence[Wording], device: str
) -> Iterator[str]:
    """Lines whose labels a network that has not seen them reads otherwise, the surest first."""
    clauses = [clause for wording in wordings for clause in wording.clauses]
    doubted = [o for o in read(network, tokenizer, clauses, device) if not o.is_exact]
    for each in sorted(doubted, key=lambda o: -(o.head_log + o.tag_log)):
        wrong = {n: [v, each.read[n]] for n, v in each.labels.items() if each.read[n] != v}
        text = each.example.text
        spans = [[text[s.start : s.end], s.tag] for s in each.example.spans]
        got = [[text[start:end], tag] for start, end, tag in each.spans]
        found = {"text": text, "heads": wrong, "sure": round(each.head_log + each.tag_log, 3)}
        if not each.spans_right:
            found |= {"spans": spans, "read_spans": got}
        yield json.dumps(found, ensure_ascii=False) + "\n"


def calibrated(
    network: Network, tokenizer: Any, wordings: Sequence[Wording], device: str
) -> dict[str, float]:
    """A logistic curve from how sure heads and tags are to how often all is usable."""
    clauses = [clause for wording in wordings for clause in wording.clauses]
    outcomes = [o for o in read(network, tokenizer, clauses, device) if not _is_untold(o)]
    features = np.array([[o.head_log, o.tag_log, 1.0] for o in outcomes])
    right = np.array([o.is_usable for o in outcomes], float)
    weights = np.array([1.0, 1.0, 0.0])
    for _ in range(100):
        likely = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - likely) - 0.01 * weights
        curve = (features * (likely * (1 - likely))[:, None]).T @ features + 0.01 * np.eye(3)
        weights += np.linalg.solve(curve, slope)
    return {name: float(w) for name, w in zip(("heads", "tags", "bias"), weights, strict=True)}
