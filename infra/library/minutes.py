"""How long a first deployment may take, by calculation: nobody has measured one. What CloudFormation makes waits for what it names, and the rest is
made beside it."""

import json
import re

from . import translation

# Seconds until CloudFormation says that one is made, as remembered of AWS; of others OTHER.
SECONDS = {
    "AWS::ApiGateway::RestApi": 10, "AWS::CloudFormation::Stack": 60, "AWS::CloudFront::Distribution": 300, "AWS::DynamoDB::Table": 60,
    "AWS::Events::Rule": 65, "AWS::IAM::Policy": 20, "AWS::IAM::Role": 25, "AWS::Lambda::EventSourceMapping": 45, "AWS::Lambda::Function": 15,
    "AWS::Lambda::Version": 60, "AWS::Logs::LogGroup": 15, "AWS::S3::Bucket": 25, "AWS::SQS::Queue": 70, "AWS::WAFv2::WebACLAssociation": 30,
}
OTHER = 10
# What Lambda takes of calls that change functions, of all together, in a second; a quota of AWS.
LAMBDA_CALLS_A_SECOND = 15
# Of two idle cores: programs of all functions for Lambda, from nothing.
BUILD_MINUTES = 30
# Megabytes that SAM sends for a function, as docs/PERFORMANCE.md has it of one, and in a second.
PACKAGE_MB, UPLOAD_MB_A_SECOND = 3, 2.5
SUB = re.compile(r"\$\{([A-Za-z0-9]+)[.}]")


def names(value, resources):
    """The resources that a part of a template names."""
    if isinstance(value, dict):
        found = {value["Ref"]} if isinstance(value.get("Ref"), str) else set()
        if "Fn::GetAtt" in value:
            found.add(value["Fn::GetAtt"][0])
        if "Fn::Sub" in value:
            found |= set(SUB.findall(json.dumps(value["Fn::Sub"])))
        depends = value.get("DependsOn", [])
        found |= set([depends] if isinstance(depends, str) else depends)
        return (found & resources.keys()).union(*(names(part, resources) for part in value.values()))
    return set().union(*(names(part, resources) for part in value)) if isinstance(value, list) else set()


def longest(resources):
    """The chain of resources, each of which waits for the one before, that takes longest; with its seconds."""
    known = {}

    def of(name):
        if name not in known:
            before = max((of(one) for one in names(resources[name], resources)), default=(0, []))
            known[name] = before[0] + SECONDS.get(resources[name]["Type"], OTHER), [*before[1], name]
        return known[name]
    return max(of(name) for name in resources)


def first_deployment():
    """Minutes of each step, and of what CloudFormation waits for in turn the names."""
    resources = translation.translated("s3://bucket/program")["Resources"]
    seconds, chain = longest(resources)
    kinds = [resource["Type"] for resource in resources.values()]
    lambda_calls = sum(kind.startswith("AWS::Lambda::") for kind in kinds)
    waited = lambda_calls / LAMBDA_CALLS_A_SECOND
    sent = kinds.count("AWS::Lambda::Function") * PACKAGE_MB / UPLOAD_MB_A_SECOND
    return {"build": BUILD_MINUTES, "send": sent / 60, "make": (seconds + waited) / 60}, chain
