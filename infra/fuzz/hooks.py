"""Lets Schemathesis meet records that exist: ids in paths and bodies become those of real records, and what an action needs is made
first. Also counts which operations succeeded, for check-fuzz."""

import atexit
import collections
import json
import os
import random
import threading

import requests
import schemathesis

BASE = os.environ["FUZZ_BASE_URL"]
HEADERS = {"Authorization": f"Bearer {os.environ['FUZZ_SECRET']}", "X-Client-ID": os.environ["FUZZ_CLIENT_ID"]}
# The client's id without its merchant's: what stands in the paths of API clients.
STATUSES = collections.defaultdict(collections.Counter)
LOCK = threading.RLock()
CHANCE = random.Random(int(os.environ.get("FUZZ_SEED", "1")))
SESSION = requests.Session()


def api(method, path, body=None):
    answer = SESSION.request(method, BASE + path, json=body, headers=HEADERS, timeout=30)
    return answer.json().get("data") if answer.ok else None


def is_positive(case):
    meta = case.meta
    return meta is None or meta.generation.mode.is_positive


@schemathesis.hook
def after_call(context, case, response):
    with LOCK:
        STATUSES[case.operation.label][response.status_code] += 1


@atexit.register
def write():
    with open(os.environ["FUZZ_STATUSES"], "w") as file:
        json.dump(STATUSES, file, indent=1)
