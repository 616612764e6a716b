"""The stack of template.yaml in moto: which parts it makes, as docs/AWS.md lists them, and that all that it makes names what is there."""

import re
import unittest

from moto import mock_aws

from .. import stand_in
from ..tools import REPOSITORY
from .aws import Session

STACK = "colonnade-dev"
KEY = "arn:aws:kms:eu-west-1:123456789012:key/0123"
# So that every part with a condition is made.
ALL = {"LetterSender": "letters@example.com", "DeployRoles": "arn:aws:iam::123456789012:role/deploy", "Backup": "true", "EncryptionKey": KEY,
       "TableOverride": "restored"}
LISTED = re.compile(r"^- \*\*(made|by own calls|name only)\*\*.*?: (.*?)(?=^- \*\*|^$)", re.M | re.S)


class Parts(unittest.TestCase):
    def test_every_type_of_resource_is_placed_and_the_documentation_lists_it(self):
        page = (REPOSITORY / "docs" / "AWS.md").read_text()
        listed = {name: set(re.findall(r"\w+::\w+", text)) for name, text in LISTED.findall(page)}
        found = {name: {kind.removeprefix("AWS::") for kind in kinds} for name, kinds in stand_in.types().items()}
        self.assertEqual(found.pop("not placed"), set(), "place it in infra/library/moto_models.py, and in docs/AWS.md")
        self.assertEqual(listed, found)


class Stack(unittest.TestCase):
    @mock_aws(config={"lambda": {"use_docker": False}})
    def test_all_of_it_is_made_and_every_setting_of_a_function_has_a_value(self):
        template = stand_in.make(Session, STACK, Stage="dev", **ALL)
        self.assertEqual(stand_in.resources(Session, STACK).keys(), template["Resources"].keys())
        functions = [one for page in Session.client("lambda").get_paginator("list_functions").paginate() for one in page["Functions"]]
        for function in functions:
            for name, value in function["Environment"]["Variables"].items():
                self.assertTrue(value != "" or name == "DYNAMODB_ENDPOINT" or name == "PUBLIC_URL", f"{function['FunctionName']}: {name}")
        self.assertEqual(len(functions), sum(one["Type"] == "AWS::Lambda::Function" for one in template["Resources"].values()))
        queue = Session.client("sqs").get_queue_attributes(QueueUrl=stand_in.resources(Session, STACK)["WorkQueue"][1], AttributeNames=["All"])
        self.assertEqual(queue["Attributes"]["KmsMasterKeyId"], KEY)


if __name__ == "__main__":
    unittest.main()
