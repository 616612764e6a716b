"""Taking an environment down: nothing that keeps data goes unless it was named and exported."""

import pathlib
import tempfile
import unittest
from unittest import mock

from moto import mock_aws

from .. import calls, taking_down
from .aws import Session

TYPES = {"Table": "AWS::DynamoDB::Table", "Files": "AWS::S3::Bucket", "ConsoleFiles": "AWS::S3::Bucket"}
STACK, ALL = "colonnade-dev", {"table", "files", "secrets"}


class Stack(unittest.TestCase):
    """What a stack of the template keeps, in moto, whose CloudFormation keeps nothing."""

    def setUp(self):
        held = mock_aws()
        held.start()
        self.addCleanup(held.stop)
        made = self.made()
        found = mock.patch.object(taking_down, "found", lambda *_: (True, f"arn:{STACK}"))
        listed = mock.patch.object(calls.Calls, "pages", self.pages(made, calls.Calls.pages))
        for patch in (found, listed):
            patch.start()
            self.addCleanup(patch.stop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.lines, self.exported = pathlib.Path(folder.name) / "copy", [], []

    def made(self):
        table, storage = Session.client("dynamodb"), Session.client("s3")
        table.create_table(TableName="table", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                           AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}], DeletionProtectionEnabled=True)
        for bucket in ("files", "pages"):
            storage.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
            storage.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
            for content in (b"before", b"now"):
                storage.put_object(Bucket=bucket, Key="files/a", Body=content)
        secrets = {name: Session.client("secretsmanager").create_secret(Name=name, SecretString="x")["ARN"] for name in taking_down.KEPT["secrets"]}
        gateway = Session.client("apigateway")
        api = gateway.create_rest_api(name=STACK)["id"]
        gateway.create_domain_name(domainName="api.example.com")
        gateway.create_base_path_mapping(domainName="api.example.com", restApiId=api)
        return {"Table": "table", "Files": "files", "ConsoleFiles": "pages", "Api": api} | secrets

    @staticmethod
    def pages(made, own):
        """As CloudFormation lists the resources of the stack."""
        def answer(self, service, operation, key, region=None, **given):
            if operation != "list_stack_resources":
                return own(self, service, operation, key, region, **given)
            return [{"LogicalResourceId": name, "PhysicalResourceId": identity, "ResourceStatus": "CREATE_COMPLETE", "ResourceType": TYPES.get(name, "other")}
                    for name, identity in made.items()]
        return answer

    def take_down(self, keep=(), delete=(), folder=None, is_rehearsed=False):
        asked = calls.Calls(Session, is_rehearsed, self.lines.append)
        with mock.patch.object(calls.Calls, "wait"):
            taking_down.TakingDown(asked, STACK, self.export).carry_out(set(keep), set(delete), folder)
        return asked.changes

    def export(self, table, file):
        self.exported.append((table, file))
        file.write_text("{}")

    def test_it_refuses_until_each_part_that_keeps_data_is_named(self):
        with self.assertRaisesRegex(ValueError, "table: table, about 0 items.*\n.*files: files, 1 files\n.*secrets"):
            self.take_down()
        with self.assertRaisesRegex(ValueError, "either kept or deleted"):
            self.take_down(ALL, {"table"})
        self.assertEqual(self.lines, [])

    def test_what_is_kept_is_there_afterwards_and_the_consoles_files_are_not(self):
        self.take_down(keep=ALL)
        self.assertEqual(Session.client("dynamodb").list_tables()["TableNames"], ["table"])
        self.assertEqual([one["Name"] for one in Session.client("s3").list_buckets()["Buckets"]], ["files"])
        self.assertEqual(Session.client("apigateway").get_base_path_mappings(domainName="api.example.com")["items"], [])
        self.assertEqual(sum(line.startswith("kept: ") for line in self.lines), 3)

    def test_what_is_to_be_deleted_is_exported_first_into_an_empty_folder(self):
        with self.assertRaisesRegex(ValueError, "--export"):
            self.take_down(delete=ALL)
        self.take_down(delete=ALL, folder=self.folder)
        self.assertEqual(self.exported, [("table", self.folder / "table.jsonl")])
        self.assertEqual((self.folder / "files/files/a").read_bytes(), b"now")
        self.assertEqual(Session.client("dynamodb").list_tables()["TableNames"], [])
        self.assertEqual(Session.client("s3").list_buckets()["Buckets"], [])
        self.assertEqual(Session.client("secretsmanager").list_secrets()["SecretList"], [])

    def test_what_ended_in_the_midst_of_it_is_finished_by_the_same_command(self):
        self.take_down(delete={"table"}, keep={"files", "secrets"}, folder=self.folder)
        with self.assertRaisesRegex(ValueError, "not empty"):
            self.take_down(delete=ALL, folder=self.folder)
        self.take_down(delete=ALL, folder=self.folder / "again")
        self.assertEqual(len(self.exported), 1)
        # The stack and the console's bucket are there in moto no more, and the secrets only until their time is over.
        self.assertEqual(self.take_down(delete=ALL), 1)

    def test_an_export_that_fails_keeps_everything(self):
        asked = calls.Calls(Session, tell=self.lines.append)
        export = mock.Mock(side_effect=OSError("no room"))
        with self.assertRaises(OSError):
            taking_down.TakingDown(asked, STACK, export).carry_out(set(), ALL, self.folder)
        self.assertEqual(asked.changes, 0)

    def test_a_rehearsal_changes_nothing_and_tells_every_call(self):
        self.assertEqual(self.take_down(delete=ALL, folder=self.folder, is_rehearsed=True), 9)
        self.assertFalse(self.folder.exists())
        self.assertEqual(Session.client("dynamodb").list_tables()["TableNames"], ["table"])
        self.assertIn('aws cloudformation delete-stack --cli-input-json \'{"StackName": "colonnade-dev"}\'', self.lines)


if __name__ == "__main__":
    unittest.main()
