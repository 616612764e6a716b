"""What programs do with the library, against the local service."""

import os
import unittest
import uuid
from decimal import Decimal

import httpx
from colonnade_client import (
    Colonnade,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RuleViolationError,
    ValidationError,
    VersionMismatchError,
    types,
)

from service import api, bad_line, code, hour, member, name, space

MISSING = "01990000-0000-7000-8000-00000000dead"


class Journeys(unittest.TestCase):
    def test_a_member_signs_in_by_a_pages_key_and_books_as_a_session(self) -> None:
        location, room = space("EUR")
        ann = member(location)
        scopes: list[types.Scope] = [
            "locations:read",
            "resources:read",
            "bookings:read",
            "bookings:write",
            "members:read",
            "members:sessions",
        ]
        page = api.create_api_client({"name": name("Page"), "origins": ["http://localhost:5173"], "scopes": scopes})[
            "data"
        ]
        base_url = os.environ["COLONNADE_BASE_URL"]
        visitor = Colonnade(base_url, page["client_id"], publishable_key=page["publishable_key"])
        with self.assertRaises(ForbiddenError):
            visitor.list_members()

        sign_in = visitor.create_sign_in({"email": ann["email"]})["data"]
        session = visitor.complete_sign_in(sign_in["id"], {"code": code(ann["email"])})["data"]
        signed_in = visitor.with_session(lambda: session["token"])
        booking = signed_in.create_booking(
            {"resource_id": room["id"], "customer_id": ann["id"], "start_time": hour(9), "end_time": hour(10)}
        )["data"]
        self.assertEqual([one["id"] for one in signed_in.every.list_bookings()], [booking["id"]])
        visitor.close()

    def test_a_record_is_found_by_its_id_in_another_system(self) -> None:
        location, _ = space("EUR")
        ann, _ = member(location), member(location)
        known = f"{location['id']} & more"
        api.update_member(ann["id"], {"metadata": {"crm_id": known}})
        found = api.list_members(metadata={"crm_id": known}, sort="updated_at")["data"]
        self.assertEqual([one["id"] for one in found], [ann["id"]])

    def test_a_list_of_several_pages_is_read_to_its_end_each_record_once(self) -> None:
        asked: list[httpx.Request] = []
        counting = Colonnade.from_environment(http=httpx.Client(event_hooks={"request": [asked.append]}))
        total = api.list_bookings()["pagination"]["total"]
        self.assertGreater(total, 200, "the demo has a past")
        ids = [booking["id"] for booking in counting.every.list_bookings()]
        self.assertEqual((len(ids), len(set(ids))), (total, total))
        self.assertEqual(len(asked), -(-len(ids) // 100))
        counting.close()

    def test_some_records_are_asked_for_by_their_ids_and_what_they_name_is_shown_beside_them(self) -> None:
        first, second = api.list_bookings(per_page=2)["data"]
        found = api.list_bookings(ids=[second["id"], first["id"]], expand=["customer", "resource"])["data"]
        self.assertEqual([one["id"] for one in found], [second["id"], first["id"]])
        expanded = found[0].get("expanded")
        assert expanded is not None
        self.assertEqual(set(expanded), {"customer", "resource"})

    def test_pages_are_asked_for_only_when_they_are_needed(self) -> None:
        with bad_line() as (client, received):
            next(client.every.list_bookings())
            self.assertEqual(len(received), 1)

    def test_a_conflict_tells_which_time_is_taken_and_what_is_left_out_of_a_change_stays(self) -> None:
        location, room = space("EUR")
        ann, ben = member(location), member(location)
        wish: types.BookingCreate = {
            "resource_id": room["id"],
            "customer_id": ann["id"],
            "start_time": hour(9),
            "end_time": hour(11),
        }
        booking = api.create_booking({**wish, "title": "Planning"})["data"]
        with self.assertRaises(ConflictError) as refused:
            api.create_booking({**wish, "customer_id": ben["id"]})
        error = refused.exception
        self.assertEqual((error.status, error.code), (409, "booking_conflict"))
        self.assertEqual(error.details["conflicts"][0]["start_time"], booking["start_time"])
        self.assertRegex(error.request_id or "", "^req_")
        changed = api.update_booking(booking["id"], {"attendees": 3}, if_match=booking["version"])["data"]
        self.assertEqual((changed["title"], changed["attendees"]), ("Planning", 3))
        with self.assertRaises(VersionMismatchError):
            api.update_booking(booking["id"], {"attendees": 4}, if_match=booking["version"])

    def test_refusals_are_exceptions_with_status_code_field_and_reason(self) -> None:
        with self.assertRaises(NotFoundError):
            api.get_booking(MISSING)
        with self.assertRaises(ValidationError) as refused:
            api.create_plan({"name": "", "price": Decimal(1), "currency": "EUR", "billing_cycle": "monthly"})
        error = refused.exception
        self.assertEqual((error.status, error.code, error.field), (400, "validation_error", "name"))
        _, room = space("EUR")
        with self.assertRaises(RuleViolationError) as broken:
            api.create_booking(
                {"resource_id": room["id"], "customer_id": MISSING, "start_time": hour(9), "end_time": hour(10)}
            )
        self.assertEqual((broken.exception.field, broken.exception.reason), ("customer_id", "reference_not_found"))

    def test_a_request_whose_answer_is_lost_is_sent_again_with_the_same_key_and_done_once(self) -> None:
        location, _ = space("EUR")
        with bad_line("answer lost", "503") as (client, received):
            ann = client.create_member(
                {"name": "Ann", "email": f"{location['id']}@lost.example", "location_ids": [location["id"]]}
            )["data"]
        self.assertEqual(len(received), 3)
        self.assertEqual(len({headers["idempotency-key"] for headers in received}), 1)
        members = api.list_members(location_id=location["id"])["data"]
        self.assertEqual([one["id"] for one in members], [ann["id"]])

    def test_each_call_has_a_key_of_its_own_and_a_key_that_is_given_is_sent(self) -> None:
        own = str(uuid.uuid4())
        with bad_line() as (client, received):
            for key in (None, None, own):
                client.create_plan(
                    {"name": name("Plan"), "price": Decimal(1), "currency": "EUR", "billing_cycle": "monthly"},
                    idempotency_key=key,
                )
        keys = [headers["idempotency-key"] for headers in received]
        self.assertEqual((len(set(keys)), keys[2]), (3, own))

    def test_amounts_come_back_digit_by_digit_and_add_up_to_the_last_of_them(self) -> None:
        prices = [Decimal(text) for text in ("999999999.999", "0.001", "149.5", "149", "123456789.123")]
        made = [
            api.create_plan({"name": name("Dinar"), "price": price, "currency": "KWD", "billing_cycle": "monthly"})[
                "data"
            ]
            for price in prices
        ]
        self.assertEqual([str(plan["price"]) for plan in made], [str(price) for price in prices])
        self.assertEqual(made[0]["price"] + made[1]["price"], Decimal("1000000000.000"))
        self.assertIs(type(made[3]["price"]), Decimal)
        self.assertIs(type(made[3]["credits"]), int)

        location, room = space("KWD")
        booking = api.create_booking(
            {
                "resource_id": room["id"],
                "customer_id": member(location)["id"],
                "start_time": hour(9),
                "end_time": hour(12),
            }
        )["data"]
        # As floats, 0.1 three times would be 0.30000000000000004.
        self.assertEqual(booking["total_amount"], Decimal("0.3"))
        with self.assertRaises(TypeError):
            api.update_plan(made[0]["id"], {"price": 0.1 + 0.2})  # type: ignore[arg-type]

    def test_what_is_no_json_is_a_text_or_bytes(self) -> None:
        invoice = api.list_invoices(status="paid", per_page=1)["data"][0]
        self.assertEqual(api.get_invoice_pdf(invoice["id"])[:5], b"%PDF-")


if __name__ == "__main__":
    unittest.main()
