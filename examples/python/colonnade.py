"""A client of Colonnade with Python's own library."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ATTEMPTS = 5


class Refused(Exception):
    """The API refused the request; `error` is what it says."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error['code']}: {error['message']}")
        self.status, self.error, self.code = status, error, error["code"]


class Client:
    def __init__(self):
        self.base_url = os.environ["COLONNADE_BASE_URL"]
        self.headers = {
            "Authorization": f"Bearer {os.environ['COLONNADE_CLIENT_SECRET']}",
            "X-Client-ID": os.environ["COLONNADE_CLIENT_ID"],
            "Content-Type": "application/json",
        }

    def get(self, path, **query):
        return self.send("GET", path + ("?" + urllib.parse.urlencode(query) if query else ""))

    def post(self, path, body=None):
        return self.send("POST", path, body)

    def every(self, path, **query):
        """Every record of a list, read by cursor."""
        cursor = ""
        while True:
            page = self.get(path, limit=100, **query, **({"cursor": cursor} if cursor else {}))
            yield from page["data"]
            cursor = page["pagination"]["next_cursor"]
            if not cursor:
                return

    def send(self, method, path, body=None):
        headers = dict(self.headers)
        if method == "POST":
            # The same key in every attempt: the request is done once.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(ATTEMPTS):
            request = urllib.request.Request(self.base_url + path, data, headers, method=method)
            pause = 2**attempt / 10
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (429, 500, 503) or attempt + 1 == ATTEMPTS:
                    raise Refused(refusal.code, json.load(refusal)["error"]) from None
                pause = float(refusal.headers.get("Retry-After", pause))
            except OSError:
                if attempt + 1 == ATTEMPTS:
                    raise
            time.sleep(pause)
