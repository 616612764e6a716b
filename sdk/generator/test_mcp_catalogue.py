"""What the generator makes of a document: `python3 -m unittest discover --start-directory sdk/generator --top-level-directory sdk`."""

import copy
import json
import pathlib
import unittest

from generator import mcp_catalogue

DOCUMENT = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text())
CATALOGUE = mcp_catalogue.made(DOCUMENT)
BY_ID = {one["id"]: one for one in CATALOGUE["operations"]}


def document(**operation):
    """The published document with one more operation, `GET /rooms` unless said otherwise."""
    made = copy.deepcopy(DOCUMENT)
    method = operation.pop("method", "get")
    answer = {"description": "Rooms", "content": {"application/json": {"schema": operation.pop("gives", {"type": "object"})}}}
    made["paths"]["/rooms"] = {method: {
        "operationId": "list_rooms", "summary": "List rooms", "description": "All. Needs the scope `rooms:read`.", "tags": ["Rooms"],
        "parameters": [], "responses": {"200": answer}} | operation}
    return made


def entry(**operation):
    """That operation in the catalogue; none when it is not there."""
    return next((one for one in mcp_catalogue.made(document(**operation))["operations"] if one["path"] == "/rooms"), None)


class Catalogue(unittest.TestCase):
    """What stands in catalogue.json."""

    def test_an_operation_is_there_with_its_scope_and_without_the_sentence_that_says_it(self):
        made = entry()
        self.assertEqual((made["id"], made["area"], made["scope"], made["description"]), ("list_rooms", "rooms", "rooms:read", "All."))

    def test_an_operation_without_a_scope_ends_the_generator(self):
        with self.assertRaisesRegex(ValueError, "list_rooms"):
            entry(description="All.")

    def test_get_reads_a_post_that_answers_201_creates_and_all_else_changes(self):
        names = ("list_bookings", "quote_booking", "create_booking", "cancel_booking", "update_plan", "delete_booking")
        self.assertEqual([BY_ID[name]["effect"] for name in names], ["read", "read", "create", "change", "change", "change"])
        self.assertEqual(entry(method="post", operationId="add_room")["effect"], "change")

    def test_a_preview_that_nobody_has_looked_at_ends_the_generator(self):
        with self.assertRaisesRegex(ValueError, "preview_room"):
            entry(method="post", operationId="preview_room")

    def test_a_preview_takes_a_part_of_what_its_operation_takes_and_asks_for_no_more(self):
        for preview, of in mcp_catalogue.PREVIEWS.items():
            if of and BY_ID[preview]["body"]:
                takes, whole = (CATALOGUE["schemas"][BY_ID[name]["body"]["$ref"].rpartition("/")[2]] for name in (preview, of))
                self.assertLessEqual(set(takes.get("required", [])), set(whole["properties"]), preview)
                self.assertTrue(set(takes["properties"]) & set(whole["properties"]), preview)

    def test_what_hands_out_a_credential_is_not_there(self):
        shown = {"description": "It is shown once.", "type": "string"}
        for field, schema in (("token", {"type": "string"}), ("secret", {"type": "string"}), ("url", shown)):
            made = document(gives={"$ref": "#/components/schemas/Handed"})
            made["components"]["schemas"]["Handed"] = {"type": "object", "properties": {field: schema}}
            self.assertNotIn("list_rooms", [one["id"] for one in mcp_catalogue.made(made)["operations"]], field)
        absent = {"create_api_client", "create_session", "complete_sign_in", "create_webhook_endpoint", "issue_contract", "create_calendar_feed"}
        self.assertFalse(absent & set(BY_ID))

    def test_documents_for_eyes_are_not_there_and_texts_are(self):
        self.assertNotIn("get_invoice_pdf", BY_ID)
        self.assertNotIn("get_event_ticket", BY_ID)
        self.assertIn("export_invoices", BY_ID)

    def test_a_password_is_not_among_what_an_operation_takes(self):
        self.assertNotIn("password", CATALOGUE["schemas"]["OutsideCalendarCreate"]["properties"])
        self.assertIn("username", CATALOGUE["schemas"]["OutsideCalendarCreate"]["properties"])

    def test_what_may_be_null_is_so_in_json_schema(self):
        self.assertEqual(mcp_catalogue.as_json_schema({"type": "string", "nullable": True}), {"type": ["string", "null"]})
        self.assertEqual(mcp_catalogue.as_json_schema({"type": "string", "enum": ["a"], "nullable": True}), {"type": ["string", "null"], "enum": ["a", None]})
        self.assertEqual(
            mcp_catalogue.as_json_schema({"allOf": [{"$ref": "#/components/schemas/A"}], "nullable": True}),
            {"anyOf": [{"allOf": [{"$ref": "#/$defs/A"}]}, {"type": "null"}]})

    def test_every_reference_leads_to_a_schema_that_is_there(self):
        text = json.dumps(CATALOGUE)
        self.assertEqual({part.split('"')[0] for part in text.split('"#/$defs/')[1:]} - set(CATALOGUE["schemas"]), set())
        self.assertNotIn("#/components", text)
        self.assertNotIn("nullable", text.replace("Nullable", ""))

    def test_refusals_are_those_that_not_all_have(self):
        self.assertIn("409 booking_conflict", BY_ID["create_booking"]["refusals"])
        self.assertIn("422 rule_violation: period_too_long", BY_ID["get_resource_availability"]["refusals"])
        self.assertFalse([one for one in BY_ID["create_booking"]["refusals"] if "version_conflict" in one])


if __name__ == "__main__":
    unittest.main()
