"""Doing finished runs again, and comparing what comes out."""
