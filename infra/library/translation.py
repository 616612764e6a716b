"""What AWS SAM makes of template.yaml: the resources that CloudFormation gets."""

import contextlib
import functools
import io
import json
import os

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

from . import inputs
from .tools import REPOSITORY


class NoManagedPolicies:
    """The template names none."""

    @staticmethod
    def load():
        return {}


def translated(program, **given):
    """The template for CloudFormation, whose functions all have this program, for parameters that differ from their defaults."""
    return json.loads(text(program, tuple(given.items())))


@functools.cache
def text(program, given):
    """The same as JSON. It takes seconds, and SAM tells of its own figures meanwhile."""
    template = yaml_parse((REPOSITORY / inputs.TEMPLATE).read_text())
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["CodeUri"] = program
    parameters = {name: str(parameter.get("Default", "")) for name, parameter in template["Parameters"].items()} | dict(given)
    os.environ.setdefault("AWS_DEFAULT_REGION", "eu-west-1")
    with contextlib.redirect_stderr(io.StringIO()):
        return json.dumps(transform(template, parameters, NoManagedPolicies()))
