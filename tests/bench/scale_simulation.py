"""Requests on their way through a store, in simulated time: throttled calls, transactions that met others, turns."""

import heapq
from collections import defaultdict

from scale_store import READ_MS, TRANSACTION_MS

REQUEST_MS_MAX = 8_000
# shared/platform/src/retry.rs: PAUSE_FIRST, PAUSE_MAX, DECISION_PAUSE_MAX, CALL_ATTEMPTS_MAX, DECISION_ATTEMPTS_MAX.
PAUSE_FIRST_MS = 25
PAUSE_MS_MAX = 500
DECISION_PAUSE_MS_MAX = 4_000
CALL_ATTEMPTS_MAX = 5
DECISION_ATTEMPTS_MAX = 100


class Operation:
    """What one request asks of the store: reads side by side, so many round trips, and one transaction.

    `reads` and `writes` are (partition, units); `items` are those that other requests may share, `versioned` those among them whose
    version is a condition. Items that only this request writes are not named: nobody meets it over them.
    """

    __slots__ = ("name", "reads", "writes", "items", "versioned", "round_trips", "area")

    def __init__(self, name, area, reads=(), writes=(), items=(), versioned=(), round_trips=1):
        self.name, self.area, self.round_trips = name, area, round_trips
        self.reads, self.writes, self.items, self.versioned = tuple(reads), tuple(writes), tuple(items), tuple(versioned)


class Outcome:
    """Counts of one scenario, or of one operation in it."""

    def __init__(self):
        self.requests = self.throttled = self.conflicted = self.given_up = self.attempts = 0
        self.waits_ms = []

    def p99_ms(self):
        """99 of 100 waited no longer, beyond what the request takes when it meets nobody."""
        if not self.waits_ms:
            return 0.0
        return sorted(self.waits_ms)[min(len(self.waits_ms) - 1, int(len(self.waits_ms) * 0.99))]


class Request:
    """One request on its way."""

    __slots__ = ("operation", "began", "attempt", "call_attempt", "read_at", "was_throttled", "was_conflicted", "trips_left")

    def __init__(self, operation, began):
        self.operation, self.began, self.read_at = operation, began, began
        self.attempt = self.call_attempt = 1
        self.was_throttled = self.was_conflicted = False
        self.trips_left = operation.round_trips


class Simulation:
    """Requests against a store, in order of time. `arrivals` gives (instant, function of the instant that makes the operation)."""

    def __init__(self, store, random, pauses_when_throttled=False):
        self.store, self.random = store, random
        # What throttles a transaction is taken for an item that was met (shared/store/src/commit.rs, judge), so that a
        # turn of an item that nobody else wants follows: none at all. True tries a random pause instead.
        self.pauses_when_throttled = pauses_when_throttled
        self.outcomes = defaultdict(Outcome)
        self.by_area, self.most_by_area = defaultdict(int), defaultdict(int)
        self.in_flight = self.most_in_flight = 0
        self.requests_by_second = defaultdict(int)

    def run(self, arrivals):
        """Runs until all that arrived have their answer."""
        queue, number = [], 0
        arrivals = iter(arrivals)
        following = next(arrivals, None)
        while queue or following is not None:
            if following is not None and (not queue or following[0] <= queue[0][0]):
                now, make = following
                following = next(arrivals, None)
                request = Request(make(now), now)
                self.begin(request, now)
            else:
                now, _, request = heapq.heappop(queue)
            again_at = self.step(request, now)
            if again_at is not None:
                number += 1
                # Who waits beyond the request's time has the answer 503 at its end.
                heapq.heappush(queue, (min(again_at, request.began + REQUEST_MS_MAX), number, request))

    def begin(self, request, now):
        self.requests_by_second[int(now // 1_000)] += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        area = request.operation.area
        self.by_area[area] += 1
        self.most_by_area[area] = max(self.most_by_area[area], self.by_area[area])

    def end(self, request, now, is_given_up):
        operation = request.operation
        self.in_flight -= 1
        self.by_area[operation.area] -= 1
        undisturbed = operation.round_trips * READ_MS + (TRANSACTION_MS if operation.writes else 0)
        outcome = self.outcomes[operation.name]
        outcome.requests += 1
        outcome.throttled += request.was_throttled
        outcome.conflicted += request.was_conflicted
        outcome.given_up += is_given_up
        outcome.attempts += request.attempt
        outcome.waits_ms.append(max(0.0, now - request.began - undisturbed))

    def step(self, request, now):
        """The request's next step; when it goes on, or None when it has its answer."""
        if now - request.began >= REQUEST_MS_MAX:
            return self.end(request, now, True)
        if request.trips_left > 0:
            return self.read(request, now)
        if request.trips_left == 0 and request.operation.writes:
            return self.write(request, now)
        return self.end(request, now, False)

    def read(self, request, now):
        operation, store = request.operation, self.store
        is_first_trip = request.trips_left == operation.round_trips
        if is_first_trip and operation.reads:
            if request.attempt == 1 and request.call_attempt == 1:
                store.note(now, "read", operation.reads)
            if store.ask(now, "read", operation.reads):
                request.was_throttled = True
                request.call_attempt += 1
                if request.call_attempt > CALL_ATTEMPTS_MAX:
                    return self.end(request, now, True)
                return now + self.pause(request.call_attempt - 1, PAUSE_MS_MAX)
            request.read_at, request.call_attempt = now, 1
        request.trips_left -= 1
        return now + READ_MS

    def write(self, request, now):
        operation, store = request.operation, self.store
        if request.attempt == 1:
            store.note(now, "write", operation.writes)
        met = store.conflict(now, operation.items, operation.versioned, request.read_at)
        if met is None:
            throttled = store.ask(now, "write", operation.writes)
            if throttled is None:
                request.trips_left = -1
                return store.hold(now, operation.items, operation.versioned)
            request.was_throttled = True
        else:
            request.was_conflicted = True
        request.attempt += 1
        if request.attempt > DECISION_ATTEMPTS_MAX:
            return self.end(request, now, True)
        request.trips_left = operation.round_trips
        return now + READ_MS + self.wait(request, now, met)

    def wait(self, request, now, met):
        if met is not None:
            wait = self.store.take_turn(now, met)
        else:
            wait = None if self.pauses_when_throttled else 0
        return self.pause(request.attempt - 1, DECISION_PAUSE_MS_MAX) if wait is None else wait

    def pause(self, attempt, most):
        return self.random.uniform(0, min(most, PAUSE_FIRST_MS * 2 ** min(attempt - 1, 10)))
