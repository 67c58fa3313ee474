"""The one item that stands for a whole document, made when all of its parts have gone by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from runwright.context.index import names
from runwright.context.types import Mention
from runwright.files.formats.documents.bills import reader as bills
from runwright.files.formats.documents.day import day_of
from runwright.files.formats.documents.kinds import kind_of, policy_number
from runwright.files.formats.documents.language import language_of
from runwright.files.formats.documents.papers import LOOKED_AT, Paper, paragraphs_of
from runwright.files.formats.documents.parties import parties_of
from runwright.files.formats.structure import turns
from runwright.files.formats.structure.days import Days
from runwright.files.formats.types import Draft, Page, Part, Reading, Segment
from runwright.records.document_text import document_text
from runwright.records.facts import LONGEST_NAME, Document, Passage

_LONGEST_TITLE = 200


class Description:
    """Watches the parts of a document, and describes the whole of it."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._text = ""
        self._pages = 0
        self._speakers: dict[str, None] = {}
        self._is_speech = False
        self._items = {"passage": 0, "table": 0, "transaction": 0}

    def watch(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The parts as they are."""
        for part in parts:
            if isinstance(part, Page):
                self._pages += 1
                if len(self._text) < LOOKED_AT:
                    self._text += f"{part.text}\n\n"
            elif isinstance(part, Segment):
                self._is_speech = True
            elif isinstance(part, Draft):
                self._look_at(part)
            yield part

    def _look_at(self, draft: Draft) -> None:
        if draft.kind in self._items:
            self._items[draft.kind] += len(draft.text)
        if isinstance(draft.facts, Passage):
            self._speakers.update((turn.speaker, None) for turn in draft.facts.turns)

    def drafts(self, title: str) -> Iterator[Draft]:
        """One item for the document; none when nothing was read of it."""
        if not self._items["passage"] and not self._items["table"]:
            return
        facts = self._facts(title)
        mentions = tuple(
            Mention("name", party, names.key(party))
            for party in dict.fromkeys(filter(None, (facts.issuer, *facts.parties)))
        )
        yield Draft(
            "documents",
            facts,
            document_text(facts),
            facts.title,
            mentions=mentions,
        )

    def _facts(self, title: str) -> Document:
        paper = self._paper(title)
        kind = kind_of(paper)
        day = day_of(paper, kind)
        is_bill = kind in ("invoice", "receipt")
        bill = bills.read(paper, kind, day, self._reading.zone) if is_bill else bills.Bill()
        people = (bill.issuer, bill.recipient) if is_bill else parties_of(paper, kind)
        return Document(
            document=kind,
            title=title[:_LONGEST_TITLE],
            date=day.isoformat() if day else None,
            parties=tuple(name[:LONGEST_NAME] for name in people if name),
            language=paper.language,
            pages=max(self._pages, 1),
            issuer=bill.issuer,
            number=policy_number(paper) if kind == "policy" else bill.number,
            total=bill.total,
            currency=bill.currency,
            due=bill.due.isoformat() if bill.due else None,
        )

    def _paper(self, title: str) -> Paper:
        language = language_of(self._text)
        style = turns.style_of(self._text)
        # A title that is only the name of the file says nothing of what is in it.
        stem = PurePath(self._reading.filename).stem
        is_own = title not in (stem, stem.replace("_", " ").strip())
        paragraphs = paragraphs_of(self._text)
        return Paper(
            title=title if is_own else "",
            lines=tuple(line for lines in paragraphs for line in lines),
            days=Days(self._text, self._reading, language),
            language=language,
            speakers=tuple(self._speakers),
            is_chat=style is not None and style.is_chat and bool(self._speakers),
            is_speech=self._is_speech,
            is_statement=self._items["transaction"] > 0,
            is_mostly_tables=self._items["table"] > 3 * self._items["passage"],
            paragraphs=paragraphs,
        )
