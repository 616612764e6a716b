"""When a new version is taken back by its figures."""

import unittest

from ..judge import Figures, fault


class Judge(unittest.TestCase):
    def test_a_version_without_requests_is_not_judged(self):
        self.assertIsNone(fault(Figures(1000, p99_ms=80), Figures()))

    def test_a_failed_start_counts_although_no_request_was_answered(self):
        self.assertEqual(fault(Figures(1000), Figures(0, errors=1)), "1 of 0 invocations failed")

    def test_as_many_failures_as_the_version_before_had_are_not_its_own(self):
        self.assertIsNone(fault(Figures(900, server_errors=90), Figures(100, server_errors=10)))
        self.assertIsNone(fault(Figures(900, errors=9), Figures(100, errors=2)))
        self.assertEqual(fault(Figures(900, errors=9), Figures(100, errors=3)), "3 of 100 invocations failed")

    def test_slower_is_by_half_and_by_more_than_cold_starts(self):
        before = Figures(900, p99_ms=300.0)
        self.assertIsNone(fault(before, Figures(100, p99_ms=500.0)))
        self.assertEqual(fault(before, Figures(100, p99_ms=501.0)), "the slowest hundredth takes 501 ms instead of 300 ms")
        self.assertIsNone(fault(Figures(900, p99_ms=20.0), Figures(100, p99_ms=219.0)))

    def test_a_few_requests_say_nothing_of_the_slowest_hundredth(self):
        self.assertIsNone(fault(Figures(900, p99_ms=20.0), Figures(49, p99_ms=5000.0)))
        self.assertIsNone(fault(Figures(49, p99_ms=20.0), Figures(100, p99_ms=5000.0)))
