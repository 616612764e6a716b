"""When a request is sent again. It is the same one each time, with the same `Idempotency-Key`, so it is done once."""

from __future__ import annotations

import dataclasses
import random

from .errors import ApiError

# A request that died keeps its key for 15 seconds, in which the same request is answered `idempotency_in_progress`.
KEY_IS_KEPT_SECONDS = 20
MENDED_BY_WAITING = ("version_conflict", "idempotency_in_progress")


@dataclasses.dataclass(frozen=True)
class Patience:
    """How patient a client is."""

    #: How often a request is sent before its last failure is raised; 1 sends it once.
    attempts: int = 5
    #: An answer that asks to wait longer than these seconds is raised at once, with `retry_after`.
    longest_wait: float = 60


def pause(
    error: ApiError | None, *, attempt: int, elapsed_seconds: float, conditional: bool, patience: Patience
) -> float | None:
    """After how many seconds the request is sent again; None when it is not. Without an answer there is no `error`."""
    if not is_worth_repeating(error, conditional):
        return None
    wait = error.retry_after if error else None
    if wait is not None and wait > patience.longest_wait:
        return None
    waits = error is not None and error.code == "idempotency_in_progress" and elapsed_seconds < KEY_IS_KEPT_SECONDS
    if attempt >= patience.attempts and not (waits and patience.attempts > 1):
        return None
    # Without a wish of the service twice as long each time, and not all clients at the same moment.
    return wait or 0.1 * 2 ** min(attempt, 6) * random.uniform(0.5, 1)


def is_worth_repeating(error: ApiError | None, conditional: bool) -> bool:
    """Whether the same request may succeed, and cannot be refused because it already has."""
    if error and (error.code in MENDED_BY_WAITING or error.status == 429):
        return True
    # The change may have been made: with `If-Match` a repeat would be refused because of the change itself.
    return (error is None or error.status >= 500) and not conditional
