"""Client of the Colonnade API."""

from .client import Colonnade
from .errors import (
    ApiError,
    AuthenticationError,
    ColonnadeError,
    ConflictError,
    ForbiddenError,
    InsufficientBalanceError,
    NoAnswerError,
    NotFoundError,
    RateLimitedError,
    RuleViolationError,
    ServerError,
    SignatureError,
    ValidationError,
    VersionMismatchError,
)
from .generated import types
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "Colonnade",
    "ColonnadeError",
    "ConflictError",
    "ForbiddenError",
    "InsufficientBalanceError",
    "NoAnswerError",
    "NotFoundError",
    "RateLimitedError",
    "RuleViolationError",
    "ServerError",
    "SignatureError",
    "ValidationError",
    "VersionMismatchError",
    "WebhookEvent",
    "types",
    "verify_webhook",
]
