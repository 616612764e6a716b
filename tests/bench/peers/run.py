"""The command `tests/bench/run peers`."""

import datetime
import json
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile

from service import REPOSITORY
from tls_endpoint import certificates

from . import measure, relational, report
from .candidates import BUILT, NAMES

RESULTS = pathlib.Path(__file__).resolve().parent / "results.json"


def printed(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, cwd=REPOSITORY).stdout.strip()


def machine():
    model = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return f"{printed('nproc')} cores of {model}, {platform.system()} {platform.machine()}"


def versions():
    """Of what runs the peers; their dependencies are locked."""
    return {"node": printed(shutil.which("node"), "--version"), "python": printed(BUILT / "python" / "bin" / "python", "--version"),
            "rust": printed("rustc", "--version"), "postgres": printed(relational.programs() / "postgres", "--version")}


def run(program, given):
    """Measures, writes what was measured, prints tables."""
    results = {"date": datetime.date.today().isoformat(), "commit": printed("git", "rev-parse", "HEAD"), "machine": machine(), "versions": versions(),
               "samples": "CPU, wall time and CPU of the database's processes in µs", "starts": "CPU until ready, CPU of the first request, wall until its answer in µs",
               "sizes": []}
    names = [name for name in NAMES if not given.only or name in given.only]
    with tempfile.TemporaryDirectory(prefix="peers-") as name:
        folder = pathlib.Path(name)
        certificates(folder)
        # The database server runs as another user, who reads its certificate here.
        folder.chmod(0o755)
        with relational.running(folder) as database:
            for count in given.sizes:
                results["sizes"].append(measure.Size(count, names, program, folder, database, given).measured())
                given.results.write_text(compact(results))
    print(report.tables(results))
    return True


def compact(results):
    """JSON, what consists of numbers only on one line."""
    return re.sub(r"\[[\d\s,.\[\]-]*\]", lambda found: re.sub(r"\s+", "", found[0]), json.dumps(results, indent=1, ensure_ascii=False)) + "\n"
