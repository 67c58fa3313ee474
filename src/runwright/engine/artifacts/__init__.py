"""Files that a run makes of what it found: a module for each kind, all of them pure.

Each has `make(material) -> Made`, and raises `CannotMake` with a reason that can stand in the
summary. The same material gives the same bytes.
"""
