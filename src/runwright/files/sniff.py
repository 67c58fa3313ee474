"""What a file is, by its first bytes (placeholder until the format helper's version)."""

from __future__ import annotations

CONTENT_TYPES = {"pdf": "application/pdf", "text": "text/plain; charset=utf-8", "png": "image/png", "jpeg": "image/jpeg", "wav": "audio/wav", "m4a": "audio/mp4"}


def media_of(head: bytes, size: int) -> str | None:
    return "pdf" if head.startswith(b"%PDF-") else "text" if size and b"\0" not in head else None
