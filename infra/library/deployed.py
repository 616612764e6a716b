"""From which commits a stack is: each function by the description of the version that its alias names, the stack by the settings of these versions."""

import re

from .rollout import ALIAS

COMMIT = re.compile(r"^(?:commit )?([0-9a-f]{7,40})(?:\s|$)")
# The variable by which a version's settings say of which deployment of the stack they are (template.yaml).
SETTINGS = "STACK_COMMIT"


def commits(session, stack, names):
    """A commit for each function, and for "stack"; what is not known is left out, so that it counts as changed.

    The stack's is known when every version that serves requests has its settings: a deployment that was taken back, or ended before it moved
    the aliases, is none."""
    functions, found = session.client("lambda"), {}
    settings = {parameter(session, stack, "Commit")}
    for name in names:
        try:
            version = functions.get_function_configuration(FunctionName=f"{stack}-{name}", Qualifier=ALIAS)
        except functions.exceptions.ResourceNotFoundException:
            continue
        settings.add(own := version.get("Environment", {}).get("Variables", {}).get(SETTINGS, ""))
        # The first version is published with the stack, and its program is of the same commit.
        if match := COMMIT.match(version.get("Description", "")) or COMMIT.match(own):
            found[name] = match[1]
    if len(settings) == 1 and (match := COMMIT.match(settings.pop())):
        found["stack"] = match[1]
    return found


def parameter(session, stack, key):
    """A parameter of the deployed stack; empty when it has none of this name. AWS refuses when there is no stack."""
    [known] = session.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    return {one["ParameterKey"]: one["ParameterValue"] for one in known.get("Parameters", [])}.get(key, "")


def output(session, stack, key):
    """An output of the deployed stack; empty when it has none of this name. AWS refuses when there is no stack."""
    [known] = session.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    return {one["OutputKey"]: one["OutputValue"] for one in known.get("Outputs", [])}.get(key, "")


def api(base_url):
    """The id of the API and the name of its stage, of the address that the stack's output BaseUrl says."""
    host, stage = base_url.removeprefix("https://").split("/")[:2]
    return host.partition(".")[0], stage
