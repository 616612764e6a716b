"""A deployment of the whole stack: its name, its versions, and how slowly."""

import contextlib
import copy
import functools
import io
import pathlib
import unittest
from unittest import mock

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

from .. import inputs, stack
from .aws import STACK, Stack

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
SAMCONFIG = '[live.deploy.parameters]\nparameter_overrides = "Stage=live Gradual=true"\n'


class NoManagedPolicies:
    """The template names none."""

    @staticmethod
    def load():
        return {}


class Template(unittest.TestCase):
    NAME = stack.release("c0ffee", {"TableOverride": ""})

    @classmethod
    def setUpClass(cls):
        cls.text = (REPOSITORY / inputs.TEMPLATE).read_text()
        cls.template = yaml_parse(cls.text)
        for resource in cls.template["Resources"].values():
            if resource["Type"] == "AWS::Serverless::Function":
                resource["Properties"]["CodeUri"] = "s3://bucket/unchanged"

    @classmethod
    @functools.cache
    def transformed(cls, **given):
        """What SAM makes of the template; it takes seconds, and tells of its own figures."""
        parameters = {name: str(parameter.get("Default", "")) for name, parameter in cls.template["Parameters"].items()} | given
        with mock.patch.dict("os.environ", AWS_DEFAULT_REGION="eu-west-1"), contextlib.redirect_stderr(io.StringIO()):
            return transform(copy.deepcopy(cls.template), parameters, NoManagedPolicies())["Resources"]

    def aliases(self, resources):
        """The version resource of each alias, by the function's logical id."""
        return {resource["Properties"]["FunctionName"]["Ref"]: resource["Properties"]["FunctionVersion"]["Fn::GetAtt"][0]
                for resource in resources.values() if resource["Type"] == "AWS::Lambda::Alias"}

    def test_a_deployment_that_changes_only_parameters_moves_every_alias_of_the_sweep_too(self):
        names = [self.NAME, stack.release("c0ffee", {"TableOverride": "restored"})]
        before, after = (self.aliases(self.transformed(Release=name)) for name in names)
        self.assertEqual(len(before), len(inputs.deployed(self.text)))
        self.assertIn("Sweep", before)
        self.assertFalse({name for name in before if before[name] == after[name]})

    def test_a_gradual_deployment_is_judged_by_the_alarms_of_each_function_and_of_the_api(self):
        resources = self.transformed(Release=self.NAME, Gradual="true")
        groups = {name: r["Properties"] for name, r in resources.items() if r["Type"] == "AWS::CodeDeploy::DeploymentGroup"}
        self.assertEqual(len(groups), len(inputs.deployed(self.text)))
        for name, group in groups.items():
            alarms = [part["Name"]["Fn::GetAtt"][1] for part in group["AlarmConfiguration"]["Fn::If"][1]["Alarms"]]
            self.assertEqual(alarms, [f"Outputs.{name.removesuffix('DeploymentGroup')}Failing", "Outputs.ServerErrors", "Outputs.SlowAnswers"])
            self.assertEqual(group["DeploymentConfigName"]["Fn::Sub"][1]["ConfigName"], "Canary10Percent5Minutes")
            self.assertTrue(group["AutoRollbackConfiguration"]["Enabled"])

    def test_a_deployment_that_is_not_gradual_leaves_the_aliases_to_cloudformation(self):
        resources = self.transformed(Release=self.NAME)
        self.assertFalse([r for r in resources.values() if r["Type"] == "AWS::CodeDeploy::DeploymentGroup" or "UpdatePolicy" in r])


class Parameters(unittest.TestCase):
    def test_what_is_given_now_counts_before_what_is_kept(self):
        given = stack.parameters(SAMCONFIG, "live", ["Gradual=false", "AlarmEmail=a=b@example.com"])
        self.assertEqual(given, {"Stage": "live", "Gradual": "false", "AlarmEmail": "a=b@example.com"})

    def test_an_unknown_environment_and_a_word_that_is_no_parameter_are_refused(self):
        for environment, overrides in (("test", []), ("live", ["RateLimit"])):
            with self.assertRaises(ValueError):
                stack.parameters(SAMCONFIG, environment, overrides)

    def test_another_commit_is_another_deployment_in_digits_that_a_logical_id_may_have(self):
        names = {stack.release(commit, {}) for commit in ("a" * 40, "b" * 40)}
        self.assertEqual(len({name[:10] for name in names}), 2)
        for name in names:
            self.assertRegex(name, "^[0-9a-f]{20}$")


class MovedSince(unittest.TestCase):
    def setUp(self):
        self.aws = self.enterContext(Stack())
        for name in ("plans", "bookings"):
            self.aws.function(name)

    def moved(self):
        arns = [self.aws.functions.list_versions_by_function(FunctionName=f"{STACK}-{name}")["Versions"][1]["FunctionArn"]
                for name in ("plans", "bookings")]
        resources = [{"ResourceType": "AWS::Lambda::Version", "PhysicalResourceId": arn} for arn in arns]
        # moto's CloudFormation takes seconds to load.
        pages = mock.Mock(paginate=lambda StackName: [{"StackResourceSummaries": resources}])
        with mock.patch.object(self.aws.session.client("cloudformation"), "get_paginator", return_value=pages):
            return stack.moved_since(self.aws.session, STACK)

    def test_a_function_that_was_deployed_by_itself_is_named_because_codedeploy_would_refuse_it(self):
        self.assertEqual(self.moved(), [])
        self.aws.deploy({"bookings": b"second"}, minutes=0)
        self.assertEqual(self.moved(), [f"{STACK}-bookings"])
