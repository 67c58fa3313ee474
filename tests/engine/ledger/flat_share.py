"""Another ledger: a nurse in Leeds with a joint account and a card, and holidays in euros."""

from engine.ledger.books import booking

_BOOKED = """
2025-11-03|-612.00|GBP|Aire Valley Homes|Housing, Rent November|Joint
2025-12-01|-612.00|GBP|Aire Valley Homes|Housing, Rent December|Joint
2025-12-19|-54.20|GBP|Wool & Thread|Gifts, Yarn hamper|Everyday card
2026-01-02|-612.00|GBP|Aire Valley Homes|Housing, Rent January|Joint
2026-01-09|-71.18|GBP|Morrisons|Groceries|Joint
2026-01-15|-28.00|GBP|Pedal Works|Bike service|Everyday card
2026-01-28|2140.00|GBP|Leeds Hospitals Trust|Salary January|Joint
2026-02-02|-612.00|GBP|Aire Valley Homes|Housing, Rent February|Joint
2026-02-06|-39.95|GBP|Greengrocer Okafor|Groceries|Joint
2026-02-14|-63.50|GBP|The Copper Pan|Restaurants|Everyday card
2026-02-26|2140.00|GBP|Leeds Hospitals Trust|Salary February|Joint
2026-03-02|-612.00|GBP|Aire Valley Homes|Housing, Rent March|Joint
2026-03-05|-9.99|GBP|Tunebox|Music subscription|Everyday card
2026-03-11|-58.34|GBP|Morrisons|Groceries|Joint
2026-03-21|-120.00|GBP|Hollin Dental|Health, Crown|Everyday card
2026-03-27|2140.00|GBP|Leeds Hospitals Trust|Salary March|Joint
2026-04-01|-640.00|GBP|Aire Valley Homes|Housing, Rent April|Joint
2026-04-05|-9.99|GBP|Tunebox|Music subscription|Everyday card
2026-04-18|-84.00|GBP|Northern Rail|Transport, Leeds to York|Everyday card
2026-04-28|2205.00|GBP|Leeds Hospitals Trust|Salary April|Joint
2026-05-01|-640.00|GBP|Aire Valley Homes|Housing, Rent May|Joint
2026-05-05|-9.99|GBP|Tunebox|Music subscription|Everyday card
2026-05-16|-240.00|GBP|Ferry Crossings|Travel, Hull to Rotterdam|Everyday card
2026-06-09|-32.40|EUR|Café Zeezicht|Restaurants, Zandvoort|Everyday card
2026-06-10|-18.75|EUR|Fietsverhuur Duin|Bike hire, Zandvoort|Everyday card
2026-06-11|-96.00|EUR|Pension Duinroos|Accommodation, Zandvoort|Everyday card
2026-06-30|-640.00|GBP|Aire Valley Homes|Housing, Rent June|Joint
2026-07-08|-45.10|GBP|Morrisons|Groceries|Joint
2026-07-22|31.00|GBP|Ferry Crossings|Refund of lounge|Everyday card
2026-08-14|-149.00|GBP|Pedal Works|New wheel|Everyday card
2026-09-03|-66.20|GBP|Greengrocer Okafor|Groceries|Joint
2026-09-19|-41.25|GBP|The Copper Pan|Restaurants|Everyday card
2026-10-07|-52.75|GBP|Morrisons|Groceries|Joint
2026-10-12|75.00|GBP|Amara Okafor|Half of the new sofa|Joint
2026-10-23|-22.80|GBP|Noodle Yard|Restaurants|Everyday card
2026-10-27|-500.00|GBP|Kirkstall Sofas|Sofa, first part|Joint
2026-11-03|-150.00|GBP|Kirkstall Sofas|Sofa, second part|Joint
2026-11-10|-37.05|GBP|Morrisons|Groceries|Joint
"""

FLAT_SHARE = tuple(
    booking(n, *line.split("|")) for n, line in enumerate(_BOOKED.strip().splitlines(), start=1)
)
