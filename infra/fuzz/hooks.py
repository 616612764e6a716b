"""Lets Schemathesis meet records that exist, and say what the document cannot. Counts which operations succeeded, for check-fuzz.

In the phase of examples each operation gets a request that must succeed (records.py). In the others most ids in paths and bodies become those
of records that there are, and all else is Schemathesis's own.
"""

import atexit
import base64
import collections
import datetime
import json
import os
import pathlib
import random
import re
import sys
import threading
import uuid

import requests
import schemathesis
from hypothesis import strategies
from schemathesis.core import NOT_SET

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from records import Records  # noqa: E402

BASE = os.environ["FUZZ_BASE_URL"]
CLIENT = os.environ["FUZZ_CLIENT_ID"]
PHASE = os.environ["FUZZ_PHASE"]
HEADERS = {"Authorization": f"Bearer {os.environ['FUZZ_SECRET']}", "X-Client-ID": CLIENT}
# The id of the client that asks, which no request may change: the last half of what it is known by.
OWN = str(uuid.UUID(bytes=base64.urlsafe_b64decode(CLIENT.removeprefix("colc_") + "==")[16:32]))
STATUSES = collections.defaultdict(collections.Counter)
KNOWN = collections.defaultdict(list)
IF_MATCH = re.compile(json.load(open("docs/openapi.json"))["components"]["parameters"]["If-Match"]["schema"]["pattern"])
LOCK = threading.RLock()
CHANCE = random.Random(int(os.environ["FUZZ_SEED"]))
SESSION = requests.Session()

# Formats of ours: the time zones and the years that there are.
strategies_of_time = strategies.datetimes(min_value=datetime.datetime(1970, 1, 2))
schemathesis.openapi.format("date-time", strategies_of_time.map(lambda time: time.isoformat() + "Z"))
schemathesis.openapi.format("date", strategies_of_time.map(lambda time: time.date().isoformat()))
schemathesis.openapi.format("iana-time-zone", strategies.sampled_from(["UTC", "Europe/Amsterdam", "America/New_York", "Asia/Tokyo"]))
schemathesis.openapi.format("email", strategies.from_regex(r"[a-z0-9]{1,20}@[a-z]{1,20}\.example", fullmatch=True))


def api(method, path, body=None):
    answer = SESSION.request(method, BASE + path, json=body, headers=HEADERS, timeout=60)
    data = answer.json().get("data") if answer.ok else None
    if isinstance(data, dict) and "id" in data and path.count("/") == 1:
        KNOWN[path.strip("/")].append(data["id"])
    return data


RECORDS = Records(api)


def is_positive(case):
    return case.meta is None or case.meta.generation.mode.is_positive


def example_of(operation):
    content = operation.definition.raw.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("example", NOT_SET)


def prepared(case):
    """Makes of a request one that must succeed, unless the operation has succeeded."""
    label, operation = case.operation.label, case.operation
    if PHASE != "examples" or any(200 <= status < 300 for status in STATUSES[label]):
        return False
    request = RECORDS.request(operation.definition.raw["operationId"], operation.path, example_of(operation))
    if request is None:
        return False
    case.path_parameters, case.query, body = request
    for name in ("If-Match", "Idempotency-Key"):
        case.headers.pop(name, None)
    if body is not NOT_SET:
        case.body, case.media_type = body, "application/json"
    return True


def with_real_ids(case):
    """Most ids become those of records that there are."""
    collection = case.operation.path.split("/")[1]
    if "id" in (case.path_parameters or {}) and KNOWN[collection] and CHANCE.random() < 0.7:
        case.path_parameters["id"] = CHANCE.choice(KNOWN[collection])
    if isinstance(case.body, dict):
        for field, known in (("location_id", "locations"), ("resource_id", "resources"), ("customer_id", "members"),
                             ("member_id", "members"), ("benefit_id", "benefits"), ("floor_id", "floors"), ("plan_id", "plans")):
            if isinstance(case.body.get(field), str) and KNOWN[known] and CHANCE.random() < 0.7:
                case.body[field] = CHANCE.choice(KNOWN[known])


def without_what_the_document_cannot_say(case):
    """OpenAPI 3.0 has no words for parameters that exclude each other, for cursors that only the service makes, or for the names of keys."""
    query = case.query or {}
    query.pop("cursor", None)
    if "limit" in query:
        query.pop("page", None)
        query.pop("per_page", None)
    # Schemathesis makes the longest header without looking at its pattern.
    if not IF_MATCH.search((case.headers or {}).get("If-Match") or "*"):
        case.headers.pop("If-Match")
    metadata = case.body.get("metadata") if isinstance(case.body, dict) else None
    if isinstance(metadata, dict):
        names = {name: "".join(letter for letter in name if letter.isprintable())[:40] for name in metadata}
        case.body["metadata"] = {new: metadata[old] for old, new in names.items() if new}


@schemathesis.hook
def before_call(context, case, kwargs):
    with LOCK:
        if is_positive(case) and not prepared(case):
            with_real_ids(case)
            without_what_the_document_cannot_say(case)
        if (case.path_parameters or {}).get("id") == OWN and case.method != "GET":
            case.path_parameters["id"] = str(uuid.UUID(int=CHANCE.getrandbits(128)))


@schemathesis.hook
def after_call(context, case, response):
    with LOCK:
        STATUSES[case.operation.label][response.status_code] += 1
        if response.status_code == 201:
            made = response.json().get("data", {})
            collection = case.operation.path.strip("/")
            if "id" in made and "/" not in collection:
                KNOWN[collection] = KNOWN[collection][-50:] + [made["id"]]


def begin():
    """Records of every kind, so that each phase knows some."""
    for path in ("locations", "resources", "members", "plans", "benefits", "floors", "companies", "memberships", "bookings"):
        KNOWN[path] = [one["id"] for one in api("GET", f"/{path}?per_page=50") or []]


begin()


@atexit.register
def write():
    with open(os.environ["FUZZ_STATUSES"], "w") as file:
        json.dump(STATUSES, file, indent=1)
