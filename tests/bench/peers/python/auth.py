"""Which merchant a request is of, by a stored digest of the client's secret; what was read serves for a minute."""

import hashlib
import hmac
import time

from database import table
from refusal import Refusal

KEPT_SECONDS = 60
kept = {}


def stored_client(client_id):
    client, until = kept.get(client_id, (None, 0))
    if until > time.monotonic():
        return client
    client = table.get_item(Key={"pk": f"CLIENT#{client_id}", "sk": "CLIENT"}, ConsistentRead=True).get("Item")
    kept[client_id] = (client, time.monotonic() + KEPT_SECONDS)
    return client


def merchant_of(headers):
    lower = {name.lower(): value for name, value in headers.items()}
    client_id = lower.get("x-client-id")
    scheme, _, secret = lower.get("authorization", "").partition(" ")
    if not client_id or scheme != "Bearer" or not secret:
        raise Refusal(401, "invalid_token", "credentials are missing")
    client = stored_client(client_id)
    given = hashlib.sha256(secret.encode()).hexdigest()
    if client is None or not hmac.compare_digest(given, client["secret_sha256"]):
        raise Refusal(401, "invalid_token", "the credentials are wrong")
    return client["merchant_id"]
