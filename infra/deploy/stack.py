"""What a deployment of the whole stack is called, and how slowly its functions may change."""

import hashlib
import json
import re
import tomllib

from .rollout import ALIAS

VERSION_ARN = re.compile(r":function:(?P<function>[\w-]+):(?P<version>\d+)$")


def parameters(samconfig, environment, overrides):
    """The parameters that samconfig.toml keeps for an environment, with those given now in their place. Raises ValueError when it has none."""
    kept = tomllib.loads(samconfig).get(environment, {}).get("deploy", {}).get("parameters")
    if kept is None:
        raise ValueError(f"samconfig.toml has no environment {environment}")
    pairs = [*kept.get("parameter_overrides", "").split(), *overrides]
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise ValueError(f"{wrong[0]} is no parameter: Key=Value")
    return dict(pair.split("=", 1) for pair in pairs)


def release(commit, given):
    """The name of a deployment: another one for another commit or another parameter, so that every alias is moved."""
    return hashlib.sha256(json.dumps([commit, given], sort_keys=True).encode()).hexdigest()[:20]


def moved_since(session, stack):
    """The functions whose alias names another version than the stack last gave it: they were deployed one by one since.

    CodeDeploy refuses to move such an alias (INVALID_LAMBDA_CONFIGURATION: the alias version does not match). Nothing when there is no stack."""
    stacks, functions = session.client("cloudformation"), session.client("lambda")
    try:
        pages = [page["StackResourceSummaries"] for page in stacks.get_paginator("list_stack_resources").paginate(StackName=stack)]
    except stacks.exceptions.ClientError as error:
        if "does not exist" in str(error):
            return []
        raise
    versions = (VERSION_ARN.search(resource.get("PhysicalResourceId", "")) for page in pages for resource in page
                if resource["ResourceType"] == "AWS::Lambda::Version")
    known = {match["function"]: match["version"] for match in versions if match}
    return sorted(name for name, version in known.items()
                  if functions.get_alias(FunctionName=name, Name=ALIAS)["FunctionVersion"] != version)
