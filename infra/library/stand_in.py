"""The stack of template.yaml in moto, which stands in for AWS: translated by SAM, made by moto's CloudFormation with what moto_models adds."""

import json
import warnings

from samtranslator.yaml_helper import yaml_parse

from . import build, moto_models, translation
from .tools import REPOSITORY

REGION = "eu-west-1"
ALARMS = "alarms.yaml"


def make(session, name, program=b"", **parameters):
    """Makes a stack, as `sam deploy` has CloudFormation make it; every function has this program. The template, as it was translated."""
    bucket, storage = f"{name}-artefacts", session.client("s3")
    storage.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
    storage.put_object(Bucket=bucket, Key="program", Body=build.package(program))
    template = translation.translated(f"s3://{bucket}/program", **parameters)
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::CloudFormation::Stack":
            nested = resource["Properties"]["TemplateURL"]
            storage.put_object(Bucket=bucket, Key=nested, Body=(REPOSITORY / nested).read_bytes())
            resource["Properties"]["TemplateURL"] = f"https://{bucket}.s3.{REGION}.amazonaws.com/{nested}"
    given = [{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()]
    with warnings.catch_warnings():
        # moto warns of what it does not make, each time; moto_models has placed it.
        warnings.simplefilter("ignore")
        session.client("cloudformation").create_stack(StackName=name, TemplateBody=json.dumps(template), Parameters=given,
                                                      Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"])
    return template


def resources(session, name):
    """Logical id, type and physical id of each resource of a stack that was made."""
    pages = session.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=name)
    summaries = [one for page in pages for one in page["StackResourceSummaries"]]
    return {one["LogicalResourceId"]: (one["ResourceType"], one.get("PhysicalResourceId", "")) for one in summaries}


def types():
    """The types of all resources of all templates, by how much of them moto makes (moto_models.placed)."""
    found = dict(translation.translated("s3://bucket/program")["Resources"])
    for template in sorted((REPOSITORY / "infra").glob("*.yaml")):
        found |= {f"{template.stem}/{name}": one for name, one in yaml_parse(template.read_text())["Resources"].items()}
    return moto_models.placed(found)
