"""The closed words with which a fact says what a call was restricted to: English and German."""

from __future__ import annotations

from runwright.minds.language import vocabulary
from runwright.text.words import word_set

DENYING = vocabulary.EXCLUSION | vocabulary.NEGATION | vocabulary.LEAVING
OCCASIONS = word_set("event events meeting meetings appointment appointments termin termine "
                      "besprechung besprechungen treffen")  # fmt: skip
RECURRING = word_set("recurring series regular regularly wiederkehrend wiederkehrende "
                      "wiederkehrenden serie serien serientermin serientermine regelmassig "
                      "regelmassige")  # fmt: skip
SINGLE = word_set("single one-off einzeln einzelne einzelnen einmalig einmalige")
MOVED = word_set("moved rescheduled verschoben verschobene verschobenen")
WHOLE_DAY = word_set("day days whole allday ganztagig ganztagige ganztagigen tag tage")
TIMED = word_set("timed hours stunden uhrzeit")
TWICE = word_set("repeated twice double doubled duplicate duplicates doppelt doppelte doppelten "
                  "zweimal mehrfach")  # fmt: skip
OWN = word_set("transfer transfers umbuchung umbuchungen")
ORGANISING = word_set("""
    organised organized organises organizes organise organize organiser organizer organisers
    hosted hosts host invites organisiert organisator organisatorin gastgeber einladt ladt
    """)
ATTENDING = word_set("invited attendee attendees attends attending participant eingeladen "
                      "eingeladene teilnehmer teilnehmerin")  # fmt: skip
RUNNING = word_set("active current currently ongoing running go goes still laufend laufende "
                    "laufenden aktiv aktive aktuell aktuelle weiterhin")  # fmt: skip
OVER = word_set("ended end ends stopped expired cancelled over beendet beendete beendeten endete "
                 "geendet abgelaufen gekundigt")  # fmt: skip
COMING = vocabulary.EARLY | vocabulary.EXPECTED | word_set("now today on heute jetzt ab kunftig")
PAST = vocabulary.LATE | word_set("before previous previously vor bisher vorige vorigen")
PLACES = word_set("title titles place location description note titel ort beschreibung notiz")
SPELL_OF_TIME = word_set("before after around davor danach vorher nachher vor nach")
BY_NAME = word_set("name names named namentlich nennt genannt")
