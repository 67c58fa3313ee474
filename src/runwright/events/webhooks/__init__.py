"""Webhooks: who is told what happens, and the telling."""
