"""Whether a new version of a function is good, by what happened to the requests it had. Pure: figures in, a reason or nothing out."""

import dataclasses

# Requests of which the slowest hundredth, or a share of failures, says something.
ENOUGH_REQUESTS = 50
# A share of failed requests above the version before's that is more than chance and clients.
MORE_FAILURES = 0.01
# How much slower the slowest hundredth may be: so many times, and so many milliseconds, because a tenth of the requests
# finds fewer warm processes.
SLOWER_TIMES, SLOWER_MS = 1.5, 200


@dataclasses.dataclass(frozen=True)
class Figures:
    """What a version did since the deployment began."""

    requests: int = 0
    # Crashes, timeouts, failed starts.
    errors: int = 0
    # Answers with a status of 500 or more.
    server_errors: int = 0
    # Slowest hundredth, in milliseconds; nothing when there was no request.
    p99_ms: float | None = None

    @property
    def failed_share(self):
        """Of the requests; a failed start may be counted without one."""
        return (self.errors + self.server_errors) / max(self.requests, 1)


def fault(before, after):
    """Why the new version must not stay, in a sentence; nothing when it may."""
    if after.errors and after.failed_share > before.failed_share + MORE_FAILURES:
        return f"{after.errors} of {after.requests} invocations failed"
    if after.server_errors and after.failed_share > before.failed_share + MORE_FAILURES:
        return f"{after.server_errors} of {after.requests} answers were 5xx"
    if before.p99_ms is None or after.p99_ms is None or min(before.requests, after.requests) < ENOUGH_REQUESTS:
        return None
    if after.p99_ms > before.p99_ms * SLOWER_TIMES and after.p99_ms > before.p99_ms + SLOWER_MS:
        return f"the slowest hundredth takes {after.p99_ms:.0f} ms instead of {before.p99_ms:.0f} ms"
    return None
