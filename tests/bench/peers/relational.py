"""A PostgreSQL server of the run's own, as Debian packages it, with TLS."""

import contextlib
import hashlib
import json
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile

from . import records

PROGRAMS = pathlib.Path("/usr/lib/postgresql")
SCHEMA = pathlib.Path(__file__).parent / "rust" / "postgres" / "schema.sql"
# Rows that go in at once.
AT_ONCE = 10_000


def programs():
    """The folder of the newest version's programs."""
    versions = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not versions:
        raise SystemExit("bench: PostgreSQL is missing: apt-get install postgresql")
    return versions[-1].parent


class Server:
    """A running server with the schema of the peer."""

    def __init__(self, folder, certificates):
        self.folder, self.bin = folder / "data", programs()
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self.prefix = ["runuser", "-u", self.user, "--"] if os.getuid() == 0 else []
        shutil.chown(folder, self.user)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.run("initdb", "--pgdata", self.folder, "--auth", "trust", "--username", "peers", "--encoding", "UTF8", "--locale", "C.UTF-8")
        for source, name in [("chain.pem", "server.crt"), ("leaf.key", "server.key")]:
            shutil.copy(certificates / source, self.folder / name)
            (self.folder / name).chmod(0o600)
            shutil.chown(self.folder / name, self.user)
        options = f"-p {self.port} -h 127.0.0.1 -k {folder} -c ssl=on"
        self.run("pg_ctl", "--pgdata", self.folder, "--options", options, "--log", folder / "log", "--wait", "start")
        self.socket = folder
        self.sql("CREATE DATABASE peers", database="postgres")
        self.sql(SCHEMA.read_text())
        self.url = f"postgres://peers@localhost:{self.port}/peers?sslmode=require"

    def run(self, program, *arguments):
        subprocess.run([*self.prefix, self.bin / program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def sql(self, statement, database="peers", given=None):
        """Runs statements; what they print."""
        command = [self.bin / "psql", "-h", self.socket, "-p", str(self.port), "-U", "peers", "-d", database, "-qtAX", "-v", "ON_ERROR_STOP=1", "-c", statement]
        return subprocess.run(list(map(str, command)), check=True, input=given, stdout=subprocess.PIPE, text=True).stdout

    def begin(self, client, merchant):
        """Empties the tables, but for the client."""
        digest = hashlib.sha256(client[1].encode()).hexdigest()
        self.sql(f"TRUNCATE plans, api_clients; INSERT INTO api_clients VALUES ('{client[0]}', '{merchant}', '{digest}')")

    def load(self, numbers, merchant):
        for first in range(numbers.start, numbers.stop, AT_ONCE):
            some = range(first, min(first + AT_ONCE, numbers.stop))
            self.sql(f"COPY plans ({records.RELATIONAL_COLUMNS}) FROM STDIN (FORMAT csv, NULL 'none')", given=records.relational(some, merchant))

    def settle(self):
        """What the server does by itself within minutes of a load."""
        self.sql("VACUUM ANALYZE plans")
        self.sql("CHECKPOINT")

    def pages(self, statement):
        """Pages of 8 KB that a statement looks at."""
        plan = json.loads(self.sql(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}"))[0]["Plan"]
        return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]

    def cpu_ns(self):
        """CPU time of the processes that serve connections to the database, and of those that helped them with a large statement and have ended."""
        parent = int((self.folder / "postmaster.pid").read_text().split()[0])
        times = pathlib.Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()
        ended = (int(times[13]) + int(times[14])) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        serving = [pid for pid in children if " peers " in pathlib.Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")]
        return ended + sum(int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in serving)

    def stop(self):
        self.run("pg_ctl", "--pgdata", self.folder, "--mode", "fast", "--wait", "stop")


@contextlib.contextmanager
def running(certificates):
    """A server until the block ends."""
    with tempfile.TemporaryDirectory(prefix="peers-postgres-") as name:
        server = Server(pathlib.Path(name), certificates)
        try:
            yield server
        finally:
            server.stop()
