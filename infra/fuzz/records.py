"""Requests that must succeed: for each operation a record in the state that it needs, made through the API itself."""

import datetime
import itertools

NUMBERS = itertools.count(1)
HOUR = datetime.timedelta(hours=1)


def instant(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


class Records:
    """Makes records at a location of its own, which is made anew when the search has put it away."""

    def __init__(self, api):
        self.api = api
        self.place = None

    def make(self, path, **body):
        made = self.api("POST", path, body)
        if made is None:
            raise LookupError(path)
        return made

    def request(self, operation, path, example):
        """Path parameters, query and body of a request that must succeed; `None` when its record could not be made."""
        for _ in range(2):
            try:
                self.place = self.place or self.begin()
                maker = OF_OPERATION.get(operation) or (OF_PATH[path.split("/")[1]] if "{id}" in path else None)
                made = maker(self) if maker else {}
                body = BODIES[operation](self) if operation in BODIES else example
                query = QUERIES[operation](self) if operation in QUERIES else {}
                return made if isinstance(made, dict) else {"id": made}, query, body
            except LookupError:
                self.place = None
        return None

    def name(self, noun="Fuzz"):
        return f"{noun} {next(NUMBERS)} {datetime.datetime.now().timestamp()}"

    def email(self):
        return f"{self.name('a').replace(' ', '.')}@example.com"

    def begin(self):
        self.place = self.make("/locations", name=self.name(), time_zone="UTC", currency="EUR")["id"]
        return self.place

    def member(self):
        return self.make("/members", name="Ann", email=self.email())["id"]

    def company(self):
        return self.make("/companies", location_id=self.place, name="Blue")["id"]

    def resource(self, kind="meeting_room", **fields):
        return self.make("/resources", location_id=self.place, name=self.name(), type=kind, **fields)["id"]

    def times(self, days=3):
        begin = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
        begin += datetime.timedelta(days=days)
        return {"start_time": instant(begin), "end_time": instant(begin + HOUR)}

    def period(self):
        times = self.times()
        return {"from": times["start_time"], "to": times["end_time"]}

    def booking_body(self, days=3, **fields):
        return {"resource_id": self.resource(**fields), "customer_id": self.member(), **self.times(days)}

    def booking(self, days=3, more=(), **fields):
        return self.make("/bookings", **{**self.booking_body(days, **fields), **dict(more)})["id"]

    def running(self):
        """A booking that has begun."""
        begin = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0)
        times = {"start_time": instant(begin), "end_time": instant(begin + HOUR)}
        return self.booking(more={**times, "override": True}.items(), check_in={"enabled": True, "opens_minutes": 30})

    def checked_in(self):
        booking = self.running()
        self.api("POST", f"/bookings/{booking}/check-in", {})
        return booking

    def series(self):
        return self.make("/booking-series", **self.series_body())["id"]

    def series_body(self):
        body = self.booking_body()
        return {"resource_id": body["resource_id"], "customer_id": body["customer_id"], "duration_minutes": 60,
                "first_start_time": body["start_time"], "rule": {"frequency": "daily", "count": 3}}

    def plan_body(self):
        return {"name": self.name(), "price": 10, "currency": "EUR", "billing_cycle": "monthly"}

    def plan(self):
        return self.make("/plans", **self.plan_body())["id"]

    def membership_body(self):
        return {"location_id": self.place, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"}

    def membership(self):
        return self.make("/memberships", **self.membership_body())["id"]

    def deleted_membership(self):
        made = self.membership()
        self.api("DELETE", f"/memberships/{made}")
        return made

    def benefit(self, **fields):
        return self.make("/benefits", location_id=self.place, title="Coffee", **fields)["id"]

    def application(self, mode="approval"):
        benefit = self.benefit(application_mode=mode)
        return self.make("/benefit-applications", benefit_id=benefit, customer_id=self.member())["id"]

    def codes_body(self):
        return {"benefit_id": self.benefit(redemption_code_mode="pool"), "codes": [f"C-{next(NUMBERS)}"]}

    def codes(self):
        return self.make("/benefit-codes", **self.codes_body())["id"]

    def registration(self, source="signup"):
        return self.make("/member-registrations", location_id=self.place, email=self.email(), name="Ann", source=source)["id"]

    def api_client(self):
        return self.make("/api-clients", name="Tablet", scopes=["plans:read"])["id"]

    def floor(self):
        return self.make("/floors", location_id=self.place, name=self.name(), level=1)["id"]

    def category(self):
        return self.make("/benefit-categories", location_id=self.place, name=self.name())["id"]

    def assignment_body(self):
        day = (datetime.date.today() + datetime.timedelta(days=30)).isoformat()
        return {"resource_id": self.resource("dedicated_desk"), "customer_id": self.member(), "start_date": day}

    def assignment(self):
        return self.make("/resource-assignments", **self.assignment_body())["id"]

    def block_body(self):
        return {"resource_id": self.resource(), "kind": "maintenance", "reason": "Carpet", **self.times()}

    def block(self):
        return self.make("/calendar-blocks", **self.block_body())["id"]

    def hold(self):
        return self.make("/booking-holds", resource_id=self.resource(), **self.times())["id"]

    def waiting_body(self):
        """Somebody who waits for an hour that is taken; and who has it."""
        held = self.booking_body()
        booking = self.make("/bookings", **held)["id"]
        body = {"customer_id": self.member(), "location_id": self.place, "resource_id": held["resource_id"],
                "duration_minutes": 60, "earliest_start": held["start_time"], "latest_end": held["end_time"]}
        return body, booking

    def waiting(self):
        return self.make("/waitlist-entries", **self.waiting_body()[0])["id"]

    def offered(self):
        body, booking = self.waiting_body()
        entry = self.make("/waitlist-entries", **body)["id"]
        self.api("POST", f"/bookings/{booking}/cancel", {"by": "operator"})
        return entry

    def company_member(self):
        company, member = self.company(), self.member()
        self.make(f"/companies/{company}/members", member_id=member, role="manager")
        return {"id": company, "member_id": member}

    def blocked(self):
        member = self.member()
        self.api("POST", f"/members/{member}/block", {})
        return member

    def archived_company(self):
        company = self.company()
        self.api("POST", f"/companies/{company}/archive", {})
        return company


def days(first, last):
    day = datetime.date.today()
    return {"from": (day + datetime.timedelta(days=first)).isoformat(), "to": (day + datetime.timedelta(days=last)).isoformat()}


# The record that a path with an id is about, by the path's first segment; and by operation where it must be in a certain state.
OF_PATH = {
    "api-clients": Records.api_client,
    "benefit-applications": Records.application,
    "benefit-categories": Records.category,
    "benefit-codes": Records.codes,
    "benefits": Records.benefit,
    "booking-holds": Records.hold,
    "booking-series": Records.series,
    "bookings": Records.booking,
    "calendar-blocks": Records.block,
    "companies": Records.company,
    "customers": Records.member,
    "floors": Records.floor,
    "locations": lambda records: records.make("/locations", name=records.name(), time_zone="UTC", currency="EUR")["id"],
    "member-registrations": Records.registration,
    "members": Records.member,
    "memberships": Records.membership,
    "plans": Records.plan,
    "resource-assignments": Records.assignment,
    "resources": Records.resource,
    "waitlist-entries": Records.waiting,
}
OF_OPERATION = {
    "redeem_benefit_application": lambda records: records.application("auto"),
    "check_in_booking": Records.running,
    "check_out_booking": Records.checked_in,
    "mark_booking_no_show": Records.running,
    "confirm_booking": lambda records: records.booking(requires_approval=True),
    "decline_booking": lambda records: records.booking(requires_approval=True),
    "delete_booking": Records.booking,
    "restore_company": Records.archived_company,
    "unblock_member": Records.blocked,
    "restore_membership": Records.deleted_membership,
    "resend_member_registration": lambda records: records.registration("invite"),
    "accept_waitlist_offer": Records.offered,
    "decline_waitlist_offer": Records.offered,
    "remove_company_member": Records.company_member,
    "get_company_member": Records.company_member,
    "update_company_member": Records.company_member,
}
# Bodies that name other records. The others are the document's examples as they are.
BODIES = {
    "create_benefit_application": lambda records: {"benefit_id": records.benefit(), "customer_id": records.member()},
    "create_benefit_category": lambda records: {"location_id": records.place, "name": records.name()},
    "import_benefit_codes": Records.codes_body,
    "create_benefit": lambda records: {"location_id": records.place, "title": "Coffee"},
    "update_benefit": lambda records: {"featured": True},
    "create_booking_hold": lambda records: {"resource_id": records.resource(), **records.times()},
    "create_booking_series": Records.series_body,
    "update_booking_series": lambda records: {"title": "Retrospective", "scope": "all"},
    "cancel_booking_series": lambda records: {"scope": "all"},
    "create_booking": Records.booking_body,
    "quote_booking": Records.booking_body,
    "reschedule_booking": lambda records: records.times(9),
    "create_calendar_block": Records.block_body,
    "create_company": lambda records: {"location_id": records.place, "name": "Blue"},
    "add_company_member": lambda records: {"member_id": records.member(), "role": "manager"},
    "create_floor": lambda records: {"location_id": records.place, "name": records.name(), "level": 1},
    "update_floor": lambda records: {"level": 3, "name": records.name()},
    "create_location": lambda records: {"name": records.name(), "time_zone": "UTC", "currency": "EUR"},
    "create_member_registration": lambda records: {"location_id": records.place, "name": "Ann", "email": records.email()},
    "import_member_registrations": lambda records: {"csv": f"email,name,location_id\n{records.email()},Ann,{records.place}\n"},
    "create_member": lambda records: {"name": "Ann", "email": records.email()},
    "update_member": lambda records: {"phone": "+31 20 555 0100"},
    "create_membership": Records.membership_body,
    "create_plan": Records.plan_body,
    "publish_plan": lambda records: {"location_ids": [records.place]},
    "change_plan_price": lambda records: {"price": 12, "apply_to": "new", "effective_from": records.times(9)["start_time"]},
    "create_resource_assignment": Records.assignment_body,
    "create_resource": lambda records: {"location_id": records.place, "name": records.name(), "type": "meeting_room"},
    "join_waitlist": lambda records: records.waiting_body()[0],
    "accept_waitlist_offer": lambda records: {},
    "update_api_client": lambda records: {"name": "Tablet"},
}
QUERIES = {
    "search_availability": lambda records: {"location_id": records.place, **records.period()},
    "get_resource_availability": Records.period,
    "get_resource_utilisation": lambda records: days(-3, -1),
}
