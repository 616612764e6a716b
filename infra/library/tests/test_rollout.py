"""The way of an alias from one version to the next, against moto."""

import unittest
from unittest import mock

import botocore.exceptions

from .. import build, deployed, rollout
from .aws import STACK, Clock, Stack


class Rollout(unittest.TestCase):
    def setUp(self):
        self.stack = self.enterContext(Stack())
        for name in ("plans", "bookings"):
            self.stack.function(name)
            self.stack.alarm(name)

    def assert_as_before(self):
        for name in ("plans", "bookings"):
            self.assertEqual(self.stack.alias(name), ("1", {}))

    def test_a_new_version_gets_a_tenth_for_five_minutes_and_then_all(self):
        seen = []
        self.stack.deploy({"plans": b"second"}, lambda minutes: seen.append((minutes, self.stack.alias("plans"))))
        self.assertEqual([minutes for minutes, _ in seen], [n / 2 for n in range(1, 11)])
        self.assertEqual({str(alias) for _, alias in seen}, {str(("1", {"2": 0.1}))})
        self.assertEqual(self.stack.alias("plans"), ("2", {}))
        self.assertEqual(self.stack.alias("bookings"), ("1", {}))

    def test_a_version_says_its_commit_and_the_digest_of_its_package(self):
        self.stack.deploy({"plans": b"second"})
        version = self.stack.functions.get_function_configuration(FunctionName=f"{STACK}-plans", Qualifier="2")
        self.assertEqual(version["Description"], f"commit bbbbbbb sha256 {version['CodeSha256']}")

    def test_an_alarm_of_one_function_takes_all_of_the_deployment_back(self):
        def meanwhile(minutes):
            if minutes == 2:
                self.stack.set_alarm("bookings-failing", "ALARM")
        with self.assertRaisesRegex(rollout.Back, "bookings-failing is raised"):
            self.stack.deploy({"plans": b"second", "bookings": b"second"}, meanwhile)
        self.assert_as_before()

    def test_an_alarm_of_the_api_takes_the_deployment_back(self):
        dimensions = [{"Name": "ApiName", "Value": STACK}, {"Name": "Stage", "Value": "live"}]
        self.stack.alarm("server-errors", Namespace="AWS/ApiGateway", MetricName="5XXError", Dimensions=dimensions)
        with self.assertRaisesRegex(rollout.Back, "server-errors-failing is raised"):
            self.stack.deploy({"plans": b"second"}, lambda _: self.stack.set_alarm("server-errors-failing", "ALARM"))
        self.assert_as_before()

    def test_an_alarm_of_another_function_or_stack_judges_nothing(self):
        self.stack.alarm("other", Dimensions=[{"Name": "FunctionName", "Value": "elsewhere-plans"}])
        def meanwhile(_minutes):
            for name in ("other-failing", "bookings-failing"):
                self.stack.set_alarm(name, "ALARM")
        self.stack.deploy({"plans": b"second"}, meanwhile)
        self.assertEqual(self.stack.alias("plans"), ("2", {}))

    def test_while_an_alarm_is_raised_nothing_is_begun_unless_that_is_asked_for(self):
        self.stack.set_alarm("plans-failing", "ALARM")
        with self.assertRaisesRegex(rollout.Back, "no alias was moved: plans-failing is raised already"):
            self.stack.deploy({"plans": b"second"})
        self.assertEqual(len(self.stack.functions.list_versions_by_function(FunctionName=f"{STACK}-plans")["Versions"]), 2)
        self.stack.deploy({"plans": b"second"}, ignored_alarms=True)
        self.assertEqual(self.stack.alias("plans"), ("2", {}))

    def test_more_failed_invocations_than_of_the_version_before_take_it_back(self):
        clock = Clock()
        def meanwhile(minutes):
            if minutes == 1:
                for version, errors in (("1", 0), ("2", 3)):
                    self.stack.feed("plans", version, "Invocations", [60], clock.time)
                    self.stack.feed("plans", version, "Errors", [errors], clock.time)
        clock.meanwhile = meanwhile
        with self.assertRaisesRegex(rollout.Back, "plans, version 2: 3 of 60 invocations failed"):
            self.stack.deploy({"plans": b"second"}, clock=clock)
        self.assert_as_before()

    def test_more_5xx_answers_than_of_the_version_before_take_it_back(self):
        clock = Clock()
        def meanwhile(minutes):
            if minutes == 1:
                for version, status in (("1", 200), ("2", 503)):
                    self.stack.feed("plans", version, "Invocations", [40], clock.time)
                    self.stack.log("plans", version, {"message": "request", "status": status}, clock.time)
        clock.meanwhile = meanwhile
        with self.every_line(), self.assertRaisesRegex(rollout.Back, "plans, version 2: 1 of 40 answers were 5xx"):
            self.stack.deploy({"plans": b"second"}, clock=clock)
        self.assert_as_before()

    def every_line(self):
        """moto knows no filter patterns in JSON and would find nothing: it gets none, and the lines are judged by our own code."""
        return mock.patch("library.figures.SERVER_ERRORS", "")

    def test_an_unchanged_program_is_no_new_version(self):
        self.stack.deploy({"plans": b"second"})
        self.assertEqual(self.stack.deploy({"plans": b"second"}), [])
        self.assertEqual(self.stack.alias("plans"), ("2", {}))

    def test_a_process_that_was_killed_midway_leaves_both_versions_whole_and_the_same_command_finishes_it(self):
        class Killed(BaseException):
            pass
        def killed(_minutes):
            raise Killed
        with mock.patch.object(rollout.Rollout, "back", lambda *_: None), self.assertRaises(Killed):
            self.stack.deploy({"plans": b"second"}, killed)
        self.assertEqual(self.stack.alias("plans"), ("1", {"2": 0.1}))
        self.stack.deploy({"plans": b"second"})
        self.assertEqual(self.stack.alias("plans"), ("2", {}))
        self.assertIn("an earlier deployment ended in the midst of it", " ".join(self.stack.lines))

    def test_a_process_that_is_asked_to_end_takes_back_what_it_began(self):
        def asked(_minutes):
            raise SystemExit
        with self.assertRaises(SystemExit):
            self.stack.deploy({"plans": b"second"}, asked)
        self.assert_as_before()

    def test_new_settings_are_published_with_the_program_of_the_deployment_even_where_the_program_is_the_one_before(self):
        self.stack.deploy({"plans": b"second"})
        for uploaded in (b"second", b"as sam packs it"):
            self.stack.set_up("plans", uploaded, settings="ccccccc")
            [move] = self.stack.deploy({"plans": b"second"}, minutes=0)
            published = self.stack.functions.get_function_configuration(FunctionName=f"{STACK}-plans", Qualifier=rollout.ALIAS)
            self.assertEqual(published["Version"], move.after)
            self.assertEqual(published["CodeSha256"], build.sha256(build.package(b"second")))
            self.assertEqual(published["Environment"]["Variables"], {deployed.SETTINGS: "ccccccc"})

    def commits(self, commit):
        """What is said to be deployed, of a stack with this parameter Commit."""
        stack = {"Stacks": [{"Parameters": [{"ParameterKey": "Commit", "ParameterValue": commit}]}]}
        # moto's CloudFormation takes seconds to load.
        with mock.patch.object(self.stack.session.client("cloudformation"), "describe_stacks", return_value=stack):
            return deployed.commits(self.stack.session, STACK, ["plans", "bookings", "unknown"])

    def test_what_is_deployed_says_its_commit(self):
        self.stack.deploy({"plans": b"second"})
        self.assertEqual(self.commits("aaaaaaa"), {"plans": "bbbbbbb", "bookings": "aaaaaaa", "stack": "aaaaaaa"})

    def test_a_stack_is_deployed_when_every_alias_has_its_settings(self):
        for name in ("plans", "bookings"):
            self.stack.set_up(name, b"second", settings="bbbbbbb")
        self.assertNotIn("stack", self.commits("bbbbbbb"))
        self.stack.deploy({"plans": b"second"}, minutes=0)
        self.assertNotIn("stack", self.commits("bbbbbbb"))
        self.stack.deploy({"bookings": b"second"}, minutes=0)
        self.assertEqual(self.commits("bbbbbbb")["stack"], "bbbbbbb")

    def test_of_what_was_not_committed_nothing_is_known(self):
        for name in ("plans", "bookings"):
            self.stack.set_up(name, b"second", settings="bbbbbbb-modified")
        self.stack.deploy({"plans": b"second", "bookings": b"second"}, minutes=0)
        self.assertNotIn("stack", self.commits("bbbbbbb-modified"))


class Refusals(unittest.TestCase):
    def test_a_refusal_of_aws_midway_leaves_every_alias_whole_and_the_same_command_finishes_it(self):
        programs = {"plans": b"second", "bookings": b"second"}
        calls = [("UpdateFunctionCode", 0), ("UpdateFunctionCode", 1), ("PublishVersion", 1), *(("UpdateAlias", n) for n in range(4))]
        for operation, passed in calls:
            with self.subTest(operation=operation, passed=passed), Stack() as stack:
                for name in programs:
                    stack.function(name)
                with refused(operation, passed), self.assertRaises(botocore.exceptions.ClientError):
                    stack.deploy(programs, minutes=1)
                self.assertEqual([stack.alias(name) for name in programs], [("1", {})] * 2)
                stack.deploy(programs, minutes=1)
                self.assertEqual([stack.alias(name) for name in programs], [("2", {})] * 2)


def refused(operation, passed):
    """The call of this name after so many that pass is refused by AWS, once."""
    from botocore.client import BaseClient
    real, left = BaseClient._make_api_call, [passed]

    def call(client, name, parameters):
        if name == operation:
            left[0] -= 1
            if left[0] == -1:
                raise botocore.exceptions.ClientError({"Error": {"Code": "ServiceException", "Message": "refused"}}, name)
        return real(client, name, parameters)
    return mock.patch.object(BaseClient, "_make_api_call", call)


if __name__ == "__main__":
    unittest.main()
