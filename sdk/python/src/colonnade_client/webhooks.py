"""Webhooks after Standard Webhooks: HMAC-SHA256 of id, time and body, with each secret that is valid at the moment."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable, Mapping
from typing import TypedDict, cast

from . import wire
from .errors import SignatureError
from .generated import types


class WebhookEvent(TypedDict):
    """What a delivery tells: `data` is the event as the event log has it."""

    #: The event's, the same on every delivery of it: what was seen already is ignored.
    id: str
    type: str
    timestamp: str
    data: types.LoggedEvent


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies a delivery, and reads it; raises `SignatureError` for what the service did not send, or not lately.

    `body` is what came, unchanged: what was parsed and written again has another signature. Several secrets are for
    receivers that know the former and the new one while it is rotated. `now` stands for the present time, as of
    `time.time()`."""
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split()
    except KeyError as missing:
        raise SignatureError(f"the header {missing.args[0]} is missing") from None
    present = time.time() if now is None else now
    if not (timestamp.isdecimal() and abs(present - int(timestamp)) <= tolerance_seconds):
        raise SignatureError("the delivery is too old, or from the future")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + content
    expected = [signature(one, signed) for one in ([secrets] if isinstance(secrets, str) else secrets)]
    # Compared in constant time; as bytes, because a header may hold what is not ASCII.
    if not any([hmac.compare_digest(one, two.encode()) for one in expected for two in signatures]):
        raise SignatureError("it is not signed with this secret")
    return cast(WebhookEvent, {"id": event_id} | wire.read(content, {"data": "LoggedEvent"}))


def signature(secret: str, signed: bytes) -> bytes:
    """What the service sends for a secret, `v1,` and base 64."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise TypeError("the secret of a webhook endpoint begins with whsec_")
    return b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
