"""Placeholder until the embedder helper's version."""

from __future__ import annotations


def is_available() -> bool:
    return False


def passage_text(title: str, text: str) -> str:
    return f"{title}\n{text}" if title else text


class Embedder:
    def embed_query(self, text: str):
        raise NotImplementedError
