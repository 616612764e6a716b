"""From which commits a stack is: each function by the description of the version that its alias names, the stack by its parameter Commit."""

import re

from .rollout import ALIAS

COMMIT = re.compile(r"\bcommit ([0-9a-f]{7,40})(?:\s|$)")


def commits(session, stack, names):
    """A commit for each function, and for "stack"; what is not known is left out, so that it counts as changed."""
    functions, stacks = session.client("lambda"), session.client("cloudformation")
    found = {}
    for name in names:
        try:
            description = functions.get_function_configuration(FunctionName=f"{stack}-{name}", Qualifier=ALIAS).get("Description", "")
        except functions.exceptions.ResourceNotFoundException:
            continue
        if match := COMMIT.search(description):
            found[name] = match[1]
    parameters = stacks.describe_stacks(StackName=stack)["Stacks"][0].get("Parameters", [])
    for parameter in parameters:
        if parameter["ParameterKey"] == "Commit" and COMMIT.search(f"commit {parameter['ParameterValue']}"):
            found["stack"] = parameter["ParameterValue"]
    return found
