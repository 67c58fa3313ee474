"""Every dated change, one file each (`vYYYY_MM_DD.py`), and the list of versions.

The first version has nothing to change from. A later one adds a `Version`, gives its
predecessor a `supported_until` at least twelve months ahead, and a module with a `CHANGE`.
"""

from runwright.api.versions import Version, Versions

VERSIONS = Versions(
    versions=[Version(id="2026-11-15", released_at="2026-11-15T00:00:00.000Z")],
    changes=[],
)
