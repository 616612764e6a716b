"""What stands between functions and moto in a rehearsal: which calls are judged as what, and which changes a source hands over."""

import json
import unittest
from unittest import mock

from moto.iam.access_control import IAMPolicy
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from .. import front, sources
from .aws import STACK, Stack

ARNS = {"table": "arn:table/", "queue": "arn:queue:"}


def calls(target, body, path="/", method="POST", host="dynamodb.eu-west-1.amazonaws.com"):
    headers = {"X-Amz-Target": target} if target else {}
    return list(front.calls(Request(EnvironBuilder(path, f"https://{host}", method=method, headers=headers, data=json.dumps(body)).get_environ()), ARNS))


class Calls(unittest.TestCase):
    def test_a_transaction_is_its_parts_and_a_query_of_an_index_is_on_the_index(self):
        parts = {"TransactItems": [{"Put": {"TableName": "t"}}, {"ConditionCheck": {"TableName": "t"}}]}
        self.assertEqual(calls("DynamoDB_20120810.TransactWriteItems", parts),
                         [("dynamodb:PutItem", "arn:table/t"), ("dynamodb:ConditionCheckItem", "arn:table/t")])
        self.assertEqual(calls("DynamoDB_20120810.Query", {"TableName": "t", "IndexName": "gsi1"}), [("dynamodb:Query", "arn:table/t/index/gsi1")])
        self.assertEqual(calls("DynamoDB_20120810.BatchGetItem", {"RequestItems": {"t": {}}}), [("dynamodb:BatchGetItem", "arn:table/t")])

    def test_secrets_queues_and_files_are_named_as_roles_name_them(self):
        self.assertEqual(calls("secretsmanager.GetSecretValue", {"SecretId": "arn:s"}), [("secretsmanager:GetSecretValue", "arn:s")])
        self.assertEqual(calls("AmazonSQS.SendMessageBatch", {"QueueUrl": "https://sqs/1/work"}), [("sqs:SendMessage", "arn:queue:work")])
        self.assertEqual(calls("", {}, "/files/a%20b", "DELETE", "bucket.s3.eu-west-1.amazonaws.com"), [("s3:DeleteObject", "arn:aws:s3:::bucket/files/a b")])

    def test_what_no_policy_names_is_refused_and_so_is_what_one_denies(self):
        policy = lambda effect, resource: IAMPolicy(json.dumps({"Statement": [{"Effect": effect, "Action": "s3:GetObject", "Resource": resource}]}))
        self.assertTrue(front.Roles.judge([policy("Allow", "arn:a/*")], "s3:GetObject", "arn:a/1"))
        self.assertFalse(front.Roles.judge([policy("Allow", "arn:a/*")], "s3:GetObject", "arn:b/1"))
        self.assertFalse(front.Roles.judge([policy("Allow", "arn:a/*"), policy("Deny", "arn:a/1")], "s3:GetObject", "arn:a/1"))


class Sources(unittest.TestCase):
    def test_a_filter_lets_pass_what_fits_all_that_it_lists(self):
        rule = {"dynamodb": {"NewImage": {"kind": {"S": ["plan"]}}}, "eventName": ["INSERT"]}
        plan = {"dynamodb": {"NewImage": {"kind": {"S": "plan"}}}, "eventName": "INSERT"}
        self.assertTrue(sources.fits(rule, plan))
        self.assertFalse(sources.fits(rule, plan | {"eventName": "REMOVE"}))
        self.assertFalse(sources.fits(rule, {"dynamodb": {"Keys": {}}, "eventName": "INSERT"}))

    def test_binary_values_are_told_as_lambda_tells_them(self):
        change = {name: "x" for name in ("eventID", "eventName", "eventVersion", "eventSource", "awsRegion")}
        told = sources.of_change(change | {"dynamodb": {"NewImage": {"a": {"B": b"\x00\x01"}}}}, "arn:stream")
        self.assertEqual((told["dynamodb"]["NewImage"]["a"], told["eventSourceARN"]), ({"B": "AAE="}, "arn:stream"))

    def test_of_a_transaction_that_is_taken_back_no_function_is_told(self):
        with Stack() as stack:
            stack.function("outbox")
            table = stack.session.client("dynamodb")
            made = table.create_table(TableName="t", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                                      AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                                      StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})["TableDescription"]
            stack.session.client("lambda").create_event_source_mapping(FunctionName=f"{STACK}-outbox", EventSourceArn=made["LatestStreamArn"],
                                                                       StartingPosition="TRIM_HORIZON")
            put = lambda key: {"Put": {"TableName": "t", "Item": {"pk": {"S": key}}}}
            refused = {"ConditionCheck": {"TableName": "t", "Key": {"pk": {"S": "none"}}, "ConditionExpression": "attribute_exists(pk)"}}
            told = mock.Mock(**{"invoke.return_value": {}})
            with sources.Sources(stack.session, {f"{STACK}-outbox": told}, self.fail):
                with self.assertRaises(table.exceptions.TransactionCanceledException):
                    table.transact_write_items(TransactItems=[put("a"), refused])
                table.transact_write_items(TransactItems=[put("b"), put("c")])
            keys = [record["dynamodb"]["Keys"]["pk"]["S"] for call in told.invoke.call_args_list for record in call[0][0]["Records"]]
            self.assertEqual(sorted(keys), ["b", "c"])


if __name__ == "__main__":
    unittest.main()
