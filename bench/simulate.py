"""`python -m bench.simulate`: what the measurements of `bench.scale` say about more of everything.

First it reproduces the measured rates from the measured costs, and says how far off it is: costs
are fitted to one API process alone, two and three are predicted. Then it says what 10^3 to 10^6
projects would need, and which limit of one PostgreSQL server they meet first. With `--page` it
puts all tables into a page of the documentation, between the marks there.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import orjson

from bench.report import RESULTS
from bench.scale import page


def main() -> int:
    """Print the tables, or put them into a page."""
    parser = argparse.ArgumentParser(prog="python -m bench.simulate", description=__doc__)
    parser.add_argument("--report", type=Path, default=RESULTS / "scale.json")
    parser.add_argument("--page", type=Path, help="a page whose tables are replaced")
    given = parser.parse_args()
    tables = page.tables(orjson.loads(given.report.read_bytes()))
    if given.page is None:
        print("\n\n".join(f"{name}\n{table}" for name, table in tables.items()))
    else:
        given.page.write_text(page.replaced(given.page.read_text("utf-8"), tables), "utf-8")
        print(f"written to {given.page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
