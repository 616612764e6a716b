"""The files of the console: what is sent, in which order, and under which policy."""

import datetime
import json
import pathlib
import re
import tempfile
import unittest

import boto3
import moto
from samtranslator.yaml_helper import yaml_parse

from .. import console, inputs
from ..tools import REPOSITORY


class Sent(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in {"index.html": "<script src=/console/VERSION/app/main.js>", "worker.js": "1", "app/main.js": "2", "README.md": "3",
                           "types/api.d.ts": "4", "tsconfig.json": "{}"}.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text(text)

    def test_the_page_is_sent_last_and_names_the_version_of_all_files(self):
        files = console.Console(self.folder)
        sent = list(files.objects("colc_1", "cols_2"))
        keys = [key for key, *_ in sent]
        self.assertEqual(keys[-3:], ["console/config.json", "worker.js", "index.html"])
        self.assertEqual(sent[-1][1].decode(), f"<script src=/console/{files.version}/app/main.js>")
        self.assertIn(f"console/{files.version}/app/main.js", keys)

    def test_what_is_for_developers_alone_is_not_sent(self):
        self.assertEqual(sorted(console.Console(self.folder).files), ["app/main.js", "index.html", "worker.js"])

    def test_another_file_is_another_version_and_only_versioned_files_are_kept_for_good(self):
        before = console.Console(self.folder).version
        (self.folder / "app/main.js").write_text("changed")
        files = console.Console(self.folder)
        self.assertNotEqual(before, files.version)
        kept = {key for key, _, _, kept in files.objects("", "") if kept == console.FOREVER}
        self.assertTrue(kept and all(key.startswith(f"console/{files.version}/") for key in kept))

    def test_files_of_a_former_version_stay_for_a_month(self):
        now = datetime.datetime(2026, 11, 26, tzinfo=datetime.UTC)
        days = {"index.html": 90, "console/config.json": 90, "console/new/a.js": 90, "console/old/a.js": 30, "console/late/a.js": 29}
        listed = [{"Key": key, "LastModified": now - datetime.timedelta(days=count)} for key, count in days.items()]
        self.assertEqual(console.former(listed, "new", now), ["console/old/a.js"])


class Bucket(unittest.TestCase):
    @moto.mock_aws
    def test_what_is_in_the_bucket_is_what_the_page_names_and_how_a_browser_takes_it(self):
        session = boto3.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="us-east-1")
        storage, files, now = session.client("s3"), console.Console(REPOSITORY / "console"), datetime.datetime.now(datetime.UTC)
        storage.create_bucket(Bucket="pages")
        storage.put_object(Bucket="pages", Key="console/old/app/main.js", Body=b"")
        console.send(storage, "pages", files, ("colc_1", "cols_2"), now)
        page = storage.get_object(Bucket="pages", Key="index.html")
        self.assertEqual(page["CacheControl"], console.SHORTLY)
        text = page["Body"].read().decode()
        named = re.findall(r'"/(console/[^"]+)"', text)
        self.assertGreater(len(named), 5)
        for key in named:
            kept = console.SHORTLY if key == "console/config.json" else console.FOREVER
            self.assertEqual(storage.get_object(Bucket="pages", Key=key)["CacheControl"], kept, key)
        config = json.loads(storage.get_object(Bucket="pages", Key="console/config.json")["Body"].read())
        self.assertEqual((config["client_id"], config["publishable_key"], config["can_enter"]), ("colc_1", "cols_2", False))
        self.assertIn("console/old/app/main.js", self.keys(storage))
        console.send(storage, "pages", files, ("colc_1", "cols_2"), now + datetime.timedelta(days=31))
        self.assertNotIn("console/old/app/main.js", self.keys(storage))
        self.assertIn(f"console/{files.version}/app/main.js", self.keys(storage))

    @staticmethod
    def keys(storage):
        return [one["Key"] for one in storage.list_objects_v2(Bucket="pages")["Contents"]]


class Policy(unittest.TestCase):
    def test_cloudfront_and_the_local_service_forbid_a_page_the_same(self):
        program = (REPOSITORY / "infra/local/src/console/mod.rs").read_text()
        local = re.search(r'POLICY: &str = "(.*?)";\n', program, re.DOTALL)[1]
        resources = yaml_parse((REPOSITORY / inputs.TEMPLATE).read_text())["Resources"]
        headers = resources["ConsoleHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
        deployed = headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
        rules = lambda text: [rule.split() for rule in text.replace("\\\n", "").split(";")]
        self.assertEqual(rules(local), rules(deployed.replace(" https://${Files.RegionalDomainName}", "")))


class Service:
    """A service as the console's commands ask it."""

    def __init__(self, clients, status=201):
        self.clients, self.status, self.headers, self.asked = clients, status, {"X-Client-ID": "colc_first"}, []

    def call(self, method, path, body=None):
        self.asked.append((method, path, body))
        if method == "GET":
            return 200, {"data": self.clients}
        made = (body or {}) | {"client_id": "colc_new", "publishable_key": "cols_new", "status": "active"}
        return self.status, {"data": made} if self.status == 201 else {"error": {}}


class Clients(unittest.TestCase):
    FIRST = {"client_id": "colc_first", "status": "active", "origins": [], "scopes": ["bookings:write", "merchant:admin"]}
    ADDRESS = "https://console.example.com"

    def test_the_console_has_a_client_with_what_the_first_one_may_but_the_whole_of_the_merchant(self):
        asked = Service([self.FIRST])
        self.assertEqual(console.client(asked, self.ADDRESS), ("colc_new", "cols_new"))
        self.assertEqual(asked.asked[-1][2], {"name": "Console", "origins": [self.ADDRESS],
                                              "scopes": ["bookings:write", "members:letters", "merchant:clients", "merchant:webhooks"]})

    def test_a_client_for_this_address_is_taken_unless_it_was_revoked(self):
        public = {"client_id": "colc_old", "publishable_key": "cols_old", "status": "active", "origins": [self.ADDRESS], "scopes": []}
        self.assertEqual(console.client(Service([self.FIRST, public]), self.ADDRESS), ("colc_old", "cols_old"))
        self.assertEqual(console.client(Service([self.FIRST, public | {"status": "revoked"}]), self.ADDRESS), ("colc_new", "cols_new"))

    def test_an_owner_is_made_once_and_a_refusal_is_told(self):
        self.assertTrue(console.owner(Service([]), "olga@example.com", "Olga"))
        self.assertFalse(console.owner(Service([], 409), "olga@example.com", "Olga"))
        with self.assertRaisesRegex(ValueError, "422"):
            console.owner(Service([], 422), "olga", "Olga")
