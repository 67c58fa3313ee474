"""Runwright: a self-hosted service that executes tasks and can prove what it read and did."""

__version__ = "0.1.0"
