"""Deliveries of the local service, as a receiver gets them."""

import http.server
import queue
import time
import unittest
from decimal import Decimal

from colonnade_client import SignatureError, verify_webhook

from service import api, name, serving


class Webhooks(unittest.TestCase):
    def setUp(self) -> None:
        """An endpoint of its own."""
        received: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.received = received

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.put((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

        url = self.enterContext(serving(Receiver))
        endpoint = api.create_webhook_endpoint({"url": f"{url}/hook", "event_types": ["plan.*"]})["data"]
        self.endpoint_id, self.secret = endpoint["id"], endpoint["secret"]
        self.addCleanup(api.delete_webhook_endpoint, self.endpoint_id)

    def delivery(self, about: str) -> tuple[dict[str, str], bytes]:
        """The next one that is about this record."""
        while True:
            headers, body = self.received.get(timeout=120)
            if about.encode() in body:
                return headers, body

    def test_real_deliveries_are_verified_with_exact_amounts_and_nothing_else_is(self) -> None:
        plan = api.create_plan(
            {"name": name("Told"), "price": Decimal("0.105"), "currency": "KWD", "billing_cycle": "monthly"}
        )["data"]
        headers, body = self.delivery(plan["id"])
        event = verify_webhook(body, headers, self.secret)
        told = event["data"]
        self.assertEqual((event["type"], event["id"], told["object_id"]), ("plan.created", told["id"], plan["id"]))
        self.assertEqual((told["object"] or {})["price"], Decimal("0.105"))

        forged: list[tuple[bytes, dict[str, str], str]] = [
            (body.replace(b"0.105", b"0.205"), headers, self.secret),
            (body, headers, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
            (body, {**headers, "webhook-id": "another"}, self.secret),
            (body, {**headers, "webhook-signature": "v1,\u00e9"}, self.secret),
            (body, {}, self.secret),
        ]
        for one in forged:
            with self.assertRaises(SignatureError):
                verify_webhook(*one)
        for minutes in (-6, 6):
            now = time.time() + minutes * 60
            with self.assertRaises(SignatureError):
                verify_webhook(body, headers, self.secret, now=now)
            verify_webhook(body, headers, self.secret, now=now, tolerance_seconds=600)

    def test_while_a_secret_is_rotated_a_receiver_may_know_either(self) -> None:
        rotated = api.rotate_webhook_endpoint_secret(self.endpoint_id, {"overlap_hours": 1})["data"]["secret"]
        api.test_webhook_endpoint(self.endpoint_id)
        headers, body = self.delivery(self.endpoint_id)
        for secrets in (self.secret, rotated, ["whsec_AAAA", rotated]):
            verify_webhook(body, headers, secrets)
        with self.assertRaises(SignatureError):
            verify_webhook(body, headers, ["whsec_AAAA", "whsec_BBBB"])


if __name__ == "__main__":
    unittest.main()
