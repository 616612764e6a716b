"""A table restored to a moment: set up as the template's own, and finished by the same command."""

import datetime
import unittest
from unittest import mock

from moto import mock_aws
from samtranslator.yaml_helper import yaml_parse

from .. import calls, deployed, inputs, restoring
from ..tools import REPOSITORY
from .aws import Session

MOMENT = datetime.datetime(2026, 3, 1, 9, 30, tzinfo=datetime.UTC)


class Restored(unittest.TestCase):
    def setUp(self):
        held = mock_aws()
        held.start()
        self.addCleanup(held.stop)
        without_key = mock.patch.object(deployed, "parameter", lambda *_: "")
        without_key.start()
        self.addCleanup(without_key.stop)
        self.table = Session.client("dynamodb")
        self.table.create_table(TableName="now", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}])
        self.table.update_continuous_backups(TableName="now", PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        self.lines = []

    def restore(self, is_rehearsed=False):
        asked = calls.Calls(Session, is_rehearsed, self.lines.append)
        return restoring.restore(asked, "colonnade-live", "now", "then", MOMENT), asked.changes

    def test_the_new_table_is_set_up_as_the_template_has_its_own(self):
        self.assertEqual(self.restore(), ({"TableOverride": "then"}, 5))
        own = yaml_parse((REPOSITORY / inputs.TEMPLATE).read_text())["Resources"]["Table"]["Properties"]
        table = self.table.describe_table(TableName="then")["Table"]
        self.assertEqual(table["StreamSpecification"]["StreamViewType"], own["StreamSpecification"]["StreamViewType"])
        self.assertEqual(table["DeletionProtectionEnabled"], own["DeletionProtectionEnabled"])
        self.assertEqual(self.table.describe_time_to_live(TableName="then")["TimeToLiveDescription"]["AttributeName"],
                         own["TimeToLiveSpecification"]["AttributeName"])
        self.assertEqual(restoring.DAYS, own["PointInTimeRecoverySpecification"]["RecoveryPeriodInDays"])

    def test_what_is_done_is_not_done_again(self):
        self.restore()
        self.table.update_table(TableName="then", DeletionProtectionEnabled=False)
        self.assertEqual(self.restore()[1], 1)
        self.assertEqual(self.restore()[1], 0)

    def test_a_rehearsal_tells_every_step_and_makes_no_table(self):
        self.assertEqual(self.restore(is_rehearsed=True)[1], 5)
        self.assertEqual(self.table.list_tables()["TableNames"], ["now"])
        self.assertIn('"RestoreDateTime": "2026-03-01T09:30:00+00:00"', self.lines[0])

    def test_a_key_of_the_operators_own_encrypts_the_new_table_as_well(self):
        with mock.patch.object(deployed, "parameter", lambda *_: "arn:key"):
            self.restore(is_rehearsed=True)
        self.assertIn('"KMSMasterKeyId": "arn:key"', self.lines[0])


if __name__ == "__main__":
    unittest.main()
