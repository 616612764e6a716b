"""A service and who asks it: the local one, as a command needs it beside itself, or one that is deployed."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

from .tools import REPOSITORY

LOCAL = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "debug" / "local"

DOCUMENT = REPOSITORY / "docs" / "openapi.json"
# What answers only when it is asked for one of two things.
NOTHING_ASKED = {"/invoices/upcoming": 422}


def lists():
    """The paths that can be read without knowing anything."""
    for path, operations in json.loads(DOCUMENT.read_text())["paths"].items():
        needed = [parameter for parameter in operations.get("get", {}).get("parameters", []) if parameter.get("required") and parameter["in"] == "query"]
        if "get" in operations and "{" not in path and not needed:
            yield path


@contextlib.contextmanager
def running(folder, *options):
    """Runs a service with these options, with a file of credentials in a folder; the variables by which its clients find it."""
    # Of the whole workspace, as the tests are: what is built for them is not built a second time.
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--workspace", "--bin", "local"], check=True, cwd=REPOSITORY)
    credentials, log = folder / "credentials", folder / "log"
    with log.open("w") as printed:
        process = subprocess.Popen([LOCAL, *options, "--port", "0", "--credentials", credentials], stdout=printed, stderr=printed)
    try:
        while not credentials.exists():
            if process.poll() is not None:
                sys.exit(f"the local service did not start: {log.read_text()}")
            time.sleep(0.1)
        yield dict(line.split("=", 1) for line in credentials.read_text().splitlines())
    finally:
        process.terminate()
        process.wait()


class Client:
    """Asks a service with the credentials of a client."""

    def __init__(self, base_url, client_id, secret):
        self.base_url, self.headers = base_url.rstrip("/"), {"X-Client-ID": client_id, "Authorization": f"Bearer {secret}"}

    def call(self, method, path, body=None, **headers):
        """Status and answer; instead of a status why there is none, and instead of an answer that is not JSON an empty one."""
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | headers | ({"Content-Type": "application/json"} if data else {})
        try:
            with urllib.request.urlopen(urllib.request.Request(self.base_url + path, data, headers, method=method), timeout=60) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            status, text = refusal.code, refusal.read()
        except OSError as error:
            status, text = str(error), b""
        try:
            return status, json.loads(text)
        except ValueError:
            return status, {}
