"""Roles against calls, with a made-up template."""

import json
import unittest

from .. import roles


def template(*statements, name="cakes", paths=("/v1/cakes", "/v1/cakes/{proxy+}")):
    events = {f"E{n}": {"Type": "Api", "Properties": {"Path": path}} for n, path in enumerate(paths)}
    function = {"Type": "AWS::Serverless::Function", "Metadata": {"BuildProperties": {"Binary": name}},
                "Properties": {"Role": {"Fn::GetAtt": ["TheRole", "Arn"]}, "Events": events}}
    role = {"Type": "AWS::IAM::Role", "Properties": {"Policies": [{"PolicyDocument": {"Statement": list(statements)}}]}}
    return {"Resources": {"The": function, "TheRole": role}}


def table(*actions):
    return {"Action": [f"dynamodb:{action}" for action in actions], "Resource": roles.TABLE}


def index(name):
    return {"Action": "dynamodb:Query", "Resource": {"Fn::Sub": f"${{Table.Arn}}/index/{name}"}}


def call(caller, action, on="table"):
    return json.dumps({"caller": caller, "action": action, "on": on})


class Roles(unittest.TestCase):
    CALLS = [call("/v1/cakes", "Query", "index/gsi1"), call("/v1/cakes/{id}", "GetItem")]

    def test_a_role_that_allows_what_is_called_is_right(self):
        self.assertEqual(roles.faults(template(table("GetItem"), index("gsi1")), self.CALLS, {}), ([], 2))

    def test_what_is_called_and_not_allowed_is_found(self):
        found, _ = roles.faults(template(index("gsi1")), self.CALLS, {})
        self.assertEqual(found, ["cakes: calls GetItem on table, which its role does not allow"])
        found, _ = roles.faults(template(table("GetItem", "Query")), self.CALLS, {})
        self.assertIn("cakes: calls Query on index/gsi1, which its role does not allow", found)

    def test_what_is_allowed_and_never_called_is_found(self):
        found, _ = roles.faults(template(table("GetItem", "DeleteItem"), index("gsi1"), index("gsi2")), self.CALLS, {})
        self.assertEqual(found, ["cakes: its role allows DeleteItem on table, which it never calls",
                                 "cakes: its role allows Query on index/gsi2, which it never calls"])

    def test_all_indexes_are_more_than_the_one_that_is_called(self):
        found, _ = roles.faults(template(table("GetItem"), index("*")), self.CALLS, {})
        self.assertEqual(found, ["cakes: its role allows Query on index/*, which it never calls"])

    def test_a_function_without_paths_is_known_by_its_name(self):
        found, compared = roles.faults(template(table("GetItem"), name="sweep", paths=()), [call("sweep", "GetItem")], {})
        self.assertEqual((found, compared), ([], 1))

    def test_a_path_belongs_to_the_function_with_the_longest_that_fits(self):
        paths = {"/{proxy+}": "fallback", "/auth/{proxy+}": "bakers", "/v1/cakes/{proxy+}": "cakes", "/v1/cakes": "cakes", "/v1/cakes/old/{proxy+}": "museum"}
        callers = {"/v1/cakes": "cakes", "/v1/cakes/{id}": "cakes", "/v1/cakes/old/x": "museum", "/v1/cakesmith": "fallback",
                   "/dev/v1/cakes/{id}": "cakes", "/auth/refresh": "bakers", "/dev/auth/refresh": "bakers"}
        self.assertEqual({caller: roles.owner(caller, paths) for caller in callers}, callers)

    def test_a_function_that_runs_operations_of_others_makes_their_calls(self):
        both = template(table("GetItem"), index("gsi1"))
        baker = template(table("GetItem"), name="baker", paths=("/v1/bakers",))["Resources"]
        both["Resources"] |= {"Baker": {**baker["The"], "Properties": {**baker["The"]["Properties"], "Role": {"Fn::GetAtt": ["BakerRole", "Arn"]}}},
                              "BakerRole": baker["TheRole"]}
        found, _ = roles.faults(both, self.CALLS, {})
        self.assertEqual(found, ["baker: its role allows GetItem on table, which it never calls"])
        found, _ = roles.faults(both, self.CALLS, {"baker": {"cakes"}})
        self.assertEqual(found, ["baker: calls Query on index/gsi1, which its role does not allow"])

    def test_a_caller_that_is_no_function_is_found(self):
        found, _ = roles.faults(template(table("GetItem"), index("gsi1")), [*self.CALLS, call("baker", "GetItem")], {})
        self.assertEqual(found, ["baker is no function of the template"])

    def test_the_files_and_the_queue_are_compared_as_the_table_is(self):
        files = {"Action": ["s3:GetObject", "s3:PutObject"], "Resource": roles.FILES}
        queue = {"Action": "sqs:SendMessage", "Resource": [roles.QUEUE, {"Fn::GetAtt": ["CakeFailures", "Arn"]}]}
        calls = [call("/v1/cakes", "s3:GetObject", "files"), call("/v1/cakes", "sqs:SendMessage", "queue")]
        found, compared = roles.faults(template(files, queue), calls, {})
        self.assertEqual((found, compared), (["cakes: its role allows s3:PutObject on files, which it never calls"], 2))
        found, _ = roles.faults(template(files), calls[:1], {})
        self.assertEqual(len(found), 1)
        found, _ = roles.faults(template({**files, "Action": "s3:GetObject"}), calls, {})
        self.assertEqual(found, ["cakes: calls sqs:SendMessage on queue, which its role does not allow"])

    def test_what_lambda_calls_for_the_function_is_not_compared(self):
        receive = {"Action": ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"], "Resource": roles.QUEUE}
        there = {"Action": "s3:ListBucket", "Resource": {"Fn::GetAtt": ["Files", "Arn"]}}
        self.assertEqual(roles.faults(template(table("GetItem"), index("gsi1"), receive, there), self.CALLS, {}), ([], 2))

    def test_a_resource_that_is_not_of_the_table_is_refused(self):
        with self.assertRaisesRegex(ValueError, "neither the table"):
            roles.faults(template({"Action": "dynamodb:GetItem", "Resource": "*"}), self.CALLS, {})
