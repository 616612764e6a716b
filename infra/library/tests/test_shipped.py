"""What a released program is made of, of this repository's own lock file."""

import json
import unittest

from .. import shipped


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shipped = shipped.Shipped("x86_64-unknown-linux-gnu")
        cls.bill = json.loads(cls.shipped.bill_of_materials("2026-11-27T09:00:00Z"))

    def test_the_bill_names_what_is_linked_and_nothing_that_only_builds_or_tests(self):
        names = {component["name"] for component in self.bill["components"]}
        self.assertLessEqual({"axum", "dynoxide-rs", "rusqlite", "scalar_api_reference"}, names)
        self.assertFalse({"cc", "pkg-config", "proptest", "local", "windows-sys"} & names)

    def test_every_package_is_named_with_its_digest_and_licence(self):
        for component in self.bill["components"]:
            self.assertRegex(component["hashes"][0]["content"], "^[0-9a-f]{64}$")
            self.assertTrue(component["licenses"][0]["expression"], component["name"])

    def test_what_depends_on_what_is_about_packages_that_are_named(self):
        named = {component["bom-ref"] for component in self.bill["components"]} | {"colonnade"}
        self.assertEqual({entry["ref"] for entry in self.bill["dependencies"]}, named)
        for entry in self.bill["dependencies"]:
            self.assertLessEqual(set(entry["dependsOn"]), named, entry["ref"])

    def test_every_package_has_its_licence_in_the_file_of_licences(self):
        text = self.shipped.licences()
        for package in self.shipped.of_others:
            self.assertIn(f"{package['name']} {package['version']}", text)


if __name__ == "__main__":
    unittest.main()
