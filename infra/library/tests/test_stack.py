"""A deployment of the whole stack: what it is given, and that CloudFormation moves no alias."""

import unittest

from .. import deployed, inputs, stack, translation
from ..tools import REPOSITORY

SAMCONFIG = '[live.deploy.parameters]\nstack_name = "colonnade-live"\nparameter_overrides = "Stage=live RateLimit=200"\n'


class Template(unittest.TestCase):
    @staticmethod
    def transformed(program, **given):
        """The resources that SAM makes of the template with a program."""
        return translation.translated(f"s3://bucket/{program}", **given)["Resources"]

    def test_another_commit_program_and_parameter_change_every_function_and_move_no_alias(self):
        before, after = self.transformed("first", Commit="aaaaaaa"), self.transformed("second", Commit="bbbbbbb", TableOverride="restored")

        def of(resources, kind):
            return {name: resource for name, resource in resources.items() if resource["Type"] == f"AWS::Lambda::{kind}"}
        self.assertEqual(len(of(before, "Alias")), len(inputs.deployed((REPOSITORY / inputs.TEMPLATE).read_text())))
        self.assertEqual(of(before, "Alias"), of(after, "Alias"))
        self.assertEqual(of(before, "Version"), of(after, "Version"))
        for name, function in of(before, "Function").items():
            self.assertNotEqual(function, after[name])
            variables = after[name]["Properties"]["Environment"]["Variables"]
            self.assertEqual(variables[deployed.SETTINGS], {"Ref": "Commit"})


class Environment(unittest.TestCase):
    def test_what_is_given_now_counts_before_what_is_kept(self):
        given = stack.Environment(SAMCONFIG, "live").parameters(["RateLimit=500", "AlarmEmail=a=b@example.com"])
        self.assertEqual(given, {"Stage": "live", "RateLimit": "500", "AlarmEmail": "a=b@example.com"})

    def test_an_unknown_environment_and_a_word_that_is_no_parameter_are_refused(self):
        with self.assertRaisesRegex(ValueError, "no environment test"):
            stack.Environment(SAMCONFIG, "test")
        with self.assertRaisesRegex(ValueError, "RateLimit is no parameter"):
            stack.Environment(SAMCONFIG, "live").parameters(["RateLimit"])

    def test_the_stack_has_the_name_that_is_kept_unless_sam_deploy_is_told_another(self):
        live = stack.Environment(SAMCONFIG, "live")
        self.assertEqual(live.stack(["--guided"]), "colonnade-live")
        self.assertEqual(live.stack(["--stack-name", "trial"]), "trial")


if __name__ == "__main__":
    unittest.main()
