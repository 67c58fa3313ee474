"""The client's version, which is the service's: a test keeps them the same."""

VERSION = "0.1.0"
