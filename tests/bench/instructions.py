"""Instructions of a request, counted by callgrind and compared with a table that is kept: what a machine's load does not change.

A program is run once for each kind of request, and once with the requests only that warm it up; the difference is what so many requests take.
The database is reached without TLS, whose instructions are other ones on other processors."""

import json
import pathlib
import shutil
import tempfile

from process import FunctionProcess
from runtime_api import RuntimeApi
from service import RECORDS, event, owner_session, running

TABLE = pathlib.Path(__file__).with_name("instructions.json")
OPERATIONS = ["get", "list", "create"]
# What a session of every role may do.
READS = ["get", "list"]
TOLERANCE_PERCENT = 5
# Requests of every kind before those that are counted, and requests that are counted.
WARMING, COUNTED = 2, 10


class CountedRun:
    """A program under callgrind."""

    def __init__(self, program, environment, folder):
        self.output = folder / "callgrind.out"
        self.api = RuntimeApi()
        command = [shutil.which("valgrind"), "--tool=callgrind", f"--callgrind-out-file={self.output}", str(program)]
        self.process = FunctionProcess(command, {**environment, "AWS_LAMBDA_RUNTIME_API": self.api.address})
        self.polls = 1
        self.api.wait_for_polls(self.polls)

    def send(self, sent):
        answer = self.api.send(sent).result()
        if answer["statusCode"] not in (200, 201):
            raise RuntimeError(f"{sent['httpMethod']} {sent['path']}: {answer}")
        self.polls += 1
        self.api.wait_for_polls(self.polls)

    def total(self):
        """All instructions of the process, which ends."""
        self.process.stop()
        self.api.close()
        return next(int(line.split(":")[1]) for line in self.output.read_text().splitlines() if line.startswith("totals:"))


def counted(program, environment, folder, client, records, operation=None, kinds=OPERATIONS):
    """Instructions of a run that sends the requests of `operation` after those that warm it up."""
    run = CountedRun(program, environment, folder)
    for kind in kinds:
        for _ in range(WARMING):
            run.send(event(client, getattr(records, kind)()))
    for _ in range(COUNTED if operation else 0):
        run.send(event(client, getattr(records, operation)()))
    return run.total()


def measured(function, program):
    """Instructions of a request of each kind."""
    with running() as service, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"DYNAMODB_ENDPOINT": "http://{}:{}".format(*service.database)}
        records = RECORDS[function](service)
        warming = counted(program, environment, folder, service.client, records)
        runs = {operation: counted(program, environment, folder, service.client, records, operation) for operation in OPERATIONS}
        return {operation: (total - warming) // COUNTED for operation, total in runs.items()}


def by_session(function, program):
    """Instructions of the same read by a client and by an owner's session of it."""
    with running() as service, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"DYNAMODB_ENDPOINT": "http://{}:{}".format(*service.database)}
        records = RECORDS[function](service)
        callers = {"client": service.client, "session": owner_session(service)}
        figures = {}
        for caller, credentials in callers.items():
            warming = counted(program, environment, folder, credentials, records, kinds=READS)
            for kind in READS:
                total = counted(program, environment, folder, credentials, records, kind, READS)
                figures[caller, kind] = (total - warming) // COUNTED
        return figures


def compared(function, profile, figures, record):
    """Prints the figures beside the table and says whether they agree; with `record` the table is written."""
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    kept = table.setdefault(profile, {}).setdefault(function, {})
    agree = True
    for operation, figure in figures.items():
        before = kept.get(operation)
        percent = 100 * (figure - before) / before if before else 0
        within = before is not None and abs(percent) <= TOLERANCE_PERCENT
        agree = agree and within
        print(f"{function} {operation}: {figure} instructions, in the table {before} ({percent:+.1f} %){'' if within else '  DIFFERS'}")
    if record:
        kept.update(figures)
        TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n")
    return agree or record
