"""Checks of template.yaml and alarms.yaml beyond a linter's; run by check-template, in its virtual environment."""

import json
import pathlib
import sys

from samtranslator.yaml_helper import yaml_parse

INFRA = pathlib.Path(__file__).parent
FORBIDDEN = {"dynamodb:Scan", "dynamodb:DeleteTable", "dynamodb:UpdateTable", "dynamodb:CreateTable"}
FORBIDDEN |= {f"dynamodb:PartiQL{verb}" for verb in ("Select", "Insert", "Update", "Delete")}

problems = []


def check(ok, message):
    if not ok:
        problems.append(message)


def as_list(value):
    return value if isinstance(value, list) else [value]


def statements(properties):
    """Every statement of a role's inline policies, or of a policy."""
    documents = [p["PolicyDocument"] for p in properties.get("Policies", [])]
    if "PolicyDocument" in properties:
        documents.append(properties["PolicyDocument"])
    return [s for d in documents for s in as_list(d["Statement"])]


def check_policy(name, properties):
    for statement in statements(properties):
        check(statement["Effect"] == "Allow" and "NotAction" not in statement, f"{name}: only plain Allow statements")
        for action in as_list(statement.get("Action", [])):
            check("*" not in action, f"{name}: wildcard action {action}")
            check(action not in FORBIDDEN, f"{name}: {action} is never needed")
        for resource in as_list(statement.get("Resource", "*")):
            check(resource != "*", f"{name}: a statement on every resource")
    check("ManagedPolicyArns" not in properties, f"{name}: a managed policy, which is always too wide")


def check_area(name, function, resources, alarms):
    """The function, its role, its log group and its alarm belong together and to nothing else."""
    properties = function["Properties"]
    binary = function["Metadata"]["BuildProperties"]["Binary"]
    full_name = f"${{AWS::StackName}}-{binary}"
    check(properties["FunctionName"] == {"Fn::Sub": full_name}, f"{name}: FunctionName is not the stack's name and {binary}")
    check(properties.get("Role") == {"Fn::GetAtt": [f"{name}Role", "Arn"]}, f"{name}: has no role of its own")
    check("Policies" not in properties, f"{name}: permissions belong into {name}Role")
    check(properties["LoggingConfig"] == {"LogGroup": {"Ref": f"{name}Logs"}}, f"{name}: logs elsewhere than in {name}Logs")
    check("RetentionInDays" in resources[f"{name}Logs"]["Properties"], f"{name}Logs: keeps logs for ever")
    check_deployment(name, function)

    role = statements(resources[f"{name}Role"]["Properties"])
    logs = [s for s in role if any(a.startswith("logs:") for a in as_list(s["Action"]))]
    check([s["Resource"] for s in logs] == [{"Fn::GetAtt": [f"{name}Logs", "Arn"]}], f"{name}Role: writes logs elsewhere")
    has_table = any(a.startswith("dynamodb:") for s in role for a in as_list(s["Action"]))
    overridden = {"Ref": f"{name}Role"} in resources["TableOverridePolicy"]["Properties"]["Roles"]
    check(has_table == overridden, f"{name}Role: in TableOverridePolicy exactly if it has a table")
    watched = [{"Name": "FunctionName", "Value": {"Fn::Sub": f"${{ApiName}}-{binary}"}}]
    check(any(a["Properties"].get("Dimensions") == watched for a in alarms), f"{name}: no alarm in infra/alarms.yaml")

    events = properties["Events"].values()
    if all(event["Type"] == "Schedule" for event in events):
        check_job(name, properties, binary, alarms)
        return  # A job: no paths.
    if all(event["Type"] == "DynamoDB" for event in events):
        check_consumer(name, properties, binary, alarms)
        return  # A consumer of the table's stream: no paths.
    if all(event["Type"] == "SQS" for event in events):
        check_worker(name, properties, resources)
        return  # A worker: no paths.
    for event in events:
        check(event["Type"] == "Api" and event["Properties"]["Method"] == "any", f"{name}: events are of type Api, method any")
    paths = {e["Properties"]["Path"] for e in properties["Events"].values()}
    for path in paths:
        pair = path.removesuffix("/{proxy+}") if path.endswith("{proxy+}") else path.rstrip("/") + "/{proxy+}"
        check((pair or "/") in paths, f"{name}: {path} without {pair or '/'}")


def check_deployment(name, function):
    """The program comes from the Makefile's one build, and every deployment of the stack is a new version, which alarms can take back."""
    properties = function["Properties"]
    check(function["Metadata"].get("BuildMethod") == "makefile", f"{name}: BuildMethod is not makefile, so that `sam build` would run cargo for it alone")
    check(properties.get("AutoPublishAliasAllProperties") is True, f"{name}: AutoPublishAliasAllProperties is missing")
    check(properties.get("AutoPublishCodeSha256") == {"Ref": "Release"}, f"{name}: a deployment of parameters alone would not move its alias")
    check(properties.get("VersionDescription") == {"Fn::Sub": "commit ${Commit}"}, f"{name}: no version would say its commit")
    watched = [{"Fn::GetAtt": ["AlarmStack", f"Outputs.{alarm}"]} for alarm in (f"{name}Failing", "ServerErrors", "SlowAnswers")]
    expected = {"Alarms": {"Fn::If": ["HasAlarms", watched, []]}}
    check(properties.get("DeploymentPreference") == expected, f"{name}: a new version is not judged by {name}Failing, ServerErrors and SlowAnswers")


def check_job(name, properties, binary, alarms):
    """A job has a schedule for each shard from 0 on and one for the sandbox merchants, is not repeated by Lambda, and raises an alarm when it is not started."""
    shards = [json.loads(event["Properties"]["Input"])["shard"] for event in properties["Events"].values()]
    check(shards == [*range(len(shards) - 1), "sandboxes"], f"{name}: the schedules' shards are {shards}")
    check(properties.get("EventInvokeConfig", {}).get("MaximumRetryAttempts") == 0, f"{name}: Lambda repeats what failed")
    watched = [{"Name": "FunctionName", "Value": {"Fn::Sub": f"${{ApiName}}-{binary}"}}]
    missing = [a["Properties"] for a in alarms if a["Properties"].get("Dimensions") == watched and a["Properties"]["MetricName"] == "Invocations"]
    # Between all schedules at work and all but one.
    expected = [p["Period"] // 60 * len(shards) for p in missing]
    fires = [p["TreatMissingData"] == "breaching" and n - p["Period"] // 60 < p["Threshold"] <= n for p, n in zip(missing, expected)]
    check(fires == [True], f"{name}: no alarm fires when one of its schedules is missing")


def check_consumer(name, properties, binary, alarms):
    """A consumer says which records of a batch failed, gives up a record alone and into a queue, and raises an alarm when it is late or gives up."""
    for event in properties["Events"].values():
        source = event["Properties"]
        check(source["FunctionResponseTypes"] == ["ReportBatchItemFailures"], f"{name}: one record fails a whole batch")
        check(source["BisectBatchOnFunctionError"] is True, f"{name}: one record stops a whole batch")
        check(0 < source["MaximumRetryAttempts"] <= 100, f"{name}: a record that cannot be read is repeated for a day")
        check(0 < source["MaximumRecordAgeInSeconds"] < 86400, f"{name}: what is given up is gone from the stream")
        check(source["DestinationConfig"]["OnFailure"]["Type"] == "SQS", f"{name}: what is given up is lost")
        check("FilterCriteria" in source, f"{name}: is woken by its own writes")
    check(properties["Timeout"] < 60, f"{name}: may store events after anonymising went through them again")
    of_function = [{"Name": "FunctionName", "Value": {"Fn::Sub": f"${{ApiName}}-{binary}"}}]
    ages = [a for a in alarms if a["Properties"].get("Dimensions") == of_function and a["Properties"]["MetricName"] == "IteratorAge"]
    check(len(ages) == 1, f"{name}: no alarm when it is late")
    of_queue = [{"Name": "QueueName", "Value": {"Fn::Sub": f"${{ApiName}}-{binary}-failures"}}]
    check(any(a["Properties"].get("Dimensions") == of_queue for a in alarms), f"{name}: no alarm when it gives up")


def check_worker(name, properties, resources):
    """A worker names the messages that failed, has a bound on how many run at once, and its queue keeps what fails for good."""
    for event in properties["Events"].values():
        source = event["Properties"]
        queue = resources[source["Queue"]["Fn::GetAtt"][0]]["Properties"]
        check(source.get("FunctionResponseTypes") == ["ReportBatchItemFailures"], f"{name}: a whole batch comes back for one message")
        check("MaximumConcurrency" in source.get("ScalingConfig", {}), f"{name}: nothing bounds how many run at once")
        check(queue["VisibilityTimeout"] >= 6 * properties["Timeout"], f"{name}: messages come back while they are at work")
        check("deadLetterTargetArn" in queue.get("RedrivePolicy", {}), f"{name}: what fails for good is lost")


def check_alarm(name, properties):
    """An alarm that calculates can fire when only one of its metrics has a value: a missing operand makes the whole sum missing."""
    for metric in properties.get("Metrics", []):
        expression = metric.get("Expression")
        text = expression["Fn::Sub"] if isinstance(expression, dict) else expression or "SELECT"
        check(text.startswith("SELECT "), f"{name}: {text} has no value while one of its metrics has none; use a query")
    fires_on_silence = properties.get("TreatMissingData") == "breaching"
    check(fires_on_silence or properties.get("TreatMissingData") == "notBreaching", f"{name}: what does missing data mean?")


def check_throttling(alarms):
    """Throttled reads and writes are watched for the table with all its indexes: no query names one of them."""
    queries = [m["Expression"]["Fn::Sub"] for a in alarms for m in a["Properties"].get("Metrics", []) if "Expression" in m]
    for metric in ("ReadThrottleEvents", "WriteThrottleEvents"):
        wanted = f"""SELECT SUM({metric}) FROM "AWS/DynamoDB" WHERE TableName = '${{TableName}}'"""
        check(wanted in queries, f"alarms: nothing watches {metric} of the table and its indexes")


def check_gateway_response(kind, response):
    body = json.loads(response["ResponseTemplates"]["application/json"])
    check(set(body) == {"error", "meta"} and set(body["error"]) == {"code", "message"}, f"{kind}: not our envelope")
    check(body["meta"] == {"request_id": "req_$context.requestId"}, f"{kind}: meta")
    retry = "Retry-After" in response["ResponseParameters"]["Headers"]
    check(retry == (response["StatusCode"] in (429, 503)), f"{kind}: Retry-After belongs to 429 and 503")


def main():
    resources = yaml_parse((INFRA.parent / "template.yaml").read_text())["Resources"]
    alarm_stack = yaml_parse((INFRA / "alarms.yaml").read_text())
    named_alarms = alarm_stack["Resources"]
    for name in [*(n for n in named_alarms if n.endswith("Failing")), "ServerErrors", "SlowAnswers"]:
        check(alarm_stack["Outputs"].get(name) == {"Value": {"Ref": name}}, f"alarms: no output {name}, by which a deployment is judged")
    named_alarms = {n: r for n, r in named_alarms.items() if r["Type"] == "AWS::CloudWatch::Alarm"}
    alarms = list(named_alarms.values())
    for name, alarm in named_alarms.items():
        check_alarm(name, alarm["Properties"])
    check_throttling(alarms)
    functions = {n: r for n, r in resources.items() if r["Type"] == "AWS::Serverless::Function"}
    for name, resource in resources.items():
        if resource["Type"] in ("AWS::IAM::Role", "AWS::IAM::Policy"):
            check_policy(name, resource["Properties"])
    for name, function in functions.items():
        check_area(name, function, resources, alarms)
    for kind, response in resources["Api"]["Properties"]["GatewayResponses"].items():
        check_gateway_response(kind, response)
    for problem in problems:
        print(f"template: {problem}", file=sys.stderr)
    print(f"template: {len(functions)} functions, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
