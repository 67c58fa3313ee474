"""The words of facts, folded, in English and German: what they claim, or that they claim nothing.

A fact is made of slots and of words that join them. A word that is neither listed here nor stands
in what the slots are of would say something that nobody has checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

FUNCTION = word_set("""
    a an the this that these those it its they them their there here i me my mine we us our you
    your yours who whom whose which what where when how of in on at to from for by with as into
    onto about across during within per between among than
    is are was were be been being am has have had having do does did will
    and or but also too while that's it's there's here's itself themselves myself yourself
    der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem
    es sie er ihr ihre ihren ihrem ihrer ihres sein seine seinen seinem seiner ich mir mich mein
    meine meinen meinem meiner wir uns unser unsere unseren du dir dich dein deine deinen deinem
    deiner ihnen ihn ihm wer wen wem was wo wann wie welche welcher welches von vom in im ins an am
    ans auf bei beim zwischen mit zu zum zur aus nach fur um wahrend pro je als sich
    ist sind war waren wird werden wurde wurden worden hat haben hatte hatten habe hast
    und oder aber sowie auch da dort hier davon
    come comes came amount amounts amounted show shows shown list lists listed find found
    betragt betrug betragen belauft beliefen kommt kam kommen ergibt ergab macht gibt gab zeigt
    lag lagen liegt steht stehen
    """)
"""Articles, pronouns, prepositions, conjunctions, copulas, and verbs that only say that something
is there: they say nothing of the records."""

Family = Literal["finance", "calendar", "documents"]
TOOL_FAMILIES: Mapping[str, tuple[Family, ...]] = {
    "find_events": ("calendar",),
    "measure_events": ("calendar",),
    "find_free_time": ("calendar",),
    "find_conflicts": ("calendar",),
    "search_events": ("calendar",),
    "find_transactions": ("finance",),
    "measure_transactions": ("finance",),
    "find_recurring_payments": ("finance",),
    "get_balances": ("finance",),
    "search_transactions": ("finance",),
    "search_documents": ("documents",),
    "read_document": ("documents",),
    "list_documents": ("documents", "finance"),
    "query_table": ("documents",),
    "match_records": ("calendar", "documents", "finance"),
    "calculate": ("calendar", "documents", "finance"),
}
HEDGES = word_set("may might possibly probably perhaps womoglich moglicherweise vielleicht wohl")
SERIES = word_set("""
    subscription subscriptions membership memberships recurring regular regularly fixed
    standing order orders abo abos abonnement abonnements dauerauftrag dauerauftrage laufend
    laufende laufenden fixkosten wiederkehrend wiederkehrende wiederkehrenden regelmassige
    regelmassigen
    """)
OVERLAP = word_set("""
    conflict conflicts conflicting overlap overlaps overlapping overlapped clash clashes
    clashing scheduling double booked konflikt konflikte uberschneiden uberschneidet
    uberschneidung uberschneidungen kollidiert kollidieren gleichzeitig
    """)
HOLDING = word_set(
    "hold holds held stand stands stood available current aktuell aktuelle aktueller"
)
COUNTING = word_set("number count counts counted times often entry entries record records "
                    "recorded item items result results "
                    "anzahl zahl mal oft eintrag eintrage gefunden")  # fmt: skip
SPENT = word_set("""
    spend spends spent spending expense expenses expenditure outgoings ausgegeben ausgibst ausgab
    gabst gaben ausgabe ausgaben
    """)
PAYING = word_set("""
    paid pay pays paying cost costs costing bought buy buys purchased shopped purchase purchases
    gezahlte gezahlten bezahlte bezahlten
    payment payments bezahlt gezahlt zahlung zahlungen kostet kostete kosten gekostet gekauft
    """)
RECEIVED = word_set("""
    receive receives received earn earns earned income incoming got gained credited deposited
    arrived arrives
    erhalten erhielt bekommen bekam verdient verdienst einnahme einnahmen eingenommen eingang
    eingange eingegangen gutgeschrieben einkommen
    """)
EARNED = word_set("earn earns earned income verdient verdienst einkommen")
AVERAGE = word_set("average averages averaged averaging avg typical typically mean usually "
                   "durchschnitt durchschnittlich mittel schnitt ublich ublicherweise")  # fmt: skip
MEDIAN = word_set("median medians")
SHARE = word_set("share shares percent percentage proportion portion anteil anteile prozent")
LOOKED_AT = word_set("looked searched checked examined reviewed durchsucht gepruft angesehen")
LEFT = word_set("left remaining remains remain remained surplus ubrig bleibt blieb verbleiben "
                "verbleibt verbleibend bleiben blieben uberschuss")  # fmt: skip
DUE = word_set("due payable deadline fallig zahlbar falligkeit faellig")
ISSUED = word_set("issued dated ausgestellt datiert written")
COUNTED = word_set("""
    time times twice mal entry entries record records result results item items group groups
    booking bookings payment payments purchase purchases transaction transactions charge charges
    refund refunds expense expenses invoice invoices bill bills document documents file files
    page pages passage passages contract contracts letter letters report reports note notes
    meeting meetings event events appointment appointments task tasks session sessions conflict
    conflicts overlap overlaps clash clashes slot slots window windows gap gaps stretch stretches
    day days people person attendees participants account accounts subscription subscriptions
    buchung buchungen zahlung zahlungen kaufe kauf einkaufe umsatze ausgaben rechnung rechnungen
    dokument dokumente datei dateien seite seiten vertrag vertrage brief briefe bericht berichte
    termin termine terminen treffen besprechung besprechungen aufgabe aufgaben konflikt konflikte
    uberschneidung uberschneidungen eintrag eintrage lucke lucken tag tage personen konten
    abos erstattung erstattungen sitzung sitzungen call calls row rows count counts anzahl number
    shop shops store stores merchant merchants category categories kategorien month months found
    salary salaries fee fees transfer transfers thing things withdrawal withdrawals abhebungen
    """)
"""Of what there may be so many."""
GROUPS = word_set("""
    day days tag tage month months group groups account accounts konten shop shops store stores
    merchant merchants category categories kategorien people
    """)
"""What is not counted where events or bookings are: what they may be grouped by."""
BALANCE = word_set("balance balances saldo kontostand kontostande guthaben")
CONFLICTS = word_set("conflict conflicts overlap overlaps clash clashes konflikt konflikte "
                     "uberschneidung uberschneidungen")  # fmt: skip
STRETCHES = word_set("slot slots block blocks window windows gap gaps stretch stretches opening "
                     "openings lucke lucken zeitfenster zeiten times")  # fmt: skip
FREE = word_set("free available frei freie freien verfugbar")
BUSY = word_set("busy booked occupied taken belegt besetzt ausgebucht")
HOURS = word_set("hour hours h hrs stunde stunden std")
MINUTES = word_set("minute minutes min mins minuten")
BILLS = word_set("invoice invoices bill bills rechnung rechnungen betrag mahnung quittung receipt "
                 "gutschrift scheck cheque vertrag angebot")  # fmt: skip
OVER = word_set("over uber")
UNDER = word_set("under unter")
RATE_UNITS: Mapping[str, frozenset[str]] = {
    "day": word_set("day days daily tag tage tagen taglich age"),
    "week": word_set("week weeks weekly woche wochen wochentlich"),
    "month": word_set("month months monthly monat monate monaten monatlich monats"),
    "quarter": word_set("quarter quarters quarterly quartal quartale vierteljahrlich"),
    "year": word_set("year years yearly annual annually jahr jahre jahren jahrlich jahres"),
}
RATE = word_set("""
    day tag month months monthly year years yearly annual annually week weeks weekly daily days
    quarter quarters quarterly monat monate monaten monatlich monats jahr jahre jahren jahrlich
    jahres woche wochen wochentlich taglich tage tagen quartal quartale vierteljahrlich recurring
    regularly wiederkehrend regelmassig
    """)
DOCUMENT_KINDS = word_set("""
    contract contracts letter letters invoice invoices bill bills agreement report reports policy
    policies minutes vertrag vertrage brief schreiben rechnung rechnungen bericht protokoll notiz
    notizen police
    """)
"""Words that say what kind of document a quotation is from."""
BEGIN = word_set("begin begins began beginning start starts started starting beginnt begann "
                 "beginn startet anfang fangt")  # fmt: skip
FINISH = word_set("end ends ended ending finish finishes finished until till over endet endete "
                  "ende bis schluss")  # fmt: skip
REFUND = word_set("refund refunds refunded returned erstattung erstattungen erstattet "
                  "ruckerstattung ruckerstattungen gutschrift")  # fmt: skip
EXPECTED = word_set("next expected upcoming nachste nachsten nachster nachstes erwartet "
                    "voraussichtlich")  # fmt: skip
COMPARED = word_set("compared comparison verglichen vergleich gegenuber")
"""What follows them is the other figure, and not the change."""
CHANGE = COMPARED | word_set("difference change changed differ unterschied differenz veranderung")

NEGATION = word_set("""
    not no never none nothing nobody nowhere neither nor cannot can't don't doesn't didn't isn't
    aren't wasn't weren't won't hasn't haven't hadn't n't hardly barely
    nicht kein keine keinen keinem keiner keines nie niemals nichts niemand nirgends weder kaum
    """)
AFFIRMATION = word_set("yes indeed right correct ja richtig stimmt nein tatsachlich")
EXCLUSION = word_set("without except excluding excluded exclude apart besides excepting minus "
                     "ohne ausser ausgenommen abgesehen abzuglich")  # fmt: skip
LEAVING = word_set("leaving leaves leave left ausgelassen weggelassen ausgeschlossen")
"""With `out`, they leave something out."""
MOVES = word_set("up down went moved veranderte verandert")
UNIVERSAL = word_set("""
    all every everything everyone everybody each only solely exclusively entirely completely always
    whole entire both any anything anyone just merely ever purely
    alle allen aller alles jede jeder jedes jeden jedem nur ausschliesslich lediglich immer stets
    samtliche samtlichen ganze ganzen ganz gesamte gesamten komplett vollstandig beide beiden
    jemals einzig einzige einzigen
    """)
SOLE = word_set("only einzige einzigen")
ANY = word_set("any anything anyone irgendeine irgendwelche")
MORE = word_set("""
    more higher greater larger bigger longer later rose risen rise increase increased increases
    raised raises raise
    grew grown exceeds exceed exceeded exceeding above beyond up dearer costlier outweighs
    mehr hoher hohere hoheren grosser grossere grosseren langer spater gestiegen stieg zugenommen
    ubersteigt uberstieg ubersteigen uberschritten teurer oberhalb
    """) - {"up"}  # fmt: skip
LESS = word_set("""
    less fewer lower smaller shorter earlier fell fallen fall decrease decreased decreases dropped
    drop drops cheaper below saved reduced sank
    weniger niedriger niedrigere kleiner kleinere kurzer fruher gesunken sank gefallen abgenommen
    billiger gunstiger unterhalb geringer unterschreitet
    """)
EQUAL = word_set("same equal equals identical equally gleich gleiche gleichen dasselbe genauso "
                 "identisch ebenso")  # fmt: skip
AT_LEAST = word_set("least mindestens wenigstens minimum")
AT_MOST = word_set("most hochstens maximal maximum")

BIG = word_set("""
    largest biggest highest most longest greatest top maximum max busiest fullest main dearest
    costliest
    grosste grossten grosster grosstes hochste hochsten hochster hochstes meiste meisten langste
    langsten langster teuerste teuersten maximal vollste
    """)
SMALL = word_set("""
    smallest lowest least shortest fewest cheapest minimum min quietest
    kleinste kleinsten kleinster niedrigste niedrigsten wenigste wenigsten kurzeste kurzesten
    billigste gunstigste gunstigsten geringste geringsten minimal
    """)
EARLY = word_set("first earliest oldest next erste ersten erster erstes fruheste fruhesten alteste "
                 "altesten zuerst nachste nachsten nachster nachstes")  # fmt: skip
LATE = word_set("last latest newest recent recently letzte letzten letzter letztes neueste "
                "neuesten spateste spatesten zuletzt jungste")  # fmt: skip

STATUSES = word_set("cancelled reversed declined")
"""What a record must be said to be, or it would pass for one that counts."""
ALSO = {"abgesagt": "declined"}
"""Words with a second meaning."""
_SYNONYMS = """
    groceries grocery supermarket supermarkets lebensmittel supermarkt supermarkte einkaufe
    rent miete mieten kaltmiete warmmiete
    salary salaries wage wages gehalt lohn gehalter
    insurance insurances versicherung versicherungen
    restaurant restaurants dining gastronomie eating
    transport transit verkehr fahrten
    electricity power strom
    fee fees gebuhr gebuhren
    cash bargeld withdrawal withdrawals abhebung abhebungen
    interest zinsen zins
    tax taxes steuer steuern
    savings sparkonto ersparnisse
    subscription subscriptions abo abos abonnement
    contract contracts agreement vertrag vertrage
    minutes protokoll protokolle
    report reports bericht berichte
    policy policies police
    note notes notiz notizen
    invoice invoices bill bills rechnung rechnungen
    letter letters brief briefe
    cancelled canceled abgesagt storniert entfallt
    tentative vorlaufig vorbehalt
    declined abgelehnt
    accepted accepts zugesagt angenommen
    confirmed bestatigt
    overdue uberfallig
    paid bezahlt beglichen settled
    open unpaid offen offene offenen unbezahlt
    pending vorgemerkt ausstehend
    reversed zuruckgebucht
    monday montag
    tuesday dienstag
    wednesday mittwoch
    thursday donnerstag
    friday freitag
    saturday samstag sonnabend
    sunday sonntag
    monthly monatlich
    yearly jahrlich annually annual
    weekly wochentlich
    quarterly vierteljahrlich
    transfer transfers uberweisung uberweisungen
    purchase purchases kauf kaufe
    investment investments anlage anlagen
    refund refunds erstattung erstattungen ruckerstattung
    """
_CANONICAL = {
    word: line.split()[0] for line in _SYNONYMS.strip().splitlines() for word in line.split()
}
_SHORT = 4


@lru_cache(32_768)
def canonical(word: str) -> str:
    """What the forms of a word share, in both languages: `Mieten`, `rents` and `rent`."""
    folded = fold(word).removesuffix("'s").removesuffix("’s")
    return _CANONICAL.get(folded) or _CANONICAL.get(stem(folded)) or stem(folded)


def keys(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts as they are compared."""
    return frozenset(canonical(word) for text in texts for word in split_words(text))


def mentions(wanted: str, text_keys: frozenset[str]) -> bool:
    """Whether a text names something: with one of its words that tell, at least."""
    telling = [key for key in keys([wanted]) if len(key) > 1] or list(keys([wanted]))
    return any(key in text_keys or _inside(key, text_keys) for key in telling)


def _inside(key: str, text_keys: frozenset[str]) -> bool:
    """German writes compounds as one word: `Stromrechnung` names `Strom`."""
    return len(key) > _SHORT and any(each.startswith(key) for each in text_keys)
