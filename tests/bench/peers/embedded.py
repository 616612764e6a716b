"""The embedded DynamoDB: calls without the SDK, and its file, into which many records go at once."""

import http.client
import json
import pathlib
import sqlite3

TABLE = "peers"
HEADERS = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20260101T000000Z",
           "Authorization": "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/eu-central-1/dynamodb/aws4_request, "
                            "SignedHeaders=host;x-amz-date, Signature=0"}


class Embedded:
    """A running database."""

    def __init__(self, address, folder):
        self.connection = http.client.HTTPConnection(*address)
        self.file = next(pathlib.Path(folder).glob("*.db"))

    def call(self, operation, body):
        """The answer to one call."""
        self.connection.request("POST", "/", json.dumps(body), HEADERS | {"X-Amz-Target": f"DynamoDB_20120810.{operation}"})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{operation}: {text.decode()}")
        return json.loads(text)

    def make_table(self):
        """The table of the peers, without indexes: none of what is compared needs one."""
        keys = ["pk", "sk"]
        self.call("CreateTable", {
            "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in zip(keys, ["HASH", "RANGE"])],
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in keys],
        })

    def put(self, item):
        """Writes an item of the peers by the usual way."""
        self.call("PutItem", {"TableName": TABLE, "Item": item})

    def row(self, table, partition, sort):
        """An item as the file has it: its text, its size in bytes, what stands beside it."""
        with sqlite3.connect(self.file) as file:
            found = file.execute(f'SELECT item_json, item_size, hash_prefix FROM "{table}" WHERE pk = ? AND sk = ?',
                                 (f"S:{partition}", f"S:{sort}")).fetchone()
        if found is None:
            raise RuntimeError(f"{table} has no {partition} {sort}")
        return found

    def insert(self, table, rows):
        """Writes rows past the API: partition, sort, and what `row` gives."""
        with sqlite3.connect(self.file, timeout=60) as file:
            file.executemany(f'INSERT INTO "{table}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)',
                             ((f"S:{partition}", f"S:{sort}", text, size, prefix) for partition, sort, (text, size, prefix) in rows))
