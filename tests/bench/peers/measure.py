"""One run: for each number of records, every candidate in turn answers the same requests, all beside each other, so that what else the machine does
meets all alike."""

import contextlib
import os
import time

from service import running
from tls_endpoint import TlsEndpoint

from . import records
from .candidates import Candidates
from .counting import CountingEndpoint
from .embedded import Embedded

READS, CREATE = ["get", "first page", "middle page", "last page"], "create"
PER_PAGE = 20
# Requests of a kind that are not counted: Node compiles what is often run, and all fill their caches.
WARMING = 60
COUNTED = 2
# An operation of a candidate is asked no more once it has taken so long, but at least so many times.
SECONDS_OF_ONE = 12
REQUESTS_MIN = 3
# Our lists count what is new when they are read, so many records at once.
SETTLED_AT_ONCE = 10_000
MERCHANT = "01990000-0000-7000-8000-000000000003"


class Requests:
    """The requests of a run, the same for every candidate; what is created has a name of its own."""

    def __init__(self, count):
        self.pages = -(-count // PER_PAGE)
        self.count, self.created = count, 0

    def of(self, operation):
        if operation == CREATE:
            self.created += 1
            return ("POST", "/plans", records.body_of(f"Made {self.created:0{records.NUMBER}}"))
        if operation == "get":
            return ("GET", f"/plans/{records.id_of(self.count // 3)}", None)
        page = {"first page": 1, "middle page": self.pages // 2, "last page": self.pages}[operation]
        return ("GET", f"/plans?page={page}&per_page={PER_PAGE}", None)


def checked(name, request, status, answer):
    """Refuses an answer that is not one."""
    if status not in (200, 201):
        raise RuntimeError(f"{name}: {request[0]} {request[1]}: {status} {answer}")
    return answer


class Size:
    """All candidates on so many records."""

    def __init__(self, count, names, program, folder, database, given):
        self.count, self.names, self.program, self.folder, self.database = count, names, program, folder, database
        self.requests_max, self.starts_count = given.requests, given.starts
        self.requests = Requests(count)

    def measured(self):
        with running("db") as service, contextlib.ExitStack() as stack:
            embedded = Embedded(service.database, service.folder)
            endpoint = TlsEndpoint(self.folder, service.database)
            counting = CountingEndpoint(self.folder, service.database)
            stack.callback(endpoint.close)
            stack.callback(counting.close)
            self.candidates = Candidates(self.program, self.folder, service.client, self.database)
            began = time.monotonic()
            self.load(embedded, service.client, endpoint.address)
            print(f"{self.count} records loaded in {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}", flush=True)
            counts = {name: self.counted(name, counting, READS) for name in self.names}
            measured = {"records": self.count, "load": round(os.getloadavg()[0], 1), "starts": self.starts(endpoint.address), **self.asked(endpoint.address)}
            # What is created stands in lists: last of all.
            return measured | {"counts": {name: found | self.counted(name, counting, [CREATE]) for name, found in counts.items()}}

    def load(self, embedded, client, address):
        """The same plans for all."""
        peers = records.OfPeers(embedded, client, MERCHANT)
        program = self.candidates.start("ours", address)
        template = checked("ours", ("POST", "template"), *program.ask(("POST", "/plans", records.body_of(f"Flex {records.TEMPLATE_NUMBER}")))[:2])
        ours = records.Ours(embedded, MERCHANT, template["data"])
        if self.database:
            self.database.begin(client, MERCHANT)
        for first in range(0, self.count, SETTLED_AT_ONCE):
            some = range(first, min(first + SETTLED_AT_ONCE, self.count))
            peers.load(some)
            ours.load(some)
            checked("ours", ("GET", "/plans"), *program.ask(("GET", "/plans", None))[:2])
            if self.database:
                self.database.load(some, MERCHANT)
        program.stop()
        if self.database:
            self.database.settle()

    def counted(self, name, counting, operations):
        """Calls and units of each operation, and of the database with SQL the pages that its statements look at."""
        if name == "postgres":
            return self.statements(operations)
        process, found = self.candidates.start(name, counting.address), {}
        for operation in operations:
            for _ in range(COUNTED):
                counting.taken()
                request = self.requests.of(operation)
                checked(name, request, *process.ask(request)[:2])
                found[operation] = counting.taken()
        process.stop()
        return found

    def statements(self, operations):
        """The same of the relational database, by the statements of the peer."""
        if operations == [CREATE]:
            return {CREATE: {"calls": 1}}
        where, found = f"FROM plans WHERE merchant_id = '{MERCHANT}'", {}
        count = self.database.pages(f"SELECT COUNT(*) {where}")
        found["get"] = {"calls": 1, "pages": self.database.pages(f"SELECT * {where} AND id = '{records.id_of(self.count // 3)}'")}
        for operation, page in [("first page", 1), ("middle page", self.requests.pages // 2), ("last page", self.requests.pages)]:
            rows = self.database.pages(f"SELECT * {where} ORDER BY id DESC LIMIT {PER_PAGE} OFFSET {(page - 1) * PER_PAGE}")
            found[operation] = {"calls": 2, "pages": rows + count}
        return found

    def starts(self, address):
        """CPU until the first poll and of the first request, and wall time until its answer, of so many starts each, in turn."""
        found = {name: [] for name in self.names}
        for name in self.names * self.starts_count:
            process, request = self.candidates.start(name, address), self.requests.of("get")
            began = process.init_cpu_ns
            status, answer, wall = process.ask(request)
            checked(name, request, status, answer)
            found[name].append([round(began / 1e3), round((process.cpu_ns() - began) / 1e3), round((process.init_wall + wall) * 1e6)])
            process.stop()
        return found

    def asked(self, address):
        """CPU and wall time of each operation; kept are those of warm processes, with the most memory that each had."""
        with contextlib.ExitStack() as stack:
            processes = {}
            for name in self.names:
                processes[name] = self.candidates.start(name, address)
                stack.callback(processes[name].stop)
            samples = self.in_turn(processes)
            memory = {name: round(process.process.peak_kilobytes() * 1024 / 1e6, 1) for name, process in processes.items()}
        kept = {name: {operation: all_of[min(WARMING, len(all_of) - REQUESTS_MIN):] for operation, all_of in of.items()} for name, of in samples.items()}
        return {"samples": kept, "memory_mb": memory}

    def in_turn(self, processes):
        """All samples, the candidates asked in turn; they must show the same records."""
        samples = {name: {} for name in self.names}
        for operation in [*READS, CREATE]:
            spent = {name: 0.0 for name in self.names}
            for number in range(WARMING + self.requests_max):
                shown = set()
                # Another one begins each time.
                for name in self.names[number % len(self.names):] + self.names[:number % len(self.names)]:
                    process = processes[name]
                    if spent[name] > SECONDS_OF_ONE and number >= REQUESTS_MIN:
                        continue
                    request = self.requests.of(operation)
                    cpu, database_cpu = process.cpu_ns(), process.database_cpu_ns()
                    status, answer, wall = process.ask(request)
                    checked(name, request, status, answer)
                    spent[name] += wall
                    sample = (round((process.cpu_ns() - cpu) / 1e3), round(wall * 1e6), round((process.database_cpu_ns() - database_cpu) / 1e3))
                    samples[name].setdefault(operation, []).append(sample)
                    if operation.endswith("page"):
                        shown.add((answer["pagination"]["total"], *(one["id"] for one in answer["data"])))
                if len(shown) > 1:
                    raise RuntimeError(f"{operation} of {self.count}: the candidates show different records: {shown}")
        return samples
