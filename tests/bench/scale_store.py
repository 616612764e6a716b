"""A store that limits each partition and in which transactions that overlap on an item conflict, in simulated time.

Times are milliseconds. What is simplified is said in docs/SCALE.md, Simplifications.
"""

from collections import defaultdict

WRITE_UNITS_A_SECOND = 1_000
READ_UNITS_A_SECOND = 3_000
BURST_SECONDS = 1.0
TRANSACTION_MS = 22
READ_MS = 5
# shared/platform/src/retry.rs: TURN, TURNS_AHEAD_MAX.
TURN_MS = 40
TURNS_AHEAD_MS_MAX = 4_000


class TokenBucket:
    """Units of one partition. It fills by its rate up to its burst; what costs more than the burst waits until it is full, and leaves a debt."""

    def __init__(self, units_a_second, burst_seconds=BURST_SECONDS):
        self.units_a_ms = units_a_second / 1_000
        self.most = units_a_second * burst_seconds
        self.units = self.most
        self.filled_at = 0.0

    def has(self, now, units):
        """Whether so many units can be taken now."""
        if now > self.filled_at:
            self.units = min(self.most, self.units + (now - self.filled_at) * self.units_a_ms)
            self.filled_at = now
        return self.units >= min(units, self.most)

    def take(self, units):
        """Takes units, after `has` said that they are there."""
        self.units -= units


class Demand:
    """Units that first attempts ask of one partition, by second."""

    def __init__(self):
        self.by_second = defaultdict(float)
        self.throttled = 0

    def peak(self):
        """The most in one second."""
        return max(self.by_second.values(), default=0.0)

    def ten_seconds(self):
        """The most in ten seconds together, by the second."""
        most = 0.0
        for second in self.by_second:
            most = max(most, sum(self.by_second.get(second + step, 0.0) for step in range(10)) / 10)
        return most


class Store:
    """Partitions, items that transactions hold, when each item changed last, and turns (decision 42).

    `share` is the part of the traffic that is simulated: partitions that all locations share have that part of their rate.
    """

    def __init__(self, share=1.0, burst_seconds=BURST_SECONDS):
        self.share = share
        self.burst_seconds = burst_seconds
        self.buckets = {}
        self.demands = defaultdict(Demand)
        self.held_until = {}
        self.changed_at = {}
        self.next_turn_at = {}

    def bucket(self, partition, kind):
        """The bucket of a partition for `read` or `write`. Names that begin with `shared ` are of all locations of the scenario."""
        key = (partition, kind)
        found = self.buckets.get(key)
        if found is None:
            rate = WRITE_UNITS_A_SECOND if kind == "write" else READ_UNITS_A_SECOND
            rate *= self.share if partition.startswith("shared ") else 1.0
            found = self.buckets[key] = TokenBucket(rate, self.burst_seconds)
        return found

    def note(self, now, kind, costs):
        """Notes what a first attempt asks of partitions, whether it gets it or not."""
        for partition, units in costs:
            self.demands[(partition, kind)].by_second[int(now // 1_000)] += units

    def ask(self, now, kind, costs):
        """Takes the units of all these partitions, or none; the partition that throttled, or None."""
        for partition, units in costs:
            if not self.bucket(partition, kind).has(now, units):
                self.demands[(partition, kind)].throttled += 1
                return partition
        for partition, units in costs:
            self.bucket(partition, kind).take(units)
        return None

    def conflict(self, now, items, versioned, read_at):
        """The item over which a transaction that begins now meets another: one that is held, or one that changed since it was read."""
        for item in items:
            if self.held_until.get(item, 0) > now:
                return item
        for item in versioned:
            if self.changed_at.get(item, -1) > read_at:
                return item
        return None

    def hold(self, now, items, versioned):
        """The transaction has its items until it is committed."""
        end = now + TRANSACTION_MS
        for item in items:
            self.held_until[item] = end
        for item in versioned:
            self.changed_at[item] = end
        return end

    def take_turn(self, now, item):
        """How long it is until the next turn of an item; None when that is too far away (shared/store/src/turns.rs)."""
        following = self.next_turn_at.get(item)
        if following is not None and following >= now + TURNS_AHEAD_MS_MAX:
            return None
        begins = now if following is None or following <= now else following
        self.next_turn_at[item] = begins + TURN_MS
        return begins - now
