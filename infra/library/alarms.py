"""Whether an alarm of infra/alarms.yaml is raised by given data: CloudWatch's rules, because moto keeps alarms and evaluates none.

Data are what services publish: a namespace, a metric, dimensions, a minute and a value. An alarm sees them by its own definition, so that one
which names the wrong metric, dimension, statistic or comparison sees nothing."""

import dataclasses
import math
import re

# Dimensions are matched whole: a metric with one more is another metric. A query adds up those that have at least the
# named ones.
QUERY = re.compile(r"""^SELECT (\w+)\((\w+)\) FROM (?:SCHEMA\()?"?([\w/-]+)"?(?:[^)]*\))?(?: WHERE (\w+) = '([^']*)')?$""")
COMPARISONS = {
    "GreaterThanThreshold": lambda value, threshold: value > threshold,
    "GreaterThanOrEqualToThreshold": lambda value, threshold: value >= threshold,
    "LessThanThreshold": lambda value, threshold: value < threshold,
    "LessThanOrEqualToThreshold": lambda value, threshold: value <= threshold,
}


@dataclasses.dataclass(frozen=True)
class Datum:
    """One value that a service published."""

    namespace: str
    metric: str
    dimensions: frozenset
    minute: int
    value: float


def resolved(value, parameters):
    """A value of the template with its parameters in it."""
    if isinstance(value, dict) and set(value) == {"Ref"}:
        return parameters.get(value["Ref"], value["Ref"])
    if isinstance(value, dict) and set(value) == {"Fn::Sub"}:
        return re.sub(r"\$\{([\w:]+)\}", lambda match: str(parameters.get(match[1], match[1])), value["Fn::Sub"])
    if isinstance(value, dict):
        return {key: resolved(inner, parameters) for key, inner in value.items()}
    return [resolved(inner, parameters) for inner in value] if isinstance(value, list) else value


def statistic(name, values):
    """One number of the values of a period; a percentile is the value below which so many are, without interpolation."""
    if name.startswith("p"):
        return sorted(values)[max(math.ceil(len(values) * float(name[1:]) / 100) - 1, 0)]
    return {"Sum": sum, "Maximum": max, "Minimum": min, "SampleCount": len, "Average": lambda v: sum(v) / len(v)}[name](values)


def seen(alarm, data):
    """What the alarm looks at: period in minutes, statistic, and the data."""
    if "Metrics" not in alarm:
        dimensions = frozenset((part["Name"], part["Value"]) for part in alarm.get("Dimensions", []))
        wanted = (alarm["Namespace"], alarm["MetricName"], dimensions)
        # What has no dimension is the sum over all, as AWS/Lambda publishes it besides.
        chosen = [datum for datum in data if (datum.namespace, datum.metric, datum.dimensions) == wanted]
        return alarm["Period"] // 60, alarm.get("Statistic") or alarm["ExtendedStatistic"], chosen
    [query] = alarm["Metrics"]
    function, metric, namespace, dimension, value = QUERY.match(query["Expression"]).groups()
    chosen = [datum for datum in data if (datum.namespace, datum.metric) == (namespace, metric)
              and (dimension is None or (dimension, value) in datum.dimensions)]
    return query["Period"] // 60, {"SUM": "Sum", "MAX": "Maximum", "MIN": "Minimum", "AVG": "Average"}[function], chosen


def is_raised(alarm, data, now):
    """Whether the alarm is raised at a minute: so many of the last periods breach its threshold, a period without data as the alarm says."""
    period, name, chosen = seen(alarm, data)
    breaching = COMPARISONS[alarm["ComparisonOperator"]]
    count = 0
    for number in range(alarm["EvaluationPeriods"]):
        end = now - number * period
        values = [datum.value for datum in chosen if end - period <= datum.minute < end]
        if values:
            count += breaching(statistic(name, values), alarm["Threshold"])
        else:
            count += alarm.get("TreatMissingData") == "breaching"
    return count >= alarm.get("DatapointsToAlarm", alarm["EvaluationPeriods"])
