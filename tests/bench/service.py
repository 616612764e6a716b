"""The service on this machine with records to ask for: the local service makes them by its API, and serves the database they are in."""

import contextlib
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "infra"))
from library import service as local_service

# Records in each list: more than a page shows.
LISTED = 25


class Service:
    """The running service, the credentials of a live merchant and of a sandbox, and what was made."""

    def __init__(self, folder, lines):
        self.folder = folder
        self.base_url = lines["COLONNADE_BASE_URL"]
        # The merchants of the local service are sandboxes, whose every request reads their test clock first: this one is
        # as merchants are.
        self.client = live_client(folder)
        self.sandbox = (lines["COLONNADE_CLIENT_ID"], lines["COLONNADE_CLIENT_SECRET"])
        host, port = (folder / "lock").read_text().removeprefix("http://").split(":")
        self.database = (host, int(port))

    def post(self, path, body, client=None):
        """Makes a record by the API; its data."""
        status, answer = local_service.Client(self.base_url, *(client or self.client)).call("POST", path, body)
        if status != 201:
            raise RuntimeError(f"POST {path}: {status} {answer}")
        return answer["data"]


def live_client(folder):
    """The credentials of a new merchant that is no sandbox."""
    made = subprocess.run([local_service.LOCAL, "client", "create", "--name", "Measured", "--data", folder], check=True, capture_output=True, text=True)
    words = [line.split() for line in made.stdout.splitlines()]
    return tuple(next(line[2] for line in words if line[:2] == ["client", what]) for what in ("id", "secret"))


def owner_session(service):
    """The credentials of a session of an owner, begun by the client."""
    owner = service.post("/members", {"name": "Ada", "email": "ada@example.com", "role": "owner"})
    session = service.post("/sessions", {"member_id": owner["id"]})
    return service.client[0], session["token"]


@contextlib.contextmanager
def running(*command):
    """The local service with an empty database of its own, until the block ends; with "db" its database only."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with local_service.running(folder, *command, "--empty", "--data", folder / "data") as known:
            yield Service(folder / "data", known)


def plan(number):
    """The body of a plan."""
    return {"name": f"Flex {number}", "description": "Ten days a month.", "price": 149.5, "currency": "EUR", "billing_cycle": "monthly",
            "credits": 20, "day_passes": 10, "features": ["Ten day passes", "Coffee"]}


class Plans:
    """Plans of a merchant."""

    def __init__(self, service, client=None):
        self.made = 0
        self.ids = [service.post("/plans", self.body(), client)["id"] for _ in range(LISTED)]

    def body(self):
        self.made += 1
        return plan(self.made)

    def get(self):
        return ("GET", f"/plans/{self.ids[0]}", None)

    def list(self):
        return ("GET", "/plans?per_page=20", None)

    def create(self):
        return ("POST", "/plans", self.body())


class Bookings:
    """Bookings of a merchant's rooms, an hour each, so many of a room that its days stay small."""

    OF_A_DAY = 8

    def __init__(self, service, client=None):
        self.made = 0
        location = service.post("/locations", {"name": "Canal House", "time_zone": "Europe/Amsterdam", "currency": "EUR"}, client)["id"]
        self.member = service.post("/members", {"email": "ann@example.com", "name": "Ann", "role": "member"}, client)["id"]
        body = {"location_id": location, "name": "Room", "type": "meeting_room", "capacity": 4}
        self.room = service.post("/resources", body, client)["id"]
        self.day = datetime.datetime.now(datetime.timezone.utc).replace(hour=8, minute=0, second=0, microsecond=0)
        self.ids = [service.post("/bookings", self.body(), client)["id"] for _ in range(LISTED)]

    def body(self):
        days, hours = divmod(self.made, self.OF_A_DAY)
        self.made += 1
        start = self.day + datetime.timedelta(days=1 + days, hours=hours)
        instant = "%Y-%m-%dT%H:%M:%S.000Z"
        return {"resource_id": self.room, "customer_id": self.member, "start_time": start.strftime(instant),
                "end_time": (start + datetime.timedelta(hours=1)).strftime(instant)}

    def get(self):
        return ("GET", f"/bookings/{self.ids[0]}", None)

    def list(self):
        return ("GET", "/bookings?per_page=20", None)

    def create(self):
        return ("POST", "/bookings", self.body())


RECORDS = {"plans": Plans, "bookings": Bookings}


def event(client, request):
    """The event that a REST API makes of a request."""
    method, target, body = request
    path, _, query = target.partition("?")
    client_id, secret = client
    headers = {"Host": "api.example.com", "Accept": "application/json", "User-Agent": "bench", "X-Forwarded-For": "203.0.113.7",
               "X-Forwarded-Port": "443", "X-Forwarded-Proto": "https", "Authorization": f"Bearer {secret}", "X-Client-ID": client_id}
    if body is not None:
        headers["Content-Type"] = "application/json"
    parameters = dict(pair.split("=") for pair in query.split("&")) if query else None
    context = {"stage": "live", "requestId": "c6af9ac6-7b61-11e6-9a41-93e8deadbeef", "path": f"/live/v1{path}", "httpMethod": method,
               "resourcePath": "/{proxy+}", "accountId": "000000000000", "apiId": "bench", "protocol": "HTTP/1.1",
               "identity": {"sourceIp": "203.0.113.7", "userAgent": "bench"}}
    return {"resource": "/{proxy+}", "path": f"/v1{path}", "httpMethod": method, "headers": headers,
            "multiValueHeaders": {name: [value] for name, value in headers.items()}, "queryStringParameters": parameters,
            "multiValueQueryStringParameters": parameters and {name: [value] for name, value in parameters.items()},
            "pathParameters": {"proxy": path.lstrip("/")}, "stageVariables": None, "requestContext": context,
            "body": None if body is None else json.dumps(body), "isBase64Encoded": False}
