#!/usr/bin/env python3
"""What one merchant, one location and one pool reach: a simulation of a Monday at nine in simulated time (docs/SCALE.md).

    python3 tests/bench/scale.py            all scenarios, about a minute
    python3 tests/bench/scale.py --check    tests of the token bucket, of conflicts, of turns and of what is counted

Seeded: every run prints the same. Nothing here is measured on AWS.
"""

import argparse
import random
import sys
import unittest
from functools import partial

import scale_check
from scale_operations import ITEM_BYTES_MAX, READERS, READ_BY_A_COUNT, SETTLED_MS, TURN_ENTRY_BYTES, Merchant, book, check_in, counted_list, issue, reader, register, visit
from scale_store import TRANSACTION_MS, TURN_MS, WRITE_UNITS_A_SECOND, Simulation, Store

SEED = 20261123
SECONDS = 300
NINE_AT_MS = 120_000
# Locations that are simulated at most; of more, a part, with that part of the rates that all locations share.
LOCATIONS_MAX = 1_000

# A location's month of docs/COSTS.md on 22 working days; a Monday has half as much again; then the part of the day that falls into the
# quarter of an hour around nine.
MONDAY, QUARTER_SECONDS = 1.5 / 22, 900
USUAL, CHECK_INS, VISITS = 0.2, 0.5, 0.3
PER_MONTH = {
    "list of a resource's month": (5_280, USUAL), "quote": (1_760, USUAL), "get a booking": (4_000, USUAL), "get a member": (12_000, USUAL),
    "balances": (6_000, USUAL), "list of twenty members": (1_500, USUAL), "posts of a location": (5_000, USUAL),
}


def rates():
    """Requests a second of one location, and what makes them."""
    of_month = {reader(name): PER_MONTH[name][0] * MONDAY * PER_MONTH[name][1] / QUARTER_SECONDS for name in READERS}
    return of_month | {
        book: 880 * MONDAY * USUAL / QUARTER_SECONDS,
        check_in: 1_300 * MONDAY * CHECK_INS / QUARTER_SECONDS,
        visit: 120 * MONDAY * VISITS / QUARTER_SECONDS,
        # A screen at the front desk that shows the day's bookings, renewed each minute.
        counted_list: 1 / 60,
        # Invoices that people issue by hand: one an hour.
        issue: 1 / 3_600,
    }


def at(instant, make, merchant, location, source):
    """One arrival."""
    return instant, lambda now: make(merchant, location, now, source)


def monday(merchant_of, locations, source):
    """Open-loop arrivals of five minutes; in the half minute after nine three times as many book and check in, and one location of ten opens an
    event for which 40 register within a minute."""
    arrivals = []
    for make, rate in rates().items():
        peaks = make in (book, check_in)
        most = rate * locations * (3 if peaks else 1)
        now = source.expovariate(most) * 1_000
        while now < SECONDS * 1_000:
            is_peak = NINE_AT_MS <= now < NINE_AT_MS + 30_000
            if not peaks or is_peak or source.random() < 1 / 3:
                location = source.randrange(locations)
                arrivals.append(at(now, make, merchant_of(location), location, source))
            now += source.expovariate(most) * 1_000
    for location in range(0, locations, 10):
        for _ in range(40):
            arrivals.append(at(NINE_AT_MS + source.uniform(0, 60_000), register, merchant_of(location), location, source))
    return sorted(arrivals, key=lambda arrival: arrival[0])


class Limit:
    """A ceiling with what is asked of it."""

    def __init__(self, name, asked, most):
        self.name, self.asked, self.most = name, asked, most

    def ratio(self):
        return self.asked / self.most


def limits(simulation, store, share):
    """Everything that could be met first, highest part of its ceiling first: the busiest second of each."""
    requests = max(simulation.requests_by_second.values()) / share
    found = [
        Limit("stage's RateLimit (template.yaml, default), requests a second", requests, 200),
        Limit("API Gateway, requests a second of the account", requests, 10_000),
        Limit("Lambda, functions running at once", simulation.most_in_flight / share, 1_000),
    ]
    totals = {}
    for (partition, kind), demand in store.demands.items():
        if " gsi" not in partition:
            for second, units in demand.by_second.items():
                totals.setdefault(kind, {}).setdefault(second, 0.0)
                totals[kind][second] += units
    for kind, by_second in totals.items():
        asked = max(by_second.values()) / share
        found.append(Limit(f"table, {kind} units a second (default quota)", asked, 40_000))
        found.append(Limit(f"table that is new, {kind} units a second", asked, 4_000 if kind == "write" else 12_000))
    families = {}
    for (partition, kind), demand in store.demands.items():
        rate = store.bucket(partition, kind).units_a_ms * 1_000
        limit = Limit(f"partition {shown(partition)}, {kind} units a second", demand.peak(), rate)
        key = ("due" if " due#" in partition else "#".join(shown(partition).split("#")[:3]), kind)
        if key not in families or families[key].ratio() < limit.ratio():
            families[key] = limit
    return sorted(found + list(families.values()), key=Limit.ratio, reverse=True)


def shown(partition):
    """A partition's name as docs/DATA-MODEL.md has it."""
    return partition.split(" ", 1)[1]


def scenario(locations, is_one_merchant, **options):
    """Simulates a Monday at nine and prints what came of it."""
    simulated = min(locations, LOCATIONS_MAX)
    share = simulated / locations
    source = random.Random(SEED)
    one = Merchant(0, True, share)
    each = {} if is_one_merchant else {number: Merchant(number, False, share) for number in range(simulated)}
    merchant_of = (lambda location: one) if is_one_merchant else each.__getitem__
    store = Store(share)
    simulation = Simulation(store, source, **options)
    simulation.run(monday(merchant_of, simulated, source))
    whose = "one merchant" if is_one_merchant else "a merchant each"
    print(f"\n## {locations:,} locations, {whose}" + (f" (1 of {round(1 / share)} simulated)" if share < 1 else ""))
    report(simulation, store, share)
    if is_one_merchant:
        print(f"calendar changes not yet counted or kept at the end: {one.changes.stored():,.0f}")
    return simulation, store


def report(simulation, store, share):
    outcomes = simulation.outcomes
    requests = sum(outcome.requests for outcome in outcomes.values())
    count = lambda field: sum(getattr(outcome, field) for outcome in outcomes.values()) / requests
    waits = sorted(wait for outcome in outcomes.values() for wait in outcome.waits_ms)
    print(f"requests {requests / share:,.0f}, at most {max(simulation.requests_by_second.values()) / share:,.0f} a second; "
          f"throttled {count('throttled'):.2%}, conflicted {count('conflicted'):.2%}, 503 {count('given_up'):.2%}, "
          f"p99 of waiting {waits[int(len(waits) * 0.99)]:,.0f} ms")
    print("| Operation | Requests | Throttled | Conflicted | 503 | p99 of waiting, ms |\n|---|---|---|---|---|---|")
    for name, outcome in sorted(outcomes.items()):
        shares = [getattr(outcome, field) / outcome.requests for field in ("throttled", "conflicted", "given_up")]
        if any(shares):
            print(f"| {name} | {outcome.requests / share:,.0f} | " + " | ".join(f"{part:.2%}" for part in shares) + f" | {outcome.p99_ms():,.0f} |")
    print("| Ceiling, busiest second | Asked | Most | Part |\n|---|---|---|---|")
    for limit in limits(simulation, store, share)[:9]:
        scale = 1 / share if limit.most < 1_000 and share < 1 and limit.name.startswith("partition") else 1
        print(f"| {limit.name} | {limit.asked * scale:,.0f} | {limit.most * scale:,.0f} | {limit.ratio():.1%} |")


def one_at_a_time(name, make, candidates, seconds=30, **options):
    """Raises the rate of one operation until more than one of a hundred is given up, or waits a second and more."""
    print(f"\n## {name}\n| A second | Throttled | Conflicted | 503 | p99 of waiting, ms | Attempts a request |\n|---|---|---|---|---|---|")
    for rate in candidates:
        source = random.Random(SEED)
        merchant, store = Merchant(0, True, 1.0), Store()
        simulation = Simulation(store, source, **options)
        now, arrivals = 0.0, []
        while now < seconds * 1_000:
            arrivals.append(at(now, make, merchant, source.randrange(1_000), source))
            now += source.expovariate(rate) * 1_000
        simulation.run(arrivals)
        outcome = next(iter(simulation.outcomes.values()))
        shares = [getattr(outcome, field) / outcome.requests for field in ("throttled", "conflicted", "given_up")]
        print(f"| {rate} | " + " | ".join(f"{part:.1%}" for part in shares) + f" | {outcome.p99_ms():,.0f} | {outcome.attempts / outcome.requests:.1f} |", flush=True)


def quarter_of_an_hour(candidates):
    """Lists of bookings of one merchant while people book, without the peak at nine: what readers must look through grows with both."""
    print("\n## One merchant: lists of bookings through a quarter of an hour\n"
          "| Locations | Bookings a second | Counted lists a second | Changes stored at the end | Units of a list | Units asked a second, of 3,000 | Throttled | 503 |\n"
          "|---|---|---|---|---|---|---|---|")
    of_one = rates()
    for locations in candidates:
        source = random.Random(SEED)
        merchant, store = Merchant(0, True, 1.0), Store()
        simulation = Simulation(store, source)
        arrivals = []
        for make in (book, counted_list):
            now = source.expovariate(of_one[make] * locations) * 1_000
            while now < QUARTER_SECONDS * 1_000:
                arrivals.append(at(now, make, merchant, source.randrange(locations), source))
                now += source.expovariate(of_one[make] * locations) * 1_000
        simulation.run(sorted(arrivals, key=lambda arrival: arrival[0]))
        lists = simulation.outcomes["list bookings, counted"]
        asked = store.demands[(merchant.partition("M#calendar-changes#booking (end)"), "read")].ten_seconds()
        units = merchant.changes.read(QUARTER_SECONDS * 1_000)
        print(f"| {locations:,} | {of_one[book] * locations:.1f} | {of_one[counted_list] * locations:.1f} | {merchant.changes.stored():,.0f} | {units:,.0f} | "
              f"{asked:,.0f} | {lists.throttled / lists.requests:.1%} | {lists.given_up / lists.requests:.1%} |", flush=True)


def calculated():
    """What follows from a limit and a figure of the code alone."""
    print("## Calculated\n| What | Figure |\n|---|---|")
    rows = [
        ("writers of one item a second, one turn each", 1_000 / TURN_MS),
        ("the same if transactions followed each other without a gap", 1_000 / TRANSACTION_MS),
        ("bookings of a merchant a second, 4 units each at the end of M#booking", WRITE_UNITS_A_SECOND / 4),
        ("check-ins of a merchant a second, 2 units each at the end of M#check_in", WRITE_UNITS_A_SECOND / 2),
        ("invoices of a merchant a second, 8 units each at the end of M#invoice", WRITE_UNITS_A_SECOND / 8),
        ("journal entries of a merchant a second, 2 units each at the end of M#journal_entry", WRITE_UNITS_A_SECOND / 2),
        ("logged events of a merchant a second, 4 units each at the end of M#logged_event", WRITE_UNITS_A_SECOND / 4),
        ("changes of bookings of a merchant that are counted a second", READ_BY_A_COUNT / SETTLED_MS * 1_000),
        ("bookings of a merchant that end within the same ten minutes of UTC, in one item of 400 KB", ITEM_BYTES_MAX / TURN_ENTRY_BYTES),
        ("requests a second of a location in this model, without the peak at nine", sum(rates().values())),
    ]
    for name, figure in rows:
        print(f"| {name} | {figure:,.1f} |")


def at_one_place(make, **more):
    """The same operation, always at the same location."""
    return lambda merchant, location, now, source: make(merchant, 0, now, OneOfMany(source), **more)


class OneOfMany:
    """Randomness in which everybody is another person: what is met is the place, not the person."""

    def __init__(self, source):
        self.source, self.random = source, source.random

    def randrange(self, most):
        return self.source.randrange(1_000_000 if most == 150 else most)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="run the tests")
    if parser.parse_args().check:
        tests = unittest.defaultTestLoader.loadTestsFromModule(scale_check)
        sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
    calculated()
    one_at_a_time("One pool: bookings of one resource and day", at_one_place(partial(book, by_credits=False, resource="pool")), [10, 20, 25, 30, 40])
    one_at_a_time("One location: check-ins", at_one_place(check_in), [5, 10, 20, 25, 30, 40])
    one_at_a_time("One event: registrations", at_one_place(register), [10, 20, 25, 30, 40])
    one_at_a_time("One merchant: invoices issued from one sequence", issue, [10, 20, 25, 30, 40])
    rates_a_second = [150, 200, 240, 250, 260, 280]
    one_at_a_time("One merchant: bookings at 1,000 locations", book, rates_a_second)
    one_at_a_time("The same with a random pause after throttling", book, rates_a_second, pauses_when_throttled=True)
    quarter_of_an_hour([100, 250, 400, 500, 750, 1_000])
    for locations in (10, 1_000, 100_000):
        for is_one_merchant in (False, True):
            scenario(locations, is_one_merchant)


if __name__ == "__main__":
    main()
