"""A server on loopback that speaks S3, in a process of its own."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from support.patience import PATIENCE

_PROGRAM = "import sys; from moto.server import main; main(['-H', '127.0.0.1', '-p', sys.argv[1]])"


class ObjectServer:
    """Buckets that live as long as the process does."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._log = (folder / "s3.log").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(port)],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "TMPDIR": str(folder)},
        )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/moto-api/", timeout=PATIENCE).close()
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the object server does not answer")

    @property
    def environment(self) -> Mapping[str, str]:
        """What a client needs to know."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": "us-east-1",
        }

    def new_bucket(self, name: str) -> str:
        """The address of an empty bucket."""
        request = urllib.request.Request(f"{self.url}/{name}", method="PUT")
        urllib.request.urlopen(request, timeout=PATIENCE).close()
        return f"s3://{name}"

    def objects(self, bucket: str) -> list[str]:
        """The keys of everything in a bucket."""
        return self._listed(f"{bucket}?list-type=2")

    def unfinished(self, bucket: str) -> list[str]:
        """The keys of uploads in parts that were begun and neither completed nor given up."""
        return self._listed(f"{bucket}?uploads")

    def delete(self, bucket: str, key: str) -> None:
        """Remove an object behind everybody's back."""
        request = urllib.request.Request(f"{self.url}/{bucket}/{key}", method="DELETE")
        urllib.request.urlopen(request, timeout=PATIENCE).close()

    def _listed(self, path: str) -> list[str]:
        with urllib.request.urlopen(f"{self.url}/{path}", timeout=PATIENCE) as answer:
            return re.findall("<Key>(.*?)</Key>", answer.read().decode())

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._log.close()
