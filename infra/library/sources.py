"""Hands functions what their event sources have for them, in a rehearsal: messages of queues and changes of the table, of which moto tells at
once."""

import base64
import json
import queue
import threading
from unittest import mock

from moto.awslambda.models import LambdaBackend
from moto.dynamodb.models import DynamoDBBackend


class Sources:
    """The event sources of a stack. Use as a context; what was handed over is waited for at its end."""

    def __init__(self, session, runtimes, failed):
        self.runtimes, self.failed, self.waiting, self.handed = runtimes, failed, queue.Queue(), {}
        # What a transaction changes is told when all of it is done.
        self.transaction = threading.local()
        mappings = session.client("lambda").list_event_source_mappings()["EventSourceMappings"]
        self.filters = {one["EventSourceArn"]: [json.loads(rule["Pattern"]) for rule in one.get("FilterCriteria", {}).get("Filters", [])]
                        for one in mappings}

    def __enter__(self):
        # moto would run a container for each, writes no binary value as JSON, and tells of a transaction that it then takes back.
        changes = lambda _, function, changed, source: self.tell(function, [of_change(one.to_json(), source) for one in changed])
        messages = lambda _, function, received, source: self.tell(function, [of_message(one, source) for one in received])
        whole = DynamoDBBackend.transact_write_items
        self.patches = [
            mock.patch.object(LambdaBackend, "send_dynamodb_items", changes),
            mock.patch.object(LambdaBackend, "send_sqs_batch", messages),
            mock.patch.object(DynamoDBBackend, "transact_write_items", lambda backend, items: self.transact(whole, backend, items)),
        ]
        for patch in self.patches:
            patch.start()
        threading.Thread(target=self.work, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.waiting.join()
        for patch in self.patches:
            patch.stop()

    def transact(self, own, backend, items):
        """One transaction, of which nothing is told when moto takes it back."""
        self.transaction.told = []
        try:
            own(backend, items)
            told = self.transaction.told
        finally:
            self.transaction.told = None
        for one in told:
            self.waiting.put(one)

    def tell(self, function, records):
        """Takes what a source has for a function; True, so that the source forgets it."""
        one = function.split(":function:")[1].split(":")[0], records
        told = getattr(self.transaction, "told", None)
        if told is None:
            self.waiting.put(one)
        else:
            told.append(one)
        return True

    def work(self):
        while True:
            name, records = self.waiting.get()
            try:
                self.hand_over(name, records)
            except RuntimeError as error:
                self.failed(f"{name} takes what its source has for it", str(error))
            finally:
                self.waiting.task_done()

    def hand_over(self, name, records):
        """One batch: those records that the source's filter lets pass, to a function of which there is a program."""
        records = [record for record in records if self.passes(record)]
        if name not in self.runtimes or not records:
            return
        self.handed[name] = self.handed.get(name, 0) + len(records)
        told = self.runtimes[name].invoke({"Records": records}) or {}
        if told.get("batchItemFailures"):
            raise RuntimeError(f"{told['batchItemFailures']} of {records}"[:500])

    def passes(self, record):
        rules = self.filters.get(record["eventSourceARN"], [])
        return not rules or any(fits(rule, record) for rule in rules)


def of_change(change, source):
    """A change of the table as Lambda tells of it."""
    stored = json.loads(json.dumps(change["dynamodb"], default=lambda value: (
        base64.b64encode(value).decode() if isinstance(value, bytes) else value.timestamp())))
    return {**{name: change[name] for name in ("eventID", "eventName", "eventVersion", "eventSource", "awsRegion")},
            "dynamodb": stored, "eventSourceARN": source}


def of_message(message, source):
    """A message of a queue as Lambda tells of it."""
    return {"messageId": message.id, "receiptHandle": message.receipt_handle, "body": message.body, "attributes": {"ApproximateReceiveCount": "1"},
            "messageAttributes": {}, "eventSource": "aws:sqs", "eventSourceARN": source}


def fits(rule, value):
    """Whether a value fits a pattern of EventBridge that lists what each field may be."""
    if isinstance(rule, list):
        return value in rule
    return isinstance(value, dict) and all(fits(part, value.get(name)) for name, part in rule.items())
