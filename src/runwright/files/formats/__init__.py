"""One folder for each family of formats; the registry of what is read by which.

Modules are imported in the child process alone, when a file of their kind comes: the libraries
that they need are heavy, and some are extras.
"""

from __future__ import annotations

from collections.abc import Mapping

MODULES: Mapping[str, str] = {
    "pdf": f"{__name__}.pdf.reader",
    "png": f"{__name__}.image.reader",
    "jpeg": f"{__name__}.image.reader",
    "wav": f"{__name__}.audio.reader",
    "m4a": f"{__name__}.audio.reader",
    "text": f"{__name__}.text.reader",
}

_NAMES = {
    "pdf": "PDF files",
    "png": "images",
    "jpeg": "images",
    "wav": "speech",
    "m4a": "speech",
    "text": "text files",
}


def needs(media: str) -> str:
    """What to say when the libraries for a kind of file are not installed."""
    return (
        f"This server cannot read {_NAMES[media]}: the libraries for it are not installed. The "
        "operator can add them with: pip install 'runwright[readers]'"
    )
