"""Sends the example of every operation of the document that the service serves, as it stands there: all of them succeed."""

import json
import time
import os
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["COLONNADE_BASE_URL"]
CREDENTIALS = {
    "Authorization": f"Bearer {os.environ['COLONNADE_CLIENT_SECRET']}",
    "X-Client-ID": os.environ["COLONNADE_CLIENT_ID"],
}


def get(document: dict, part: dict) -> dict:
    """What a reference leads to."""
    while "$ref" in part:
        target = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return part


def newest_event() -> str:
    """The id of an event that there is: it follows from when it happened, so that no document can name one of another day."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/event-log?per_page=1", headers=CREDENTIALS)) as answer:
        return json.load(answer)["data"][0]["id"]


# What only a page does, with a letter or an issuer: infra/check/member-app and infra/check/openid do it; and letters,
# which events write: infra/check/letters.
# The code of an authenticator only an app has: `people::second_factor` of the API tests is one.
OF_PAGES = {"complete_sign_in", "confirm_authenticator", "renew_recovery_codes", "create_openid_sign_in", "get_letter", "resend_letter"}


def post(path: str, body: dict) -> str:
    """Makes a record, and returns its id."""
    headers = {**CREDENTIALS, "Content-Type": "application/json"}
    made = urllib.request.Request(f"{BASE}{path}", data=json.dumps(body).encode(), headers=headers, method="POST")
    with urllib.request.urlopen(made) as answer:
        return json.load(answer)["data"]["id"]


def new_session() -> str:
    """A session of the newest active member: no demo data have one that lasts."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/members?status=active&per_page=1", headers=CREDENTIALS)) as answer:
        return post("/sessions", {"member_id": json.load(answer)["data"][0]["id"]})


def new_identity_provider() -> str:
    """An issuer that nobody asks."""
    return post("/identity-providers", {"name": "Blue", "issuer": "https://login.example.com", "client_id": "colonnade"})


def new_authenticator() -> str:
    """One of the newest active member, whose key is not confirmed."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/members?status=active&per_page=1", headers=CREDENTIALS)) as answer:
        return post("/authenticators", {"member_id": json.load(answer)["data"][0]["id"]})


LANGUAGES = iter(["de", "nl", "fr", "es", "pt", "ja"])


def new_letter_template() -> str:
    """A wording in a language that none is in yet."""
    return post("/letter-templates", {"letter": "booking_reminder", "language": next(LANGUAGES), "subject": "Soon", "body": "Soon."})


def new_suppressed_address() -> str:
    """An address that is not there yet."""
    return post("/suppressed-addresses", {"email": f"{time.time_ns()}@example.com"})


def new_calendar_feed() -> str:
    """A feed of events."""
    return post("/calendar-feeds", {"events": True})


def new_outside_calendar() -> str:
    """A calendar of the first resource."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/resources?per_page=1", headers=CREDENTIALS)) as answer:
        resource = json.load(answer)["data"][0]["id"]
    address = "https://calendar.example.com/room.ics"
    return post("/outside-calendars", {"name": "Blue", "resource_id": resource, "type": "ics", "address": address})


def new_import(rows: int) -> str:
    """An import that is still at work: of so many rows that are all refused. A merchant has one at a time."""
    until_ended(newest_import())
    content = "name,location_id\n" + "Blue,nowhere\n" * rows
    return post("/imports", {"operation": "create_benefit_category", "format": "csv", "content": content})


def ended_import() -> str:
    """An import that has ended, of a row that was refused."""
    return until_ended(new_import(1))


def newest_import() -> str:
    """The id of the import that was asked for last."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/imports?per_page=1", headers=CREDENTIALS)) as answer:
        return json.load(answer)["data"][0]["id"]


def until_ended(imported: str) -> str:
    """The same, once nothing more of it is run."""
    for _ in range(600):
        with urllib.request.urlopen(urllib.request.Request(f"{BASE}/imports/{imported}", headers=CREDENTIALS)) as answer:
            if json.load(answer)["data"]["ended_at"]:
                return imported
        time.sleep(0.1)
    raise AssertionError(f"the import {imported} does not end")


def new_billing_run() -> str:
    """A billing run that is still at work: of more items of a new member than two invoices have."""
    with urllib.request.urlopen(urllib.request.Request(f"{BASE}/locations?per_page=100&is_active=true", headers=CREDENTIALS)) as answer:
        location = json.load(answer)["data"][-1]["id"]
    member = post("/members", {"email": f"{time.time_ns()}@example.com", "name": "Ann"})
    for _ in range(170):
        post("/invoice-items", {"customer_id": member, "location_id": location, "description": "Printing", "quantity": 1, "unit_amount": 10})
    return post("/billing-runs", {"location_id": location})


def paid_ahead(document: dict) -> None:
    """What a balance holds for the next example."""
    body = document["paths"]["/payment-transactions"]["post"]["requestBody"]["content"]["application/json"]["example"]
    post("/payment-transactions", body)


def request(document: dict, path: str, method: str, operation: dict) -> urllib.request.Request:
    """The operation's example as a request."""
    query = {}
    making = {"/event-log": newest_event, "/sessions": new_session, "/identity-providers": new_identity_provider, "/authenticators": new_authenticator,
              "/letter-templates": new_letter_template, "/suppressed-addresses": new_suppressed_address, "/calendar-feeds": new_calendar_feed,
              "/outside-calendars": new_outside_calendar}
    collection = path.partition("/{id}")[0]
    if "{id}" in path and collection in making:
        path = path.replace("{id}", making[collection]())
    if operation["operationId"] == "cancel_import":
        path = path.replace("{id}", new_import(10_000))
    if operation["operationId"] == "cancel_billing_run":
        path = path.replace("{id}", new_billing_run())
    if operation["operationId"] == "repeat_import":
        path = path.replace("{id}", ended_import())
    for parameter in (get(document, parameter) for parameter in operation["parameters"]):
        if "example" in parameter:
            if parameter["in"] == "path":
                path = path.replace("{%s}" % parameter["name"], parameter["example"])
            else:
                query[parameter["name"]] = parameter["example"]
    url = f"{BASE}{path}?{urllib.parse.urlencode(query)}" if query else f"{BASE}{path}"
    if operation["operationId"] == "create_balance_clearing":
        paid_ahead(document)
    headers, body = dict(CREDENTIALS), None
    if "requestBody" in operation:
        body = json.dumps(operation["requestBody"]["content"]["application/json"]["example"]).encode()
        headers["Content-Type"] = "application/json"
    return urllib.request.Request(url, data=body, headers=headers, method=method.upper())


def main() -> None:
    origin = BASE.removesuffix("/v1")
    with urllib.request.urlopen(f"{origin}/openapi.json") as answer:
        document = json.load(answer)
    refused, sent = [], 0
    # The clock last: it moves the time of whatever comes after it.
    for path, methods in sorted(document["paths"].items(), key=lambda item: item[0] == "/test-clock"):
        for method, operation in methods.items():
            if operation["operationId"] in OF_PAGES:
                continue
            sent += 1
            try:
                with urllib.request.urlopen(request(document, path, method, operation)) as answer:
                    if str(answer.status) not in operation["responses"]:
                        refused.append(f"{operation['operationId']}: {answer.status}")
            except urllib.error.HTTPError as error:
                refused.append(f"{operation['operationId']}: {error.code} {error.read().decode()}")
    assert not refused, "\n".join(["refused:", *refused])
    print(f"Examples: all {sent} succeed")


if __name__ == "__main__":
    main()
