"""What a bank's own word for the state of a line means: booked, open, taken back, or refused."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from runwright.records.names import folded

State = Literal["booked", "open", "reversed", "void"]

_BOOKED_WORDS = (
    "completed complete booked posted cleared settled processed executed done success successful"
    " successfully paid gebucht ausgefuhrt abgeschlossen erledigt comptabilise comptabilisee"
    " execute executee effectue effectuee contabilizado contabilizada realizado realizada"
    " completado completada ejecutado ejecutada concluido concluida contabilizzato contabilizzata"
    " eseguito eseguita completato completata geboekt verwerkt uitgevoerd bokfort bogfort"
    " zaksiegowana accepted geaccepteerd accepte acceptee aceptado aceptada accettato accettata"
    " akzeptiert billed berechnet udfort utfort udført utført"
)
_REVERSED_WORDS = (
    "reverted revert reversed returned cancelled canceled cancelation cancellation voided"
    " storniert annulliert annule annulee cancelado cancelada anulado anulada annullato annullata"
    " stornato stornata"
    " geannuleerd annullert annulleret anulowana"
)
_VOID_WORDS = (
    "declined failed failure rejected refused denied void expired aborted unsuccessful error"
    " abgelehnt fehlgeschlagen zuruckgewiesen abgebrochen gescheitert"
    " verweigert abgewiesen refuse refusee rejete rejetee echoue echouee echec"
    " rechazado rechazada denegado denegada fallido fallida"
    " rejeitado rejeitada recusado recusada falhado falhada falhou rifiutato"
    " rifiutata respinto respinta fallito fallita negato negata"
    " geweigerd mislukt afgewezen afgekeurd avvist nekad avvisad odrzucona"
)
_PENDING_WORDS = (
    "pending vorgemerkt vormerkung angekundigt ausstehend attente pendiente sospeso pendente"
    " authorised authorized authorisation authorization hold processing bearbeitung reserviert"
    " gereserveerd reserverad"
)
_PENDING = frozenset(_PENDING_WORDS.split())
_BOOKED, _VOID = frozenset(_BOOKED_WORDS.split()), frozenset(_VOID_WORDS.split())
_REVERSED = frozenset(_REVERSED_WORDS.split())
_NO_DAY_YET = frozenset({"offen", "open", "noch offen", "nicht gebucht", "en cours", "in attesa"})
_NOT = frozenset({"not", "nicht", "non", "no", "nao", "niet", "un"})


def is_pending(cell: str) -> bool:
    """Whether the bank says that a line is announced and not booked yet."""
    return not _PENDING.isdisjoint(folded(cell).split())


def is_undated(cell: str) -> bool:
    """Whether a word where the day should stand says that there is none yet: `offen`."""
    return is_pending(cell) or folded(cell) in _NO_DAY_YET


def is_known(cell: str) -> bool:
    """Whether a cell has a word for a state in it."""
    return not (_PENDING | _BOOKED | _VOID | _REVERSED).isdisjoint(folded(cell).split())


@lru_cache(maxsize=256)
def state(cell: str) -> State:
    """The state that a cell says; what is not known is only told.

    A line that was given back counts: banks write the money that came back as a line of its own.
    """
    words = folded(cell).split()
    if not _PENDING.isdisjoint(words):  # "Umsatz vorgemerkt und nicht gebucht" will be
        return "open"
    if _NOT.isdisjoint(words):
        if not _REVERSED.isdisjoint(words):
            return "reversed"
        if not _VOID.isdisjoint(words):
            return "void"
    done = any(word in _BOOKED for word in words)
    if done and not _NOT.isdisjoint(words):
        return "open" if "yet" in words or "noch" in words else "void"
    return "booked" if done or not words else "open"
