"""What an environment is set up with: each command changes only what is not so yet, and nothing when it is only rehearsed."""

import pathlib
import tempfile
import tomllib
import unittest
from unittest import mock

from moto import mock_aws

from .. import account, calls, domain, formation, stack
from .aws import Session

SAMCONFIG = '[dev.deploy.parameters]\nstack_name = "colonnade-dev"\nresolve_s3 = true\nparameter_overrides = "Stage=dev"\n'


class Account(unittest.TestCase):
    """A test in an account of its own, in moto."""

    def setUp(self):
        held = mock_aws()
        held.start()
        self.addCleanup(held.stop)
        self.lines = []

    def calls(self, is_rehearsed=False):
        return calls.Calls(Session, is_rehearsed, self.lines.append)

    def changes_of(self, work, **options):
        """How many changes a piece of work makes."""
        asked = self.calls(**options)
        work(asked)
        return asked.changes


class Prepared(Account):
    def test_an_account_is_prepared_once(self):
        self.assertEqual(self.changes_of(account.prepare), 2)
        self.assertEqual(len(Session.client("iam").list_open_id_connect_providers()["OpenIDConnectProviderList"]), 1)
        self.assertIsNotNone(formation.outputs(self.calls(), account.LOGS_STACK))

    def test_what_is_rehearsed_is_told_and_not_done(self):
        self.assertEqual(self.changes_of(account.prepare, is_rehearsed=True), 2)
        self.assertIn("aws iam create-open-id-connect-provider --cli-input-json '{\"Url\": \"https://token.actions.githubusercontent.com\"", self.lines[1])
        self.assertEqual(Session.client("iam").list_open_id_connect_providers()["OpenIDConnectProviderList"], [])

    def test_the_roles_of_a_repository_are_made_and_told(self):
        jobs, formations = account.roles(self.calls(), "colonnade-live", "acme/colonnade", "live")
        self.assertTrue(jobs.endswith(":role/deploy-colonnade-live") and formations.endswith(":role/cloudformation-colonnade-live"))
        self.assertEqual(account.roles(self.calls(is_rehearsed=True), "colonnade-dev", "acme/colonnade", "dev"), ("", ""))

    def test_a_key_of_the_operators_own_outlives_its_stack(self):
        key = formation.deploy(self.calls(), "key.yaml", "key-colonnade-live", Stack="colonnade-live")["KeyArn"]
        self.assertEqual(Session.client("kms").describe_key(KeyId=key)["KeyMetadata"]["KeyState"], "Enabled")


class Domains(Account):
    def setUp(self):
        super().setUp()
        gateway = Session.client("apigateway")
        made = gateway.create_rest_api(name="colonnade-live")
        self.api, place = made["id"], {"restApiId": made["id"], "resourceId": made["rootResourceId"], "httpMethod": "ANY"}
        gateway.put_method(**place, authorizationType="NONE")
        gateway.put_integration(**place, type="MOCK")
        gateway.create_deployment(restApiId=self.api, stageName="live")

    def zone(self):
        made = Session.client("route53").create_hosted_zone(Name="example.com.", CallerReference="test")["HostedZone"]["Id"]
        return made.rsplit("/", 1)[1]

    def records(self, zone):
        known = Session.client("route53").list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
        return {(one["Name"], one["Type"]) for one in known if one["Type"] not in ("NS", "SOA")}

    def test_a_domain_leads_to_the_root_of_the_stage_and_again_changes_nothing(self):
        zone = self.zone()
        work = lambda asked: domain.of_api(asked, "api.example.com", self.api, "live")
        with mock.patch.object(calls.Calls, "wait"):
            self.assertEqual(self.changes_of(work), 5)
            self.assertEqual(self.changes_of(work), 0)
        [mapping] = Session.client("apigateway").get_base_path_mappings(domainName="api.example.com")["items"]
        self.assertEqual((mapping["basePath"], mapping["restApiId"], mapping["stage"]), ("(none)", self.api, "live"))
        self.assertIn(("api.example.com.", "A"), self.records(zone))
        self.assertEqual(len(self.records(zone)), 2)

    def test_without_a_zone_the_record_is_told_and_nothing_leads_anywhere_yet(self):
        self.assertFalse(domain.of_api(self.calls(), "api.example.com", self.api, "live"))
        self.assertTrue(any(line.startswith("in the DNS of api.example.com: ") and " CNAME " in line for line in self.lines), self.lines)
        self.assertEqual(Session.client("apigateway").get_domain_names()["items"], [])

    def test_a_domain_of_another_api_is_refused(self):
        self.zone()
        with mock.patch.object(calls.Calls, "wait"):
            domain.of_api(self.calls(), "api.example.com", self.api, "live")
            with self.assertRaisesRegex(ValueError, "leads to"):
                domain.of_api(self.calls(), "api.example.com", "another", "live")

    def test_the_console_has_its_certificate_where_cloudfront_takes_it(self):
        zone = self.zone()
        with mock.patch.object(calls.Calls, "wait"):
            certificate = domain.of_console(self.calls(), "console.example.com", "d1.cloudfront.net")
        self.assertIn(":us-east-1:", certificate)
        self.assertIn(("console.example.com.", "A"), self.records(zone))

    def test_a_rehearsal_requests_no_certificate(self):
        self.assertFalse(domain.of_api(self.calls(is_rehearsed=True), "api.example.com", self.api, "live"))
        self.assertIn('aws acm request-certificate --cli-input-json \'{"DomainName": "api.example.com", "ValidationMethod": "DNS"}\'', self.lines)
        self.assertEqual(Session.client("acm").list_certificates()["CertificateSummaryList"], [])


class Environments(unittest.TestCase):
    def test_one_more_environment_has_a_stack_of_its_own_and_leaves_the_others(self):
        text = stack.added(SAMCONFIG, "staging", Stage="dev", AlarmEmail="ops@example.com")
        known = tomllib.loads(text)
        self.assertEqual(known["dev"], tomllib.loads(SAMCONFIG)["dev"])
        self.assertEqual(stack.Environment(text, "staging").stack([]), "colonnade-staging")
        self.assertEqual(stack.Environment(text, "staging").parameters([]), {"Stage": "dev", "AlarmEmail": "ops@example.com"})

    def test_a_name_that_is_taken_or_none_is_refused(self):
        for name, reason in {"dev": "has an environment", "Live": "no name", "default": "no name"}.items():
            with self.assertRaisesRegex(ValueError, reason):
                stack.added(SAMCONFIG, name)

    def test_what_is_kept_stands_in_its_environment_alone_and_once(self):
        text = stack.added(SAMCONFIG, "live", Stage="live")
        for _ in range(2):
            text = stack.kept(text, "live", role_arn="arn:aws:iam::1:role/r", PublicUrl="https://api.example.com")
        known = tomllib.loads(text)
        self.assertEqual(known["live"]["deploy"]["parameters"]["role_arn"], "arn:aws:iam::1:role/r")
        self.assertEqual(stack.Environment(text, "live").parameters([]), {"Stage": "live", "PublicUrl": "https://api.example.com"})
        self.assertEqual(known["dev"], tomllib.loads(SAMCONFIG)["dev"])
        without = stack.kept(text, "live", role_arn=None, PublicUrl=None)
        self.assertEqual(without, stack.added(SAMCONFIG, "live", Stage="live"))

    def test_the_file_of_the_repository_is_read_and_written_as_it_is(self):
        text = stack.FILE.read_text()
        for name in ("dev", "live"):
            self.assertEqual(stack.kept(text, name), text)

    def test_a_rehearsal_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "samconfig.toml"
            file.write_text(SAMCONFIG)
            with mock.patch.object(stack, "FILE", file):
                stack.keep(calls.Calls(None, True, lambda _line: None), "dev", PublicUrl="https://a.example.com")
                self.assertEqual(file.read_text(), SAMCONFIG)
                stack.keep(calls.Calls(None, False, lambda _line: None), "dev", PublicUrl="https://a.example.com")
            self.assertIn("PublicUrl=https://a.example.com", file.read_text())


if __name__ == "__main__":
    unittest.main()
