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
from scale_operations import ITEM_BYTES_MAX, READERS, READ_BY_A_COUNT, SETTLED_MS, TURN_ENTRY_BYTES, Merchant
from scale_operations import book, check_in, counted_list, issue, reader, register, visit
from scale_report import report
from scale_simulation import Simulation
from scale_store import TRANSACTION_MS, TURN_MS, WRITE_UNITS_A_SECOND, Store

SEED = 20261123
SECONDS = 300
NINE_AT_MS = 120_000
# Locations that are simulated at most; of more, a part, with that part of the rates that all locations share.
LOCATIONS_MAX = 1_000

# A location's month of docs/COSTS.md on 22 working days; a Monday has half as much again; then the part of the day that
# falls into the quarter of an hour around nine.
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
        print(f"changes of bookings that are stored at the end: {one.changes_stored():,.0f}")
    return simulation, store


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


def quarter_of_an_hour(candidates, lists_of_changes=1):
    """Lists of bookings of one merchant while people book, without the peak at nine: what readers must look through grows with both."""
    print(f"\n## One merchant: lists of bookings through a quarter of an hour, changes in {lists_of_changes}\n"
          "| Locations | Bookings a second | Counted lists a second | Changes stored at the end | Units asked of the busiest partition, of 3,000 "
          "| Throttled | 503 |\n|---|---|---|---|---|---|---|")
    of_one = rates()
    for locations in candidates:
        source = random.Random(SEED)
        merchant, store = Merchant(0, True, 1.0, lists_of_changes), Store()
        simulation = Simulation(store, source)
        arrivals = []
        for make in (book, counted_list):
            now = source.expovariate(of_one[make] * locations) * 1_000
            while now < QUARTER_SECONDS * 1_000:
                arrivals.append(at(now, make, merchant, source.randrange(locations), source))
                now += source.expovariate(of_one[make] * locations) * 1_000
        simulation.run(sorted(arrivals, key=lambda arrival: arrival[0]))
        lists = simulation.outcomes["list bookings, counted"]
        partitions = {merchant.changes_at(location)[1] for location in range(lists_of_changes)}
        asked = max(store.demands[(partition, "read")].ten_seconds() for partition in partitions)
        made, read = of_one[book] * locations, of_one[counted_list] * locations
        print(f"| {locations:,} | {made:.1f} | {read:.1f} | {merchant.changes_stored():,.0f} | "
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
        ("bookings that end within the same ten minutes of UTC, in one row of turns of 400 KB", ITEM_BYTES_MAX / TURN_ENTRY_BYTES),
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
    of_one_pool = at_one_place(partial(book, by_credits=False, resource="pool"))
    one_at_a_time("One pool: bookings of one resource and day", of_one_pool, [10, 20, 25, 30, 40])
    one_at_a_time("One location: check-ins", at_one_place(check_in), [5, 10, 20, 25, 30, 40])
    one_at_a_time("One event: registrations", at_one_place(register), [10, 20, 25, 30, 40])
    one_at_a_time("One merchant: invoices issued from one sequence", issue, [10, 20, 25, 30, 40])
    rates_a_second = [150, 200, 240, 250, 260, 280]
    one_at_a_time("One merchant: bookings at 1,000 locations", book, rates_a_second)
    one_at_a_time("The same with a random pause after throttling", book, rates_a_second, pauses_when_throttled=True)
    quarter_of_an_hour([100, 250, 500, 600, 700, 800, 1_000])
    quarter_of_an_hour([1_000, 5_000], lists_of_changes=16)
    for locations in (10, 1_000, 100_000):
        for is_one_merchant in (False, True):
            scenario(locations, is_one_merchant)


if __name__ == "__main__":
    main()
