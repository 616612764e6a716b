"""Several requests in one process, as on Lambda Managed Instances: two merchants ask at once, and none is answered with anything of the other."""

import json
import pathlib
import tempfile

from process import FunctionProcess
from runtime_api import RuntimeApi
from service import RECORDS, event, running
from tls_endpoint import TlsEndpoint, certificates

WORKERS = 8
ROUNDS = 150


class Asked:
    """A request of a merchant, and what its answer must have."""

    def __init__(self, invocation, operation, own):
        self.invocation, self.operation, self.own = invocation, operation, own

    def faults(self):
        """What is wrong with the answer."""
        answer = self.invocation.result()
        body = json.loads(answer["body"])
        if answer["statusCode"] not in (200, 201):
            return [f"{self.operation} is answered {answer['statusCode']}: {answer['body']}"]
        shown = body["data"] if isinstance(body["data"], list) else [body["data"]]
        if self.operation == "create":
            self.own.add(shown[0]["id"])
        if body["meta"]["request_id"] != f"req_{self.invocation.id}":
            return ["the answer is of another invocation"]
        strange = [one["id"] for one in shown if one["id"] not in self.own]
        return [f"{self.operation} shows {strange} of somebody else"] if strange else []


def check(function, program):
    """Sends requests of two merchants to one process with eight workers; what went wrong, and how many workers took part."""
    with running() as service, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        certificates(folder)
        endpoint, api = TlsEndpoint(folder, service.database), RuntimeApi()
        merchants = [(client, RECORDS[function](service, client)) for client in (service.client, service.sandbox)]
        environment = {"DYNAMODB_ENDPOINT": endpoint.address, "SSL_CERT_FILE": str(folder / "bundle.pem"),
                       "AWS_LAMBDA_RUNTIME_API": api.address, "AWS_LAMBDA_MAX_CONCURRENCY": str(WORKERS)}
        process = FunctionProcess([str(program)], environment)
        api.wait_for_polls(WORKERS)
        owned = [set(records.ids) for _, records in merchants]
        faults, workers, answered = [], set(), 0
        for _ in range(ROUNDS):
            asked = []
            for operation in ("get", "list", "create", "get"):
                for (client, records), own in zip(merchants, owned):
                    asked.append(Asked(api.send(event(client, getattr(records, operation)())), operation, own))
            # Creates first: a list that was answered after one shows what it made.
            for one in sorted(asked, key=lambda one: one.operation != "create"):
                faults += one.faults()
                workers.add(one.invocation.worker)
                answered += 1
        process.stop()
        api.close()
        endpoint.close()
        return faults, len(workers), answered
