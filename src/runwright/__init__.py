"""Runwright: a self-hosted service that executes tasks and can prove what it read and did.

Importing it sets one variable of the environment. onnxruntime reports every use to its vendor,
and reads whether it may as soon as it is imported. Every process of ours imports this package
before anything else, so this is the one place that none of them can miss.
"""

import os

__version__ = "0.1.0"

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
