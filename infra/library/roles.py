"""Compares what each function's role allows of the table, the bucket of files, the queues and the secrets with what its code was seen to call: neither too little
nor too much."""

import json
import re

ACTION = re.compile(r"^(?:dynamodb:(\w+)|((?:s3|sqs|secretsmanager):\w+))$")
TABLE = {"Fn::GetAtt": ["Table", "Arn"]}
FILES = {"Fn::Sub": "${Files.Arn}/*"}
QUEUE = {"Fn::GetAtt": ["WorkQueue", "Arn"]}
DUE_QUEUE = {"Fn::GetAtt": ["DueQueue", "Arn"]}
LETTER_QUEUE = {"Fn::GetAtt": ["LetterQueue", "Arn"]}
CALENDAR_QUEUE = {"Fn::GetAtt": ["CalendarQueue", "Arn"]}
INDEX = re.compile(r"^\$\{Table\.Arn\}/(index/[\w*]+)$")
# What a function calls is on one of these, or on an index.
SECRETS = [({"Ref": "CursorSecret"}, "cursors"), ({"Ref": "CodeSecret"}, "codes"), ({"Ref": "SealingKey"}, "sealing")]
QUEUES = [(QUEUE, "queue"), (DUE_QUEUE, "due_queue"), (LETTER_QUEUE, "letter_queue"), (CALENDAR_QUEUE, "calendar_queue")]
NAMES = [(TABLE, "table"), (FILES, "files"), *QUEUES, *SECRETS]
STREAMS = [{"Fn::GetAtt": ["Table", "StreamArn"]}, {"Fn::Sub": "${Table.Arn}/stream/*"}]
# Lambda receives messages for the function, and tells a queue of its own what the function could not do.
OF_LAMBDA = {(f"sqs:{action}", queue) for action in ("ReceiveMessage", "DeleteMessage", "GetQueueAttributes") for _, queue in QUEUES}
FAILURES = re.compile(r"^\w+Failures$")
# A gateway may put its stage in front of what paths begin with.
STAGE = re.compile(r"^/(?!v1/)[\w-]+(?=/(?:v1|auth|letters|calendars)/)")


def allowed(statements):
    """What statements allow of these: action and what it is on. Raises ValueError for a resource that is none of them."""
    found = set()
    for statement in statements:
        actions = [match[1] or match[2] for action in listed(statement["Action"]) if (match := ACTION.match(action))]
        for resource in listed(statement["Resource"]) if actions else []:
            if is_lambdas(resource) or actions == ["s3:ListBucket"]:
                continue  # No code of ours calls these; with s3:ListBucket S3 answers 404 for what is not there.
            found |= {(action, on(resource)) for action in actions}
    return found - OF_LAMBDA


def is_lambdas(resource):
    owner = resource.get("Fn::GetAtt", [""])[0] if isinstance(resource, dict) else ""
    return resource in STREAMS or bool(FAILURES.match(owner))


def on(resource):
    for known, name in NAMES:
        if resource == known:
            return name
    match = INDEX.match(resource.get("Fn::Sub", "")) if isinstance(resource, dict) else None
    if not match:
        raise ValueError(f"{resource} is neither the table, one of its indexes, the files, a queue nor a secret")
    return match[1]


def listed(value):
    return value if isinstance(value, list) else [value]


def owner(caller, paths):
    """The function that a caller is: by its own name, or by the longest path of the template that a request's path begins with."""
    if not caller.startswith("/"):
        return caller
    caller = STAGE.sub("", caller)
    fitting = [(len(path.removesuffix("{proxy+}")), name) for path, name in paths.items() if caller == path or path == "/{proxy+}"
               or path.endswith("/{proxy+}") and caller.startswith(path.removesuffix("{proxy+}"))]
    return max(fitting)[1] if fitting else None


def called(lines, paths):
    """The calls of each function, from the lines that tests wrote."""
    found = {}
    for line in lines:
        call = json.loads(line)
        found.setdefault(owner(call["caller"], paths), set()).add((call["action"], call["on"]))
    return found


def functions(template):
    """For each function its program's name, the paths it serves, and the statements of its role."""
    resources = template["Resources"]
    for resource in resources.values():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        properties = resource["Properties"]
        paths = [event["Properties"]["Path"] for event in properties.get("Events", {}).values() if event["Type"] == "Api"]
        role = resources[properties["Role"]["Fn::GetAtt"][0]]["Properties"]
        statements = [s for policy in role["Policies"] for s in listed(policy["PolicyDocument"]["Statement"])]
        yield resource["Metadata"]["BuildProperties"]["Binary"], paths, statements


def add_linked(calls, linked):
    """Functions that run operations of others, in their own process, make the calls of those as well."""
    for name, others in linked.items():
        calls.setdefault(name, set()).update(*(calls.get(other, set()) for other in others))


def faults(template, lines, linked):
    """What disagrees, a sentence each; and how many kinds of calls were compared. `linked` has, for each function that runs operations of other
    functions, the names of those."""
    known = list(functions(template))
    paths = {path: name for name, served, _ in known for path in served}
    calls = called(lines, paths)
    add_linked(calls, linked)
    found = []
    for name, _, statements in known:
        grants, seen = allowed(statements), calls.get(name, set())
        found += [f"{name}: calls {action} on {where}, which its role does not allow" for action, where in sorted(seen - grants)
                  if (action, "index/*") not in grants or where == "table"]
        found += [f"{name}: its role allows {action} on {where}, which it never calls" for action, where in sorted(grants - seen)]
    strangers = calls.keys() - {name for name, _, _ in known}
    found += [f"{stranger or 'a path'} is no function of the template" for stranger in sorted(map(str, strangers))]
    return found, sum(len(seen) for seen in calls.values())
