"""Cold start and warm requests of a function's program: CPU, wall time, memory, sizes (`docs/PERFORMANCE.md`, Cold start and CPU)."""

import contextlib
import pathlib
import statistics
import tempfile
import time
import zipfile

from process import FunctionProcess
from runtime_api import RuntimeApi
from service import RECORDS, event, running
from tls_endpoint import TlsEndpoint, certificates

# The budgets of the design; the figure that counts is the median.
BUDGETS = {
    "CPU of init, ms": 4.0, "CPU of the first request, ms": 0.5, "wall, spawn to first answer, ms": 7.0, "CPU of a warm get, µs": 280.0,
    "CPU of a warm list of 20, µs": 450.0, "CPU of a warm create, µs": 900.0, "peak memory, MB": 8.0, "program, MB": 6.0, "zip, MB": 2.8,
}
OPERATIONS = ["get", "list", "create"]
# Requests of a kind that are not counted: connections, caches and pages of the program have settled then.
WARMING = 5


def sizes(program):
    """Program and package in MB, the package as `infra/build/functions` makes it."""
    with tempfile.NamedTemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(program, "bootstrap", compresslevel=9)
        return program.stat().st_size / 1e6, pathlib.Path(file.name).stat().st_size / 1e6


class Run:
    """One process from its start on."""

    def __init__(self, command, environment):
        self.api = RuntimeApi()
        self.process = FunctionProcess(command, {**environment, "AWS_LAMBDA_RUNTIME_API": self.api.address})
        self.polls = 1
        self.polled_at = self.api.wait_for_polls(self.polls)
        self.cpu = self.process.cpu_ns()

    def answered(self, sent):
        """Sends an event and gives CPU in ns until the process rests again, and wall time in s until its next poll."""
        began = time.perf_counter()
        answer = self.api.send(sent).result()
        if answer["statusCode"] not in (200, 201):
            raise RuntimeError(f"{sent['httpMethod']} {sent['path']}: {answer}")
        self.polls += 1
        wall = self.api.wait_for_polls(self.polls) - began
        before, self.cpu = self.cpu, self.process.cpu_ns()
        return self.cpu - before, wall

    def end(self):
        self.process.stop()
        self.api.close()


def starts(program, environment, sent, count):
    """Figures of so many starts, each with one request."""
    figures = {}
    for _ in range(count):
        run = Run([str(program)], environment)
        init_wall = run.polled_at - run.process.spawned_at
        init_cpu = run.cpu
        first_cpu, first_wall = run.answered(sent)
        for name, value in [("CPU of init, ms", init_cpu / 1e6), ("wall of init, ms", init_wall * 1e3),
                            ("CPU of the first request, ms", first_cpu / 1e6),
                            ("wall, spawn to first answer, ms", (init_wall + first_wall) * 1e3)]:
            figures.setdefault(name, []).append(value)
        run.end()
    return figures


def warm(program, environment, client, records, count):
    """Figures of so many requests of each kind in one process."""
    run, figures = Run([str(program)], environment), {}
    for operation in OPERATIONS:
        request = getattr(records, operation)
        name = {"get": "CPU of a warm get, µs", "list": "CPU of a warm list of 20, µs", "create": "CPU of a warm create, µs"}[operation]
        taken = [run.answered(event(client, request()))[0] / 1e3 for _ in range(WARMING + count)]
        figures[name] = taken[WARMING:]
    figures["peak memory, MB"] = [run.process.peak_kilobytes() * 1024 / 1e6]
    run.end()
    return figures


@contextlib.contextmanager
def behind_tls():
    """The service, and the environment with which a program reaches its database."""
    with running() as service, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        certificates(folder)
        endpoint = TlsEndpoint(folder, service.database)
        yield service, {"DYNAMODB_ENDPOINT": endpoint.address, "SSL_CERT_FILE": str(folder / "bundle.pem")}
        endpoint.close()


def answered(function, command):
    """Whether a program answers one request of each kind, such as one of another architecture by an emulator of it; an answer that is none raises."""
    with behind_tls() as (service, environment):
        records = RECORDS[function](service)
        run = Run(command, environment)
        for operation in OPERATIONS:
            run.answered(event(service.client, getattr(records, operation)()))
        run.end()
    return len(OPERATIONS)


def measured(function, program, count=20, requests=60):
    """All figures of a function: median and minimum of many."""
    with behind_tls() as (service, environment):
        records = RECORDS[function](service)
        figures = starts(program, environment, event(service.client, records.get()), count)
        figures |= warm(program, environment, service.client, records, requests)
    figures["program, MB"], figures["zip, MB"] = ([size] for size in sizes(program))
    return figures


def table(function, figures):
    """The figures as rows of a table, with their budgets."""
    rows = [f"| {function} | budget | p50 | minimum | |", "|---|---|---|---|---|"]
    for name, values in figures.items():
        median, budget = statistics.median(values), BUDGETS.get(name)
        verdict = "" if budget is None else "met" if median <= budget else "**missed**"
        rows.append(f"| {name} | {'' if budget is None else f'{budget:g}'} | {median:.2f} | {min(values):.2f} | {verdict} |")
    return "\n".join(rows)
