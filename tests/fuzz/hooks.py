"""Lets Schemathesis meet records that exist, and say what the document cannot.

Most ids in paths and bodies become those of records that there are, and all else is Schemathesis's own.
"""

import base64
import collections
import datetime
import json
import os
import random
import re
import threading
import uuid

import requests
import schemathesis
from hypothesis import strategies

BASE = os.environ["COLONNADE_BASE_URL"]
CLIENT = os.environ["COLONNADE_CLIENT_ID"]
HEADERS = {"Authorization": f"Bearer {os.environ['COLONNADE_CLIENT_SECRET']}", "X-Client-ID": CLIENT}
# The id of the client that asks, which no request may change: the last half of what it is known by.
OWN = str(uuid.UUID(bytes=base64.urlsafe_b64decode(CLIENT.removeprefix("colc_") + "==")[16:32]))
# Ids by collection: of the demo data, and those with what was made last.
GIVEN = collections.defaultdict(list)
KNOWN = collections.defaultdict(list)
IF_MATCH = re.compile(json.load(open("docs/openapi.json"))["components"]["parameters"]["If-Match"]["schema"]["pattern"])
# Characters beyond U+FFFF that no text has, or no name or address by themselves: patterns of OpenAPI 3.0 cannot name them (`is_allowed` in
# shared/values/src/text/patterns.rs).
REFUSED_BEYOND = re.compile("[\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
                            + "".join(f"{chr(plane + 0xfffe)}{chr(plane + 0xffff)}" for plane in range(0x10000, 0x110000, 0x10000)) + "]")
LOCK = threading.RLock()
CHANCE = random.Random(int(os.environ["FUZZ_SEED"]))

# Formats of ours: the time zones and the years that there are.
strategies_of_time = strategies.datetimes(min_value=datetime.datetime(1970, 1, 2))
schemathesis.openapi.format("date-time", strategies_of_time.map(lambda time: time.isoformat() + "Z"))
schemathesis.openapi.format("date", strategies_of_time.map(lambda time: time.date().isoformat()))
schemathesis.openapi.format("iana-time-zone", strategies.sampled_from(["UTC", "Europe/Amsterdam", "America/New_York", "Asia/Tokyo"]))
schemathesis.openapi.format("email", strategies.from_regex(r"[a-z0-9]{1,20}@[a-z]{1,20}\.example", fullmatch=True))


def is_positive(case):
    return case.meta is None or case.meta.generation.mode.is_positive


def with_real_ids(case):
    """Most ids become those of records that there are. What a sequence has just made keeps its id, and no other deletes it: the next step
    of its own expects it."""
    collection = case.operation.path.split("/")[1]
    choices = (GIVEN if case.method == "DELETE" else KNOWN)[collection]
    own = (case.path_parameters or {}).get("id")
    if own is not None and own not in KNOWN[collection] and choices and CHANCE.random() < 0.7:
        case.path_parameters["id"] = CHANCE.choice(choices)
    if isinstance(case.body, dict):
        for field, known in (("location_id", "locations"), ("resource_id", "resources"), ("customer_id", "members"),
                             ("member_id", "members"), ("benefit_id", "benefits"), ("floor_id", "floors"), ("plan_id", "plans")):
            if isinstance(case.body.get(field), str) and KNOWN[known] and CHANCE.random() < 0.7:
                case.body[field] = CHANCE.choice(KNOWN[known])


def with_texts_that_are_taken(value):
    """The same with a letter in place of each character that a pattern cannot keep out of a text."""
    if isinstance(value, str):
        return REFUSED_BEYOND.sub("x", value)
    if isinstance(value, list):
        return [with_texts_that_are_taken(one) for one in value]
    if isinstance(value, dict):
        return {with_texts_that_are_taken(name): with_texts_that_are_taken(one) for name, one in value.items()}
    return value


def with_keys_that_are_taken(value, longest):
    """The same under keys that the service takes: what has none left is left out."""
    names = {name: "".join(letter for letter in name if letter.isprintable())[:longest] for name in value}
    return {new: value[old] for old, new in names.items() if new}


def without_what_the_document_cannot_say(case):
    """OpenAPI 3.0 has no words for parameters that exclude each other, for cursors that only the service makes, for the names of keys, or for
    characters beyond U+FFFF."""
    if isinstance(case.body, (dict, list)):
        case.body = with_texts_that_are_taken(case.body)
    if case.query:
        case.query = with_texts_that_are_taken(case.query)
    query = case.query or {}
    query.pop("cursor", None)
    if "limit" in query:
        query.pop("page", None)
        query.pop("per_page", None)
    # What is asked for by ids is asked for by nothing else.
    if "ids" in query:
        for name in set(query) - {"ids", "expand"}:
            query.pop(name)
    # Schemathesis makes the longest header without looking at its pattern.
    if not IF_MATCH.search((case.headers or {}).get("If-Match") or "*"):
        case.headers.pop("If-Match")
    body = case.body if isinstance(case.body, dict) else {}
    if isinstance(body.get("metadata"), dict):
        body["metadata"] = with_keys_that_are_taken(body["metadata"], 40)
    columns = body.get("columns") if isinstance(body.get("columns"), list) else []
    for column in columns:
        if isinstance(column, dict) and isinstance(column.get("values"), dict):
            column["values"] = with_keys_that_are_taken(column["values"], 200)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Keys of metadata in a query are names that the document cannot describe, and whatever is sent under them is text."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "parameters" in operation:
                operation["parameters"] = [one for one in operation["parameters"] if one.get("$ref") != "#/components/parameters/metadata"]


@schemathesis.hook
def before_call(context, case, kwargs):
    with LOCK:
        if is_positive(case):
            with_real_ids(case)
            without_what_the_document_cannot_say(case)
        if (case.path_parameters or {}).get("id") == OWN and case.method != "GET":
            case.path_parameters["id"] = str(uuid.UUID(int=CHANCE.getrandbits(128)))


@schemathesis.hook
def after_call(context, case, response):
    with LOCK:
        if response.status_code == 201:
            made = response.json().get("data", {})
            collection = case.operation.path.strip("/")
            if "id" in made and "/" not in collection:
                KNOWN[collection] = KNOWN[collection][-50:] + [made["id"]]


for path in ("locations", "resources", "members", "plans", "benefits", "floors", "companies", "memberships", "bookings"):
    GIVEN[path] = KNOWN[path] = [one["id"] for one in requests.get(f"{BASE}/{path}?per_page=50", headers=HEADERS, timeout=60).json()["data"]]
