"""Stacks of templates that stand for themselves: account.yaml, key.yaml, roles.yaml."""

import botocore.exceptions

from .tools import REPOSITORY

UNCHANGED = "No updates are to be performed"


def outputs(calls, name):
    """The outputs of a stack; None when there is none of this name."""
    try:
        [known] = calls.read("cloudformation", "describe_stacks", StackName=name)["Stacks"]
    except botocore.exceptions.ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    return {one["OutputKey"]: one["OutputValue"] for one in known.get("Outputs", [])}


def deploy(calls, file, name, **parameters):
    """Makes a stack of a template of infra/, or brings it up to date; its outputs, which are empty when it is only rehearsed and not there yet."""
    given = {"StackName": name, "TemplateBody": (REPOSITORY / "infra" / file).read_text(), "Capabilities": ["CAPABILITY_NAMED_IAM"],
             "Parameters": [{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()]}
    if outputs(calls, name) is None:
        changed(calls, "create_stack", file, given)
        calls.wait("cloudformation", "stack_create_complete", StackName=name)
        return outputs(calls, name) or {}
    try:
        changed(calls, "update_stack", file, given)
    except botocore.exceptions.ClientError as error:
        if UNCHANGED not in str(error):
            raise
        calls.tell(f"{name} is as infra/{file} says")
        return outputs(calls, name)
    calls.wait("cloudformation", "stack_update_complete", StackName=name)
    return outputs(calls, name)


def changed(calls, operation, file, given):
    """As `aws cloudformation deploy` is told it: a template is too long for a line."""
    pairs = " ".join(f"{one['ParameterKey']}={one['ParameterValue']}" for one in given["Parameters"])
    calls.tell(f"aws cloudformation deploy --template-file infra/{file} --stack-name {given['StackName']} --capabilities CAPABILITY_NAMED_IAM"
               f" --no-fail-on-empty-changeset{' --parameter-overrides ' + pairs if pairs else ''}")
    calls.changes += 1
    if not calls.is_rehearsed:
        calls.read("cloudformation", operation, **given)
