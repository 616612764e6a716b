"""The roles by which GitHub deploys: what they may, judged as moto's IAM reads policies, and what CloudFormation's resource types need."""

import importlib.resources
import json
import re
import unittest

from moto.iam.access_control import IAMPolicy
from samtranslator.yaml_helper import yaml_parse

from .. import front, stand_in
from ..tools import REPOSITORY

VALUES = {"AWS::Partition": "aws", "AWS::Region": "eu-west-1", "AWS::AccountId": "123456789012", "Stack": "colonnade-live",
          "Repository": "acme/colonnade", "Environment": "live"}
ROLES = yaml_parse((REPOSITORY / "infra" / "roles.yaml").read_text())["Resources"]
LAMBDA, DATA = "arn:aws:lambda:eu-west-1:123456789012:function:", "arn:aws:dynamodb:eu-west-1:123456789012:table/colonnade-live-Table-1"
SECRET = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:SealingKey-abc"
TYPE_NAME = re.compile(r'^ ?"typeName": "([^"]+)"', re.M)
# What a resource type can need and none of ours does: of other services, of replicas, imports and tables of metadata.
OTHER_SERVICES = {"amplify", "appsync", "apprunner", "bedrock-agentcore", "codedeploy", "cognito-idp", "ec2", "elasticfilesystem", "elasticloadbalancing",
                  "firehose", "kinesis", "payments", "s3files", "s3tables", "organizations"}
NOT_USED = re.compile(
    r"dynamodb:.*(Replica|Import|Kinesis).*|dynamodb:(Delete|Put)ResourcePolicy|iam:(Create|Delete|Put|Get|Attach|Detach)\w*(Boundary|Group|User|Linked)\w*"
    r"|lambda:\w*(ProvisionedConcurrency|CodeSigning|RuntimeManagement|Recursion|Scaling|Capacity|Layer|RuntimeAlias)\w*"
    r"|logs:\w*(Delivery|Index|ResourcePolic|DataProtection|BearerToken|DeletionProtection)\w*|logs:(CreateLogStream|DescribeLogStreams|PutLogEvents)"
    r"|s3:\w*(Metadata|Analytics|Metrics|Website|Replication|Accelerate|Abac|Acl|Logging|Notification|ObjectLock|Tiering|Inventory|REST)\w*"
    r"|s3:REST.PUT.OBJECT|s3:DeleteBucket(Cors|Encryption|Lifecycle)|ses:PutConfigurationSet\w+|sns:PutDataProtectionPolicy"
    r"|cloudfront:\w*(ConnectionGroup|VpcOrigin|WithTags|Staging)\w*|cloudformation:SetStackPolicy|wafv2:\w+PermissionPolicy"
    r"|secretsmanager:\w*Replica\w*|apigateway:UpdateRestApiPolicy|kms:(ListAliases|RevokeGrant)"
    r"|backup:(Put|Delete)BackupVault(AccessPolicy|Notifications|LockConfiguration)|iam:ListRoles|backup-storage:Mount")
# The data itself, which nobody who deploys reads. A resource type asks for a secret's value to see whether it was changed by hand.
DATA_READ = {"dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:Scan",
             "dynamodb:UpdateItem", "secretsmanager:GetSecretValue", "s3:DeleteObject"}
# Of templates that an operator deploys, and not GitHub.
OPERATORS = {"AWS::ApiGateway::Account", "AWS::KMS::Key", "AWS::KMS::Alias"}


def resolved(value):
    """A part of the template with the values that it has in an account."""
    if isinstance(value, dict):
        if "Fn::Sub" in value:
            return re.sub(r"\$\{([\w:]+)\}", lambda match: VALUES[match[1]], value["Fn::Sub"])
        if "Ref" in value:
            return VALUES[value["Ref"]]
        if "Fn::GetAtt" in value:
            return f"arn:aws:iam::123456789012:role/{resolved(ROLES[value['Fn::GetAtt'][0]]['Properties']['RoleName'])}"
        return {name: resolved(part) for name, part in value.items()}
    return [resolved(part) for part in value] if isinstance(value, list) else value


def documents(role):
    return [resolved(policy["PolicyDocument"]) for policy in ROLES[role]["Properties"]["Policies"]]


def may(role, action, resource):
    """Whether a role may do this. moto reads no NotResource: such a statement is judged by its exception here."""
    statements = [statement for document in documents(role) for statement in document["Statement"]]
    for statement in statements:
        if "NotResource" in statement and action in statement["Action"] and not resource.startswith(statement["NotResource"].split("*")[0]):
            return False
    plain = {"Version": "2012-10-17", "Statement": [statement for statement in statements if "NotResource" not in statement]}
    return front.Roles.judge([IAMPolicy(json.dumps(plain))], action, resource)


def needed():
    """The actions that each resource type of the templates needs, as its schema says."""
    types = set().union(*stand_in.types().values()) - OPERATORS
    for file in importlib.resources.files("cfnlint").joinpath("data/schemas/resources").iterdir():
        # Reading all of them as JSON takes seconds.
        text = file.read_text() if file.name.endswith(".json") else ""
        name = TYPE_NAME.search(text)
        if name and name[1] in types:
            handlers = json.loads(text)["handlers"].items()
            yield name[1], {action for name, handler in handlers if name != "list" for action in handler.get("permissions", [])}


class CloudFormation(unittest.TestCase):
    def test_the_role_may_what_each_resource_type_needs_and_reads_no_data(self):
        granted = {action for document in documents("CloudFormation") for statement in document["Statement"] if statement["Effect"] == "Allow"
                   for action in ([statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"])}
        seen, missing = set(), {}
        for kind, actions in needed():
            seen |= actions
            lacking = {action for action in actions - granted - DATA_READ
                       if action.split(":")[0] not in OTHER_SERVICES and not NOT_USED.fullmatch(action)}
            if lacking:
                missing[kind] = sorted(lacking)
        self.assertEqual(missing, {})
        self.assertEqual(sorted(granted - seen), ["cloudformation:DescribeStacks"] if "cloudformation:DescribeStacks" not in seen else [])

    def test_the_policies_of_a_role_are_no_longer_than_iam_takes(self):
        for role in ROLES:
            length = sum(len(json.dumps(document, separators=(",", ":"))) for document in documents(role))
            self.assertLess(length, 10_240, role)


class Deploy(unittest.TestCase):
    def test_it_deploys_functions_of_its_stack_and_of_no_other(self):
        self.assertTrue(may("Deploy", "lambda:UpdateFunctionCode", f"{LAMBDA}colonnade-live-plans"))
        self.assertFalse(may("Deploy", "lambda:UpdateFunctionCode", f"{LAMBDA}colonnade-dev-plans"))
        self.assertFalse(may("Deploy", "lambda:InvokeFunction", f"{LAMBDA}colonnade-live-plans"))

    def test_neither_role_reads_a_secret_the_table_or_a_file(self):
        for role in ROLES:
            for action, resource in {"secretsmanager:GetSecretValue": SECRET, "dynamodb:GetItem": DATA, "dynamodb:Scan": DATA,
                                     "s3:GetObject": "arn:aws:s3:::colonnade-live-files-1/files/x"}.items():
                self.assertFalse(may(role, action, resource), (role, action))
        self.assertTrue(may("Deploy", "s3:GetObject", "arn:aws:s3:::aws-sam-cli-managed-default-bucket-1/x"))

    def test_neither_role_changes_either_of_them(self):
        for role in ROLES:
            for name in ("deploy-colonnade-live", "cloudformation-colonnade-live"):
                self.assertFalse(may(role, "iam:PutRolePolicy", f"arn:aws:iam::123456789012:role/{name}"))

    def test_only_a_job_of_the_environment_takes_it(self):
        [statement] = resolved(ROLES["Deploy"]["Properties"]["AssumeRolePolicyDocument"]["Statement"])
        self.assertEqual(statement["Condition"]["StringEquals"], {
            "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
            "token.actions.githubusercontent.com:sub": "repo:acme/colonnade:environment:live"})


if __name__ == "__main__":
    unittest.main()
