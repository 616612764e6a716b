"""What CloudWatch knows of a version and of the alarms that concern a function."""

import datetime
import json

from .judge import Figures

# Of a function's log: the lines of requests that we failed to answer.
SERVER_ERRORS = '{ $.message = "request" && $.status >= 500 }'


class Watch:
    """Reads figures and alarms of the functions of one stack."""

    def __init__(self, session, stack, alias="live"):
        self.cloudwatch = session.client("cloudwatch")
        self.logs = session.client("logs")
        self.stack, self.alias = stack, alias

    def figures(self, name, version, since, now):
        """What a version of a function did between two instants."""
        requests, errors = (int(self.sum(name, version, metric, since, now)) for metric in ("Invocations", "Errors"))
        return Figures(requests, errors, self.server_errors(name, version, since), self.p99(name, version, since, now))

    def statistics(self, name, version, metric, since, now, **statistic):
        dimensions = {"FunctionName": name, "Resource": f"{name}:{self.alias}", "ExecutedVersion": version}
        # Whole minutes, and a period that holds all of them: one data point.
        start = since.replace(second=0, microsecond=0)
        minutes = int((now - start).total_seconds()) // 60 + 1
        answer = self.cloudwatch.get_metric_statistics(
            Namespace="AWS/Lambda", MetricName=metric, Period=60 * minutes, StartTime=start, EndTime=start + datetime.timedelta(minutes=minutes),
            Dimensions=[{"Name": key, "Value": value} for key, value in dimensions.items()], **statistic)
        return answer["Datapoints"]

    def sum(self, name, version, metric, since, now):
        points = self.statistics(name, version, metric, since, now, Statistics=["Sum"])
        return sum(point["Sum"] for point in points)

    def p99(self, name, version, since, now):
        points = self.statistics(name, version, "Duration", since, now, ExtendedStatistics=["p99"])
        return max((point["ExtendedStatistics"]["p99"] for point in points), default=None)

    def server_errors(self, name, version, since):
        """Answers of 500 and more in the function's log: the name of a log stream has the version in brackets."""
        pages = self.logs.get_paginator("filter_log_events").paginate(
            logGroupName=f"/aws/lambda/{name}", startTime=int(since.timestamp() * 1000), filterPattern=SERVER_ERRORS)
        try:
            return sum(f"[{version}]" in event["logStreamName"] and status(event["message"]) >= 500 for page in pages for event in page["events"])
        except self.logs.exceptions.ResourceNotFoundException:
            return 0

    def alarms(self, names):
        """The alarms that are raised now and concern one of these functions or the API in front of them, by name."""
        concerned = {("FunctionName", name) for name in names} | {("ApiName", self.stack)}
        pages = self.cloudwatch.get_paginator("describe_alarms").paginate(StateValue="ALARM", AlarmTypes=["MetricAlarm"])
        return {alarm["AlarmName"] for page in pages for alarm in page["MetricAlarms"]
                if {(part["Name"], part["Value"]) for part in alarm.get("Dimensions", [])} & concerned}


def status(line):
    """The status of a line of a request; 0 for a line of something else."""
    try:
        known = json.loads(line)
    except ValueError:
        return 0
    return known.get("status", 0) if isinstance(known, dict) else 0
