"""Runwright: a self-hosted service that executes tasks and can prove what it read and did.

`from runwright import Client` gives the Python client, which is loaded when it is named: a server
never loads it.

Importing this package sets one variable of the environment. onnxruntime reports every use to its
vendor, and reads whether it may as soon as it is imported. Every process of ours imports this
package before anything else, so this is the one place that none of them can miss.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runwright.client import *  # noqa: F403

__version__ = "0.1.0"

os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def __getattr__(name: str) -> Any:
    """What the client offers; modules have small letters, so importing one loads no client."""
    if name[:1].isupper() or name.endswith("_webhook"):
        return getattr(importlib.import_module("runwright.client"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
