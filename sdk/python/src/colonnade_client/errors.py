"""Refusals as exceptions. Programs look at `code`, `field` and `reason`; the message is for people and may change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class ColonnadeError(Exception):
    """Everything that a call raises, except what the program itself has passed wrongly."""


class NoAnswerError(ColonnadeError):
    """No answer arrived, however often the request was sent; whether it was carried out is not known."""


class SignatureError(ColonnadeError):
    """A webhook that was not signed with the secret, or not lately."""


class ApiError(ColonnadeError):
    """The API refused the request."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: Mapping[str, Any],
        request_id: str | None,
        retry_after: int | None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        #: All that the answer says: every offending field, conflicts, what stands in the way; `types.ErrorDetails`.
        self.details = details
        #: Names the request in the service's log; None when a proxy answered instead of the API.
        self.request_id = request_id
        #: After how many seconds the same request may succeed, where the answer says so.
        self.retry_after = retry_after

    @property
    def field(self) -> str | None:
        """Path of the first offending field."""
        return self.details.get("field")

    @property
    def reason(self) -> str | None:
        """What is wrong with it."""
        return self.details.get("reason")


class ValidationError(ApiError):
    """400: the request does not fit the published schema."""


class AuthenticationError(ApiError):
    """401: credentials are missing, wrong, revoked, ended or expired."""


class InsufficientBalanceError(ApiError):
    """402: credits or passes do not suffice."""


class ForbiddenError(ApiError):
    """403: the client lacks the scope, or the person may not do this."""


class NotFoundError(ApiError):
    """404: there is no such record for this merchant or person."""


class ConflictError(ApiError):
    """409: the present state refuses it, such as `booking_conflict`, whose times are in `details["conflicts"]`."""


class VersionMismatchError(ApiError):
    """412: the record has another version than `if_match` said."""


class RuleViolationError(ApiError):
    """422: it fits the schema but breaks the rule that `reason` names."""


class RateLimitedError(ApiError):
    """429: too many requests; `retry_after` says how long to wait."""


class ServerError(ApiError):
    """500 and above: the fault is the service's."""


BY_STATUS: dict[int, type[ApiError]] = {
    400: ValidationError,
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: VersionMismatchError,
    422: RuleViolationError,
    429: RateLimitedError,
}


def refusal(status: int, headers: Mapping[str, str], content: bytes) -> ApiError:
    """The exception of an answer; one that is not the API's, such as a proxy's page, has the code `unknown`."""
    kind = BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    answer: dict[str, Any] = body if isinstance(body, dict) else {}
    error = answer.get("error") or {}
    request_id = (answer.get("meta") or {}).get("request_id") or headers.get("x-request-id")
    said = headers.get("retry-after", "")
    return kind(
        status,
        error.get("code", "unknown"),
        error.get("message", "the answer is not the API's"),
        error.get("details") or {},
        request_id,
        int(said) if said.isdecimal() else None,
    )
