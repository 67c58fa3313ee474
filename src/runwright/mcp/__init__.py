"""Runs, search and files of a project for MCP clients: a client of the REST API, under one key."""
