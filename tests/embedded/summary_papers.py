"""Documents of ordinary people, as files that are read like any upload."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from runwright.files.formats.text import prose
from runwright.files.formats.types import Draft, Reading
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

ZONE = ZoneInfo("Europe/Dublin")
TODAY = date(2026, 10, 20)

PAPERS = {
    "minutes_sept.md": """# Garden Committee: minutes of the meeting

Held on 9 September 2026 in the pavilion.
Present: Ruth Adeyemi (chair), Tom Beale, Paula Grant

## 1. Water

The bowser cost £140.50 in August. Mrs. Grant asked whether a
second standpipe is possible, e.g. at plot 12. It was agreed to get two quotes.

## 2. Fees

Fees rise to £62 a year from 1 January 2027.

| Plot | Fee |
|---|---|
| half | £31 |
| full | £62 |

## Action items

- Ruth to ask Severn Water for a quote by 30 September
- Tom will mow the car park
  before the open day on 4 October.
- All: return the old keys

The next meeting is on Wednesday 14 October 2026 at 7 p.m.
""",
    "minutes_oct.md": """# Garden Committee: minutes of the meeting

Held on 14 October 2026 in the pavilion.
Present: Ruth Adeyemi (chair), Tom Beale

## 1. Open day

The open day on 4 October brought in £412 and 130 visitors.

## 2. Bonfire

The bonfire takes place on Saturday 7 November. Nobody has to bring wood.

## Next steps

- Tom to book the fire warden
- Ruth to send the newsletter by 28 October
""",
    "tour.md": """# Tour contract

This agreement is made on 2 March 2026 between The Tin Whistles and Larkfield Music Ltd.

## 1. Engagement

The engagement begins on Sunday 13 September 2026 and ends on 4 October 2026. The Tin Whistles
shall play nine concerts of 90 minutes each.

## 2. Fee

Larkfield Music pays a fee of €9,000. A deposit of €2,000 is due by 30 June 2026. The rest must be
paid within 14 days of the last concert.

## 3. Travel

The Tin Whistles must be at the hall two hours before each concert. Larkfield Music shall provide:

- a van with a driver
- two hotel rooms for each night

## 4. Cancellation

Either party may cancel in writing until 1 August 2026. After that day half of the fee is owed.
""",
    "lease.md": """# Residential tenancy agreement

Dated 1 February 2025, between Mary Walsh (landlord) and Colm Byrne (tenant).

## Rent

The rent is €1,450 a month. The tenant must pay it by the first day of each month.

## Care of the house

The tenant shall keep the garden tidy. The landlord shall repair the boiler within five days.
Pets are allowed with the written consent of the landlord.

## End of the tenancy

The tenancy ends on 31 January 2027. Either party must give 60 days' notice in writing.
""",
    "policy_2025.md": """# Home insurance policy 2025

Brightwell Mutual, 1 November 2025

## Cover

The buildings are covered up to €300,000. The excess is €250 for each claim.

## Premium

The premium is €480 and is due on 15 November 2025.
""",
    "policy_2026.md": """# Home insurance policy 2026: renewal

Brightwell Mutual, 1 October 2026

## Cover

The buildings are covered up to €320,000. The excess is €300 for each claim.

## Premium

The premium is €530 and is due on 15 November 2026. The discount ends on 1 November 2026.

## Claims

You must report a claim within 30 days. Theft has to be reported to the police.
""",
    "letter.md": """St Brigid's National School
Main Street
Kilcolm

12 October 2026

Dear parents,

Fifth Class goes to Killary Fjord on Thursday 5 November. The coach leaves from the church at
8.20 a.m. sharp. The tour costs 30 euros for each child.

Please return the form and the money by Friday 23 October. Children must bring a packed lunch and
a rain coat. You do not have to send a towel.

The school is closed from 26 to 30 October.

Yours sincerely,
Aoife Nolan
Principal
""",
    "choir.txt": """12/10/2026, 18:02 - Nora: Hi all, the rehearsal moves to Thursday 22 October
12/10/2026, 18:04 - Ben: ok. Who brings the keyboard?
12/10/2026, 18:05 - Nora: Ben, please bring the keyboard. The hall costs 45 euros
12/10/2026, 18:09 - Ben: fine, will do
12/10/2026, 18:10 - Isla: I have to leave at 9 that evening
12/10/2026, 18:12 - Nora: The Christmas concert is on 18 December in St Mary's
""",
    "report_2025.md": """# Allotment Federation: Annual Report 2025

Published on 14 March 2026

## The year

The federation had 1,204 members at the end of 2025, which is 61 more than the year before.
Two new sites were opened in Ballard and Moyle.

## Money

Income was £48,200, of which £39,000 came from fees. Costs rose to £45,900 because of the drought.
It was a hard year for many sites.

## Water

The drought lasted from May to August. Eleven sites now collect rain water from their roofs.

## Outlook

The federation will vote on a new constitution on 6 June 2026. Sites must send their delegates'
names by 15 May 2026.
""",
    "report_2024.md": """# Allotment Federation: Annual Report 2024

Published on 10 March 2025

## The year

The federation had 1,143 members at the end of 2024. One site was closed in Dunmore.

## Money

Income was £46,000 and costs were £41,300. The reserve is now £12,000.
""",
    "boiler.md": """# Boiler manual Calora 24

Version 3

## Switching on

Press the red button for three seconds. The display shows the pressure, which should be between
1 and 2 bar.

## Care

The boiler must be serviced once a year by a qualified engineer. Never cover the flue.

## Faults

Code E2 means that the pressure is too low. Open the valve until the display shows 1.5 bar.
""",
    "berth.txt": """HARBOUR BERTH LICENCE

Between the Board and A. Quill

Payment
The sum of EUR 300 is paid to
Severn Water Co. Ltd. by 1 May 2027. Dr. J. Smith collects it
at no. 4 Quay St. every month.

Keys
* **Mr. Quill** must return all keys
""",
}  # fmt: skip


def items(name: str, text: str) -> Iterator[Item[Any]]:
    """The records that a file gives."""
    now = datetime(2026, 10, 20, 9, tzinfo=UTC)
    drafts = [p for p in prose.read(text, Reading(name, now, ZONE)) if isinstance(p, Draft)]
    for number, draft in enumerate(drafts, start=1):
        item = f"{name}:{number}"
        yield Item(
            item, "documents", draft.facts, name, draft.page, number, draft.title, draft.text
        )


def records(*names: str) -> RecordList:
    """The records of some of the files, or of all."""
    found = [item for name in names or PAPERS for item in items(name, PAPERS[name])]
    return RecordList(items=found, today=TODAY, zone=ZONE)
