"""The drill of restore-drill, with the program that it has built."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
LOCAL = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "debug" / "local"
WRITERS = 4
# What the consumer of changes has to catch up with takes minutes on a busy machine.
PATIENCE_SECONDS = 600
EXPORTS_MAX = 10
# So many of what was cut are printed.
SHOWN = 5


def local(*arguments, check=True):
    """Runs a command of the local program; what it printed, and how many seconds it took."""
    began = time.monotonic()
    ran = subprocess.run([LOCAL, *map(str, arguments)], capture_output=True, text=True, check=False)
    if check and ran.returncode != 0:
        sys.exit(f"restore-drill: local {arguments[0]}: {ran.stderr.strip()}")
    return ran, time.monotonic() - began


class Service:
    """A local service with demo data in a folder."""

    def __init__(self, folder):
        self.credentials = folder / "env"
        self.process = subprocess.Popen([LOCAL, "--port", "0", "--data", folder / "data", "--credentials", self.credentials],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.credentials.exists():
            if self.process.poll() is not None:
                sys.exit("restore-drill: the service did not start")
            time.sleep(0.1)
        self.known = dict(line.removeprefix("export ").split("=", 1) for line in self.credentials.read_text().splitlines() if "=" in line)
        self.known = {key: value.strip("'\"") for key, value in self.known.items()}

    def call(self, path, body=None):
        """Status and answer."""
        headers = {"X-Client-ID": self.known["COLONNADE_CLIENT_ID"], "Authorization": f"Bearer {self.known['COLONNADE_CLIENT_SECRET']}"}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        request = urllib.request.Request(self.known["COLONNADE_BASE_URL"] + path, None if body is None else json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, {}

    def make_member(self):
        return self.call("/members", {"name": "Drill", "email": f"{uuid.uuid4().hex}@example.com"})

    def settle(self):
        """Waits until events were made of all changes so far: those of a change are made and counted after those of the changes before it."""
        made = self.make_member()[1]["data"]["id"]
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.call(f"/event-log?object_id={made}")[1].get("pagination", {}).get("total"):
            if time.monotonic() > until:
                sys.exit("restore-drill: no events are made of changes")
            time.sleep(0.2)


def write(service, ended, counts):
    """Makes members until it is told to end: a record, a unique address, entries of lists and counts in one transaction each."""
    while not ended.is_set():
        status, _ = service.make_member()
        counts[status] = counts.get(status, 0) + 1


def items(export):
    """The items of an export, as a set of lines: a table gives its items in an order of its own. What is counted of lists is not imported."""
    made_anew = ("#calendar-", "#filter-lists", "#by#")
    return {line for line in export.read_text().splitlines()[1:-1] if not any(part in line for part in made_anew)}


def at_rest(folder):
    """The first export that the next one repeats, so that nothing was written meanwhile, and its seconds."""
    last, seconds = None, 0.0
    for number in range(EXPORTS_MAX):
        export = folder / f"still-{number}.jsonl"
        before = seconds
        _, seconds = local("export", "--to", export, "--data", folder / "data")
        if last and items(last) == items(export):
            return last, before
        last = export
    sys.exit("restore-drill: somebody writes all the time")


def restored(folder, export, failures):
    """Imports into an empty table and exports that again, which must be the same; the seconds, and what fsck finds there."""
    data, again = folder / export.stem, folder / f"again-{export.name}"
    _, seconds = local("import", "--from", export, "--data", data)
    # Before fsck, which reads lists, and reading a list writes its counts anew when they lack something.
    local("export", "--to", again, "--data", data)
    if items(again) != items(export):
        failures.append(f"the table that was made of {export.name} has other items than it")
    checked, _ = local("fsck", "--data", data, check=False)
    findings = [line for line in checked.stdout.splitlines() if "nothing disagrees" not in line]
    if bool(findings) == (checked.returncode == 0):
        sys.exit(f"restore-drill: fsck: {checked.stdout} {checked.stderr}")
    return seconds, findings


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        service = Service(folder)
        ended, counts = threading.Event(), {}
        writers = [threading.Thread(target=write, args=(service, ended, counts)) for _ in range(WRITERS)]
        try:
            for writer in writers:
                writer.start()
            time.sleep(float(sys.argv[1]))
            live = folder / "live.jsonl"
            before = sum(counts.values())
            local("export", "--to", live, "--data", folder / "data")
            during = sum(counts.values()) - before
            ended.set()
            for writer in writers:
                writer.join()
            service.settle()
            still, export_seconds = at_rest(folder)
        finally:
            ended.set()
            service.process.terminate()
            service.process.wait()
        return report(folder, live, still, export_seconds, during, counts)


def report(folder, live, still, export_seconds, during, counts):
    failures = []
    _, findings = restored(folder, live, failures)
    print(f"exported while {during} requests were answered: {len(items(live))} items, fsck names {len(findings)} disagreements of cut transactions")
    for finding in findings[:SHOWN]:
        print(f"  cut: {finding}")
    import_seconds, findings = restored(folder, still, failures)
    count = len(items(still))
    failures += [f"fsck of a whole export: {finding}" for finding in findings]
    wrong = {status: number for status, number in counts.items() if status != 201}
    if not during or wrong:
        failures.append(f"the writers were answered {counts}, {during} during the export")
    million = 1_000_000 / count / 60
    print(f"whole: {count} items, {still.stat().st_size / 1e6:.1f} MB, export {export_seconds:.1f} s, import {import_seconds:.1f} s; "
          f"by calculation {export_seconds * million:.0f} and {import_seconds * million:.0f} minutes for a million items on this machine "
          f"(load {os.getloadavg()[0]:.1f})")
    for failure in failures:
        print(f"restore-drill: {failure}", file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
