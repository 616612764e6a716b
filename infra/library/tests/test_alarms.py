"""Every alarm of infra/alarms.yaml is raised by what its service publishes in trouble, and quiet while all is well.

A metric that is new here needs a scenario: what the service publishes of it, from its documentation and not from the alarm."""

import pathlib
import re
import unittest

from samtranslator.yaml_helper import yaml_parse

from .. import alarms
from ..alarms import Datum

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
NOW = 60
PARAMETERS = {"ApiName": "colonnade-test", "Stage": "live", "TableName": "colonnade-test-table"}
STAGE = {"ApiName": "colonnade-test", "Stage": "live"}
TABLE = {"TableName": "colonnade-test-table"}
INDEX = TABLE | {"GlobalSecondaryIndexName": "gsi1"}


def data(namespace, metric, dimensions, values):
    """Values by minute; a list is several in one minute."""
    return [Datum(namespace, metric, frozenset(dimensions.items()), minute, value)
            for minute, many in values.items() for value in (many if isinstance(many, list) else [many])]


def every(minute_value, begin=0):
    return {minute: minute_value for minute in range(begin, NOW)}


def function(alarm):
    return {part["Name"]: part["Value"] for part in alarm.get("Dimensions", [])}.get("FunctionName", "")


def lambda_metric(metric, calm, trouble):
    """Lambda publishes each metric of a function, and without dimensions that of all functions of the account."""
    def published(alarm):
        sets = [{"FunctionName": function(alarm)}, {}]
        return [[datum for dimensions in sets for datum in data("AWS/Lambda", metric, dimensions, values)] for values in (calm, trouble)]
    return published


def queue_metric(metric, calm, trouble):
    def published(alarm):
        dimensions = {part["Name"]: part["Value"] for part in alarm["Dimensions"] if part["Name"] == "QueueName"}
        return [data("AWS/SQS", metric, dimensions, values) for values in (calm, trouble)]
    return published


def fixed(namespace, metric, calm_dimensions, calm, trouble, trouble_dimensions=None):
    def published(_alarm):
        return [data(namespace, metric, calm_dimensions, calm), data(namespace, metric, trouble_dimensions or calm_dimensions, trouble)]
    return published


# For each metric: what is published while all is well, and in the least trouble that somebody should look at.
SCENARIOS = {
    "5XXError": fixed("AWS/ApiGateway", "5XXError", STAGE, every(0) | {NOW - 3: 4}, every(0) | {NOW - 3: 3, NOW - 2: 2}),
    "Latency": fixed("AWS/ApiGateway", "Latency", STAGE, every([80] * 99 + [3000]), every([80] * 95 + [3000] * 5)),
    "Errors": lambda_metric("Errors", every(0), every(0) | {NOW - 2: 1}),
    "Throttles": lambda_metric("Throttles", every(0), every(0) | {NOW - 2: 1}),
    # Nine schedules a minute; in trouble one of them has stopped.
    "Invocations": lambda_metric("Invocations", every(9), every(8)),
    # One run of nine has not found anything.
    "SweepOldestDueSeconds": fixed("colonnade-test", "SweepOldestDueSeconds", {}, every([0] * 8 + [55]), every([0] * 8 + [660])),
    # In trouble an index refuses what the table does not; while all is well there are no data.
    "WriteThrottleEvents": fixed("AWS/DynamoDB", "WriteThrottleEvents", INDEX, {NOW - 9: 7, NOW - 2: 1}, {NOW - 9: 1, NOW - 5: 1, NOW - 2: 1}),
    "ReadThrottleEvents": fixed("AWS/DynamoDB", "ReadThrottleEvents", TABLE, {NOW - 9: 7, NOW - 2: 1}, {NOW - 9: 1, NOW - 5: 1, NOW - 2: 1}),
    # Milliseconds that a stream's record waited for its function; of a queue's message seconds.
    "IteratorAge": lambda_metric("IteratorAge", every(500), every(3_600_000)),
    "ApproximateAgeOfOldestMessage": queue_metric("ApproximateAgeOfOldestMessage", every(2), every(86_400)),
    # Of dead letters: each is one too many.
    "ApproximateNumberOfMessagesVisible": queue_metric("ApproximateNumberOfMessagesVisible", every(0), every(0) | {NOW - n: 1 for n in range(1, 16)}),
}
# What makes no data at all when it stands still, and nobody else would say so.
SPEAKS_ALWAYS = {"Invocations", "SweepOldestDueSeconds"}


def metric_of(alarm):
    return alarm.get("MetricName") or alarms.QUERY.match(alarm["Metrics"][0]["Expression"])[2]


class Alarms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        resources = yaml_parse((REPOSITORY / "infra" / "alarms.yaml").read_text())["Resources"]
        cls.alarms = {name: alarms.resolved(resource["Properties"], PARAMETERS) for name, resource in resources.items()
                      if resource["Type"] == "AWS::CloudWatch::Alarm"}

    def test_every_alarm_is_raised_by_its_trouble_and_quiet_while_all_is_well(self):
        for name, alarm in self.alarms.items():
            with self.subTest(name):
                self.assertIn(metric_of(alarm), SCENARIOS, "a new metric needs a scenario")
                calm, trouble = SCENARIOS[metric_of(alarm)](alarm)
                self.assertTrue(alarms.seen(alarm, calm + trouble)[2], "the alarm sees nothing of what is published")
                self.assertFalse(alarms.is_raised(alarm, calm, NOW), "raised while all is well")
                self.assertTrue(alarms.is_raised(alarm, trouble, NOW), "quiet in trouble")

    def test_silence_raises_the_alarms_of_what_always_speaks_and_no_others(self):
        raised = {metric_of(alarm) for alarm in self.alarms.values() if alarms.is_raised(alarm, [], NOW)}
        self.assertEqual(raised, SPEAKS_ALWAYS & {metric_of(alarm) for alarm in self.alarms.values()})

    def test_every_alarm_tells_when_it_is_raised_and_when_it_is_over(self):
        silent = [name for name, alarm in self.alarms.items() if alarm.get("AlarmActions") != ["Topic"] or alarm.get("OKActions") != ["Topic"]]
        self.assertEqual(silent, [])

    def test_throttling_of_an_index_is_seen_beside_that_of_the_table(self):
        alarm = self.alarms["TableThrottled"]
        for dimensions in (TABLE, INDEX):
            trouble = data("AWS/DynamoDB", "WriteThrottleEvents", dimensions, {NOW - n: 1 for n in (2, 3, 4)})
            self.assertTrue(alarms.is_raised(alarm, trouble, NOW))
        other = data("AWS/DynamoDB", "WriteThrottleEvents", {"TableName": "another"}, {NOW - n: 1 for n in (2, 3, 4)})
        self.assertFalse(alarms.is_raised(alarm, other, NOW))

    def test_every_alarm_has_an_entry_in_the_runbook(self):
        chapter = (REPOSITORY / "docs" / "OPERATIONS.md").read_text().split("\n## Alarms\n")[1].split("\n## ")[0]
        heads = [line.split(":")[0] for line in chapter.splitlines() if line.startswith("- **")]
        entries = {name for head in heads for name in re.findall(r"\*\*(\*?\w+\*?\w+)\*\*", head)}
        missing = [name for name in self.alarms if name not in entries and not (name.endswith("Failing") and "*Function*Failing" in entries)]
        self.assertEqual(missing, [])


class Rules(unittest.TestCase):
    """CloudWatch's own, on which the tests above stand."""

    ALARM = {"Namespace": "N", "MetricName": "M", "Period": 60, "Statistic": "Sum", "EvaluationPeriods": 3, "Threshold": 5,
             "ComparisonOperator": "GreaterThanThreshold", "TreatMissingData": "notBreaching"}

    def raised(self, values, **changes):
        return alarms.is_raised(self.ALARM | changes, data("N", "M", {}, values), NOW)

    def test_all_periods_must_breach_unless_fewer_are_named(self):
        self.assertTrue(self.raised({57: 6, 58: 6, 59: 6}))
        self.assertFalse(self.raised({57: 6, 59: 6}))
        self.assertTrue(self.raised({57: 6, 59: 6}, DatapointsToAlarm=2))

    def test_what_is_older_than_the_periods_does_not_count(self):
        self.assertFalse(self.raised({55: 9, 56: 9, 57: 9}))

    def test_a_period_adds_up_its_minutes(self):
        self.assertTrue(self.raised({55: 2, 57: 2, 59: 2}, Period=300, EvaluationPeriods=1))

    def test_the_threshold_itself_is_above_only_where_that_is_said(self):
        self.assertFalse(self.raised({57: 5, 58: 5, 59: 5}))
        self.assertTrue(self.raised({57: 5, 58: 5, 59: 5}, ComparisonOperator="GreaterThanOrEqualToThreshold"))

    def test_missing_data_count_as_the_alarm_says(self):
        self.assertFalse(self.raised({}))
        self.assertTrue(self.raised({}, TreatMissingData="breaching"))

    def test_a_percentile_is_not_moved_by_one_of_a_hundred(self):
        self.assertEqual(alarms.statistic("p99", [1] * 99 + [1000]), 1)
        self.assertEqual(alarms.statistic("p99", [1] * 98 + [1000] * 2), 1000)

    def test_another_dimension_is_another_metric(self):
        self.assertFalse(alarms.seen(self.ALARM, data("N", "M", {"FunctionName": "x"}, {59: 9}))[2])
