"""What the journeys stand on: a space of their own on the local service, a receiver, and a bad line to the service."""

import contextlib
import http.server
import os
import re
import threading
import time
import urllib.parse
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import httpx
from colonnade_client import Colonnade, types

api = Colonnade.from_environment()
WEEKDAYS: list[types.Weekday] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def name(what: str) -> str:
    """A name that nobody else has."""
    return f"{what} {uuid.uuid4().hex[:12]}"


def space(currency: types.CurrencyCode) -> tuple[types.Location, types.Resource]:
    """A location with this currency, and a room in it at 0.1 an hour."""
    location = api.create_location(
        {
            "name": name("Hall"),
            "time_zone": "Europe/Amsterdam",
            "currency": currency,
            "opening_hours": [{"weekday": weekday, "opens": "00:00", "closes": "24:00"} for weekday in WEEKDAYS],
        }
    )["data"]
    room = api.create_resource(
        {
            "location_id": location["id"],
            "name": name("Room"),
            "type": "meeting_room",
            "capacity": 4,
            "rates": [{"unit_amount": Decimal("0.1"), "per_minutes": 60}],
        }
    )["data"]
    return location, room


def member(location: types.Location) -> types.Member:
    """Somebody who may book there."""
    email = f"{name('ann').replace(' ', '.')}@python.example"
    return api.create_member({"name": "Ann", "email": email, "location_ids": [location["id"]]})["data"]


def hour(of: int) -> str:
    """The instant of an hour of a day three weeks ahead."""
    return f"{datetime.now(UTC) + timedelta(days=21):%Y-%m-%d}T{of:02}:00:00Z"


def code(to: str) -> str:
    """The code of the newest letter to an address, which the local service shows instead of sending it."""
    mail = urllib.parse.urljoin(os.environ["COLONNADE_BASE_URL"], "/mail")
    while True:
        for letter in httpx.get(mail).text.split("<li>"):
            if to in letter and (found := re.search(r">(\d{6}) ", letter)):
                return found[1]
        time.sleep(0.05)


@contextlib.contextmanager
def serving(handler: type[http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server on a free port; its address."""
    handler.log_message = lambda *_: None  # type: ignore[method-assign]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def bad_line(*fates: str) -> Iterator[tuple[Colonnade, list[dict[str, str]]]]:
    """A client over a line on which this happens to its requests, one after the other: `answer lost`, `503`; then
    nothing any more. And the headers of what was sent."""
    service = os.environ["COLONNADE_BASE_URL"].removesuffix("/v1")
    received: list[dict[str, str]] = []

    class Line(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            fate = fates[len(received)] if len(received) < len(fates) else "passed on"
            headers = {key.lower(): value for key, value in self.headers.items()}
            received.append(headers)
            body = self.rfile.read(int(headers.get("content-length", 0)))
            if fate == "503":
                return self.answer(503, b"", "0")
            passed = {
                key: value for key, value in headers.items() if key not in ("host", "connection", "accept-encoding")
            }
            answer = httpx.request(self.command, service + self.path, headers=passed, content=body)
            if fate != "answer lost":
                self.answer(answer.status_code, answer.content)

        do_GET = do_POST

        def answer(self, status: int, content: bytes, retry_after: str = "") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            if retry_after:
                self.send_header("Retry-After", retry_after)
            self.end_headers()
            self.wfile.write(content)

    with serving(Line) as url, Colonnade.from_environment(base_url=f"{url}/v1") as client:
        yield client, received
