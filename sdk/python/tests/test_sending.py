"""What is sent again and what is not, with answers that are made up; amounts that no service has."""

import json
import unittest
from decimal import Decimal

import httpx
from colonnade_client import ApiError, AuthenticationError, Colonnade, NoAnswerError, RateLimitedError, ServerError

PLAN = "01990000-0000-7000-8000-000000000001"
Answer = httpx.Response | Exception


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"error": {"code": code, "message": "no"}, "meta": {"request_id": "req_1"}}
    return httpx.Response(status, json=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


def plan(price: str) -> httpx.Response:
    return httpx.Response(200, text=f'{{"data": {{"price": {price}, "credits": 3}}, "meta": {{}}}}')


def answered(*answers: Answer) -> tuple[Colonnade, list[httpx.Request]]:
    """A client that is given these answers, and what it sent."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        made = answers[len(sent) - 1]
        if isinstance(made, Exception):
            raise made
        return made

    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Colonnade("http://colonnade.invalid/v1", "c", secret="s", http=http), sent


class Sending(unittest.TestCase):
    def test_what_waiting_mends_is_sent_again(self) -> None:
        for answer in (
            httpx.ConnectError("refused"),
            httpx.ReadTimeout("late"),
            refused(429, "rate_limited", retry_after="0"),
            refused(500, "internal_error"),
            refused(503, "service_unavailable"),
            refused(409, "version_conflict"),
            refused(409, "idempotency_in_progress"),
        ):
            with self.subTest(repr(answer)):
                client, sent = answered(answer, plan("1"))
                client.update_plan(PLAN, {"name": "New"})
                self.assertEqual([request.content for request in sent], [b'{"name":"New"}'] * 2)

    def test_what_stays_refused_is_not_sent_again(self) -> None:
        for status, code in (
            (400, "validation_error"),
            (401, "invalid_token"),
            (404, "not_found"),
            (409, "booking_conflict"),
            (422, "rule_violation"),
        ):
            with self.subTest(code):
                client, sent = answered(refused(status, code))
                with self.assertRaises(ApiError):
                    client.get_plan(PLAN)
                self.assertEqual(len(sent), 1)

    def test_the_last_of_five_failures_is_raised(self) -> None:
        client, sent = answered(*[refused(500, "internal_error")] * 5)
        with self.assertRaises(ServerError):
            client.get_plan(PLAN)
        self.assertEqual(len(sent), 5)

    def test_a_wait_that_is_too_long_is_raised_at_once_and_says_how_long(self) -> None:
        client, sent = answered(refused(429, "rate_limited", retry_after="300"))
        with self.assertRaises(RateLimitedError) as limited:
            client.get_plan(PLAN)
        self.assertEqual((len(sent), limited.exception.retry_after), (1, 300))

    def test_a_change_on_condition_whose_answer_is_lost_is_not_sent_again_because_it_would_refuse_itself(self) -> None:
        client, sent = answered(httpx.ReadError("gone"))
        with self.assertRaises(NoAnswerError):
            client.update_plan(PLAN, {"name": "New"}, if_match=3)
        self.assertEqual([request.headers["if-match"] for request in sent], ['"3"'])

    def test_a_record_that_is_gone_after_a_lost_answer_to_its_deletion_is_not_called_unknown(self) -> None:
        client, sent = answered(httpx.ReadError("gone"), refused(404, "not_found"))
        with self.assertRaises(NoAnswerError):
            client.delete_shop_category(PLAN)
        self.assertEqual(len(sent), 2)

    def test_what_a_proxy_answers_is_an_exception_too(self) -> None:
        client, _ = answered(httpx.Response(401, text="<html>"))
        with self.assertRaises(AuthenticationError) as refusal:
            client.get_plan(PLAN)
        self.assertEqual((refusal.exception.code, refusal.exception.request_id), ("unknown", None))

    def test_a_client_has_one_credential(self) -> None:
        with self.assertRaises(TypeError):
            Colonnade("http://colonnade.invalid/v1", "c")
        with self.assertRaises(TypeError):
            Colonnade("http://colonnade.invalid/v1", "c", secret="s", session="t")

    def test_digits_beyond_a_float_stay(self) -> None:
        for price in ("12345678901234567890.123456789", "12345678901234567890", "-1.50"):
            client, _ = answered(plan(price))
            data = client.get_plan(PLAN)["data"]
            self.assertEqual((str(data["price"]), type(data["credits"])), (price, int))

    def test_amounts_are_sent_as_numbers_exactly(self) -> None:
        for price in ("12345678901234567.10", "1E+3", "1E-7"):
            client, sent = answered(plan("1"))
            client.create_plan(
                {"name": 'a "7"', "price": Decimal(price), "currency": "EUR", "billing_cycle": "monthly"}
            )
            body = json.loads(sent[0].content, parse_float=Decimal)
            self.assertEqual((body["name"], body["price"]), ('a "7"', Decimal(price)))
        client, _ = answered()
        with self.assertRaises(TypeError):
            client.create_plan({"name": "7", "price": Decimal("NaN"), "currency": "EUR", "billing_cycle": "monthly"})


if __name__ == "__main__":
    unittest.main()
