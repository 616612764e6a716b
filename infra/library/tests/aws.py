"""A stack in moto, which stands in for AWS in our own process: functions with an alias, alarms, figures, logs. And a clock that a test moves."""

import datetime
import functools
import json

import boto3
from moto import mock_aws

from .. import build, deployed, figures, moto_models, rollout  # noqa: F401 - the models are what moto's CloudFormation lacks

REGION = "eu-west-1"
STACK = "colonnade-test"
TRUST = json.dumps({"Version": "2012-10-17", "Statement": []})


class Clock:
    """Stands still but for sleeping; `meanwhile` is called with the minutes that have gone by."""

    def __init__(self, meanwhile=lambda _minutes: None):
        self.began = self.time = datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=1)
        self.meanwhile = meanwhile

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += datetime.timedelta(seconds=seconds)
        self.meanwhile((self.time - self.began).total_seconds() / 60)


class Session:
    """A session whose clients are made once: making one takes longer than a test."""

    session = boto3.Session("testing", "testing", region_name=REGION)

    @classmethod
    @functools.cache
    def client(cls, service, region_name=None):
        return cls.session.client(service, region_name=region_name)


class Stack:
    """Use as a context."""

    def __enter__(self):
        self.mock = mock_aws(config={"lambda": {"use_docker": False}})
        self.mock.start()
        self.session = Session
        self.functions = self.session.client("lambda")
        self.cloudwatch = self.session.client("cloudwatch")
        self.role = self.session.client("iam").create_role(RoleName="function", AssumeRolePolicyDocument=TRUST)["Role"]["Arn"]
        self.lines = []
        return self

    def __exit__(self, *_):
        self.mock.stop()

    def function(self, name, program=b"first", settings="aaaaaaa"):
        """A function as a deployment of the stack at a commit makes it: its alias names its first version."""
        self.functions.create_function(FunctionName=f"{STACK}-{name}", Runtime="provided.al2023", Handler="bootstrap", Role=self.role,
                                       Code={"ZipFile": build.package(program)}, Architectures=["arm64"],
                                       Environment={"Variables": {deployed.SETTINGS: settings}})
        version = self.functions.publish_version(FunctionName=f"{STACK}-{name}")["Version"]
        self.functions.create_alias(FunctionName=f"{STACK}-{name}", Name=rollout.ALIAS, FunctionVersion=version)

    def alarm(self, name, **settings):
        """An alarm of a function, which is quiet."""
        self.cloudwatch.put_metric_alarm(**{
            "AlarmName": f"{name}-failing", "Namespace": "AWS/Lambda", "MetricName": "Errors", "Statistic": "Sum", "Period": 300,
            "EvaluationPeriods": 1, "Threshold": 0, "ComparisonOperator": "GreaterThanThreshold",
            "Dimensions": [{"Name": "FunctionName", "Value": f"{STACK}-{name}"}]} | settings)
        self.set_alarm(f"{name}-failing", "OK")

    def set_alarm(self, name, state):
        self.cloudwatch.set_alarm_state(AlarmName=name, StateValue=state, StateReason="test")

    def alias(self, name):
        """The version that the alias names, and the shares of others."""
        alias = self.functions.get_alias(FunctionName=f"{STACK}-{name}", Name=rollout.ALIAS)
        return alias["FunctionVersion"], rollout.weights(alias)

    def feed(self, name, version, metric, values, time):
        """Data of a version."""
        dimensions = {"FunctionName": f"{STACK}-{name}", "Resource": f"{STACK}-{name}:{rollout.ALIAS}", "ExecutedVersion": version}
        data = [{"MetricName": metric, "Value": value, "Timestamp": time,
                 "Dimensions": [{"Name": key, "Value": value} for key, value in dimensions.items()]} for value in values]
        self.cloudwatch.put_metric_data(Namespace="AWS/Lambda", MetricData=data)

    def log(self, name, version, line, time):
        """A line in the log of a version."""
        logs, group, stream = self.session.client("logs"), f"/aws/lambda/{STACK}-{name}", f"2026/11/23/[{version}]0123"
        if not logs.describe_log_groups(logGroupNamePrefix=group)["logGroups"]:
            logs.create_log_group(logGroupName=group)
        if not logs.describe_log_streams(logGroupName=group, logStreamNamePrefix=stream)["logStreams"]:
            logs.create_log_stream(logGroupName=group, logStreamName=stream)
        event = {"timestamp": int(time.timestamp() * 1000), "message": json.dumps(line)}
        logs.put_log_events(logGroupName=group, logStreamName=stream, logEvents=[event])

    def set_up(self, name, program, settings):
        """What `sam deploy` does to a function that is there: its program and settings, and not its alias."""
        self.functions.update_function_configuration(FunctionName=f"{STACK}-{name}", Environment={"Variables": {deployed.SETTINGS: settings}})
        # moto publishes no version for a changed setting alone; Lambda does. Any upload makes moto publish one.
        self.functions.update_function_code(FunctionName=f"{STACK}-{name}", ZipFile=build.package(program))

    def deploy(self, programs, meanwhile=lambda _minutes: None, clock=None, **options):
        """Deploys programs, by the names of functions."""
        contents = {f"{STACK}-{name}": build.package(program) for name, program in programs.items()}
        packages = {name: (content, build.sha256(content)) for name, content in contents.items()}
        clock = clock or Clock(meanwhile)
        watch = figures.Watch(self.session, STACK)
        deployment = rollout.Rollout(self.session, watch, clock, rollout.Plan(minutes=options.pop("minutes", 5)), self.lines.append)
        return deployment.deploy(packages, "commit bbbbbbb", **options)

