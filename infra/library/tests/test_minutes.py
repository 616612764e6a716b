"""Minutes of a first deployment: those of docs/AWS.md are what is calculated, and nothing that CloudFormation waits for is left out."""

import re
import unittest

from .. import minutes
from ..tools import REPOSITORY


class Minutes(unittest.TestCase):
    def test_the_table_says_what_is_calculated(self):
        calculated, chain = minutes.first_deployment()
        page = (REPOSITORY / "docs" / "AWS.md").read_text()
        table = page.partition("<!-- calculated -->")[2].partition("\n\n")[0]
        told = {step: float(value) for step, value in re.findall(r"^\| (build|send|make) \| ([\d.]+) \|", table, re.M)}
        self.assertEqual(told, {step: round(value, 1) for step, value in calculated.items()})
        self.assertEqual(chain[-2], "ConsoleDistribution")

    def test_what_a_resource_names_is_waited_for_however_it_names_it(self):
        resources = {"Role": {"Type": "AWS::IAM::Role"}, "Queue": {"Type": "AWS::SQS::Queue"}, "Table": {"Type": "AWS::DynamoDB::Table"},
                     "Function": {"Type": "AWS::Lambda::Function", "DependsOn": "Table",
                                  "Properties": {"Role": {"Fn::GetAtt": ["Role", "Arn"]}, "Url": {"Fn::Sub": "x/${Queue.Arn}/${AWS::Region}"}}}}
        self.assertEqual(minutes.names(resources["Function"], resources), {"Role", "Queue", "Table"})
        self.assertEqual(minutes.longest(resources), (85, ["Queue", "Function"]))


if __name__ == "__main__":
    unittest.main()
