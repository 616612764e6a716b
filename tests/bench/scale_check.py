"""Tests of what the simulation stands on: `python3 tests/bench/scale.py --check`."""

import random
import unittest

from scale_operations import CalendarChanges, Merchant, book, check_in, issue, register, visit
from scale_simulation import Operation, Simulation
from scale_store import Store, TokenBucket


class TokenBucketTest(unittest.TestCase):
    def test_a_second_gives_its_rate_and_no_more(self):
        bucket, taken = TokenBucket(1_000, 1.0), 0
        bucket.take(1_000)
        for now in range(1, 1_001):
            while bucket.has(now, 4):
                bucket.take(4)
                taken += 4
        self.assertEqual(taken, 1_000)

    def test_what_was_not_used_is_kept_up_to_the_burst(self):
        bucket = TokenBucket(1_000, 2.0)
        self.assertTrue(bucket.has(60_000, 2_000))
        bucket.take(2_000)
        self.assertFalse(bucket.has(60_000, 1))

    def test_what_is_larger_than_the_burst_leaves_a_debt(self):
        bucket = TokenBucket(100, 1.0)
        self.assertTrue(bucket.has(0, 500))
        bucket.take(500)
        self.assertFalse(bucket.has(4_000, 1))
        self.assertTrue(bucket.has(4_100, 1))

    def test_a_transaction_takes_of_all_partitions_or_of_none(self):
        store = Store()
        store.bucket("0 full", "write").take(1_000)
        self.assertEqual(store.ask(0, "write", [("0 free", 10), ("0 full", 1)]), "0 full")
        self.assertTrue(store.bucket("0 free", "write").has(0, 1_000))


class ConflictTest(unittest.TestCase):
    def test_transactions_that_overlap_on_an_item_conflict(self):
        store = Store()
        end = store.hold(100, ["location"], [])
        self.assertEqual(end, 122)
        self.assertEqual(store.conflict(121, ["member", "location"], [], 121), "location")
        self.assertIsNone(store.conflict(122, ["location"], [], 122))
        self.assertIsNone(store.conflict(110, ["member"], [], 110))

    def test_what_changed_since_it_was_read_is_decided_anew_and_what_was_only_checked_is_not(self):
        store = Store()
        store.hold(100, ["day", "resource"], ["day"])
        self.assertEqual(store.conflict(130, ["day", "resource"], ["day"], 121), "day")
        self.assertIsNone(store.conflict(130, ["day", "resource"], ["day"], 122))
        self.assertIsNone(store.conflict(130, ["resource"], [], 101))

    def test_turns_follow_each_other_and_reach_four_seconds_ahead(self):
        store = Store()
        self.assertEqual([store.take_turn(0, "day") for _ in range(3)], [0, 40, 80])
        self.assertEqual(store.take_turn(1_000, "day"), 0)
        waits = [store.take_turn(2_000, "other") for _ in range(102)]
        self.assertEqual(waits[:2] + waits[99:], [0, 40, 3_960, None, None])

    def test_of_two_that_meet_both_come_through_one_after_the_other(self):
        simulation = Simulation(Store(), random.Random(1))
        one = lambda now: Operation("one", "area", [("0 p", 1)], [("0 p", 1)], ["item"], ["item"], 1)
        simulation.run([(0, one), (1, one)])
        outcome = simulation.outcomes["one"]
        self.assertEqual((outcome.requests, outcome.conflicted, outcome.given_up), (2, 1, 0))


class CalendarChangesTest(unittest.TestCase):
    def test_a_minute_counts_four_hundred_changes_at_most(self):
        changes = CalendarChanges()
        for _ in range(10_000):
            changes.add(0)
        for now in range(60_000, 660_001, 100):
            changes.read(now)
        self.assertEqual(10_000 - len(changes.waiting), 4_000)

    def test_changes_younger_than_a_minute_wait(self):
        changes = CalendarChanges()
        for _ in range(1_000):
            changes.add(1_000)
        self.assertEqual(changes.read(2_000), 51)
        self.assertEqual(len(changes.waiting), 1_000)


class UnitsTest(unittest.TestCase):
    def test_units_are_near_those_of_the_golden_tables(self):
        # docs/PERFORMANCE.md: create, by credits; check in, by a subscription; invite a visitor; register, paid
        # outside; issue ten lines.
        for make, golden in [(book, 40), (check_in, 16), (visit, 25), (register, 34), (issue, 38)]:
            operation = make(Merchant(0, True, 1.0), 0, 0, random.Random(1))
            units = sum(units for _, units in operation.reads + operation.writes)
            self.assertLess(abs(units - golden) / golden, 0.25, (operation.name, units, golden))


if __name__ == "__main__":
    unittest.main()
