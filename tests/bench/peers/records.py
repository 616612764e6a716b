"""The same plans for all: in our table, in that of the peers, and in the relational database."""

import base64
import csv
import datetime
import hashlib
import io
import json
import uuid

NUMBER = 10
# What stands for the number of a plan in those of which the others are copies.
TEMPLATE_NUMBER = "9" * NUMBER
TEMPLATE_AT = "2025-01-01T00:00:00.000Z"
BEGAN_MS = 1_735_689_600_000
APART_MS = 20_000


def name_of(number):
    return f"Flex {number:0{NUMBER}}"


def body_of(name):
    """What a client sends for a plan: as a record of 370 bytes, which is what a booking of the design's has."""
    return {"name": name, "description": "Ten days a month at any of our houses.", "price": 149.5, "currency": "EUR", "billing_cycle": "monthly",
            "credits": 20, "day_passes": 10, "features": ["Ten day passes", "Coffee"]}


def id_of(number):
    """UUIDs of version 7, the same in every run; their instants lie in the past, so that lists have settled."""
    random = hashlib.sha256(str(number).encode()).digest()
    value = (BEGAN_MS + number * APART_MS) << 80 | 7 << 76 | int.from_bytes(random[:2]) % 4096 << 64 | 2 << 62 | int.from_bytes(random[2:10]) >> 2
    return str(uuid.UUID(int=value))


def instant_of(number):
    at = datetime.datetime.fromtimestamp((BEGAN_MS + number * APART_MS) / 1000, datetime.timezone.utc)
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def shown(number):
    """A whole plan as the peers keep it."""
    at = instant_of(number)
    return {"id": id_of(number), **body_of(name_of(number)), "is_active": True, "tagline": "", "display_order": 0, "metadata": {},
            "version": 1, "created_at": at, "updated_at": at}


def attribute(value):
    """A value as DynamoDB has it."""
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, (int, float)):
        return {"N": str(value)}
    if isinstance(value, list):
        return {"L": [attribute(one) for one in value]}
    if isinstance(value, dict):
        return {"M": {name: attribute(one) for name, one in value.items()}}
    return {"S": value}


def item(partition, sort, **fields):
    return {"pk": {"S": partition}, "sk": {"S": sort}, **{name: attribute(value) for name, value in fields.items()}}


class OfPeers:
    """The peers' table: a record and a name for each plan, the number of all, the client."""

    def __init__(self, embedded, client, merchant):
        self.embedded, self.merchant = embedded, merchant
        client_id, secret = client
        embedded.make_table()
        digest = hashlib.sha256(secret.encode()).hexdigest()
        embedded.put(item(f"CLIENT#{client_id}", "CLIENT", merchant_id=merchant, secret_sha256=digest))
        # Their sizes are those of all others: numbers and instants are equally long.
        for one in self.items(0):
            embedded.put(one)
        self.sizes = [embedded.row("peers", one["pk"]["S"], one["sk"]["S"])[1:] for one in self.items(0)]

    def items(self, number):
        plan, partition = shown(number), f"MERCHANT#{self.merchant}#PLANS"
        return [item(partition, plan["id"], **plan), item(f"MERCHANT#{self.merchant}#PLAN_NAME#{plan['name'].lower()}", "NAME", plan_id=plan["id"])]

    def load(self, numbers):
        """Adds plans; the first is there already."""
        rows = ((one["pk"]["S"], one["sk"]["S"], (json.dumps(one, separators=(",", ":")), *size))
                for number in numbers if number > 0 for one, size in zip(self.items(number), self.sizes))
        self.embedded.insert("peers", rows)
        self.embedded.put(item(f"MERCHANT#{self.merchant}", "PLAN_COUNT", count=numbers.stop))


class Ours:
    """Our table: copies of a plan that our own program made, and of the name that it holds."""

    TABLE = "colonnade"

    def __init__(self, embedded, merchant, made):
        """`made` is the answer of our program to the body of the template."""
        self.embedded, self.merchant, self.made = embedded, merchant, made
        self.record = embedded.row(self.TABLE, f"{merchant}#plan", made["id"])
        self.name = embedded.row(self.TABLE, self.partition_of(made["name"]), "-")
        for key in [(f"{merchant}#plan", made["id"]), (self.partition_of(made["name"]), "-")]:
            embedded.call("DeleteItem", {"TableName": self.TABLE, "Key": item(*key)})

    def partition_of(self, name):
        """Of the item of a name: a template that is not there under it says that the rule has changed."""
        digest = base64.urlsafe_b64encode(hashlib.sha256(name.lower().encode()).digest()).decode().rstrip("=")
        return f"{self.merchant}#unique#plan_name#{digest}"

    def copied(self, row, number):
        text, *rest = row
        for old, new in [(self.made["id"], id_of(number)), (TEMPLATE_NUMBER, f"{number:0{NUMBER}}"), (self.made["created_at"], instant_of(number)),
                         (self.partition_of(self.made["name"]), self.partition_of(name_of(number)))]:
            text = text.replace(old, new)
        return text, *rest

    def load(self, numbers):
        """Adds plans."""
        self.embedded.insert(self.TABLE, self.rows(numbers))

    def rows(self, numbers):
        for number in numbers:
            yield f"{self.merchant}#plan", id_of(number), self.copied(self.record, number)
            yield self.partition_of(name_of(number)), "-", self.copied(self.name, number)


def relational(numbers, merchant):
    """Plans as COPY reads them."""
    text = io.StringIO()
    lines = csv.writer(text)
    for number in numbers:
        plan = shown(number)
        lines.writerow([merchant, plan["id"], plan["name"], plan["description"], plan["price"], plan["currency"], plan["billing_cycle"], plan["credits"],
                        plan["day_passes"], plan["is_active"], plan["tagline"], plan["display_order"], json.dumps(plan["features"]), "{}", 1,
                        plan["created_at"], plan["updated_at"]])
    return text.getvalue()


RELATIONAL_COLUMNS = ("merchant_id, id, name, description, price, currency, billing_cycle, credits, day_passes, is_active, tagline, display_order, "
                      "features, metadata, version, created_at, updated_at")
