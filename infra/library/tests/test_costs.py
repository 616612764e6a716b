"""docs/COSTS.md has the figures that follow from the golden tables."""

import pathlib
import unittest

from samtranslator.yaml_helper import yaml_parse

from .. import costs

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"


class Costs(unittest.TestCase):
    def test_the_document_has_what_the_golden_tables_and_the_prices_give(self):
        resources = yaml_parse((DOCS.parent / "infra" / "alarms.yaml").read_text())["Resources"]
        alarms = sum(resource["Type"] == "AWS::CloudWatch::Alarm" for resource in resources.values())
        expected = costs.tables((DOCS / "PERFORMANCE.md").read_text(), alarms)
        self.maxDiff = None
        text = (DOCS / "COSTS.md").read_text().split(costs.CALCULATED)[1]
        self.assertEqual(text.strip(), expected, "infra/record/costs writes it anew")
