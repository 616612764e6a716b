"""What is compared: ours and the peers, each as a process that is asked the same."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import socket
import time

from cold import Run
from process import FunctionProcess
from service import REPOSITORY, event

HERE = pathlib.Path(__file__).resolve().parent
BUILT = REPOSITORY / "target" / "peers"
PATIENCE_SECONDS = 30
NAMES = {"ours": "ours (`plans`)", "rust": "usual Rust", "node": "Node, SDK v3", "python": "Python, boto3", "postgres": "axum, sqlx, PostgreSQL"}


@contextlib.contextmanager
def working_in(folder):
    """Lambda starts a function in its folder; so do the clients of its Runtime API, which look there for the handler."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Function:
    """A function's process under the emulator of the Runtime API."""

    def __init__(self, command, environment, client, folder=HERE):
        self.client = client
        with working_in(folder):
            self.run = Run(list(map(str, command)), environment)
        self.process = self.run.process
        self.init_cpu_ns, self.init_wall = self.run.cpu, self.run.polled_at - self.process.spawned_at

    def ask(self, request):
        """The answer, and how long it took in seconds."""
        began = time.perf_counter()
        answer = self.run.api.send(event(self.client, request)).result()
        wall = time.perf_counter() - began
        self.run.polls += 1
        self.run.api.wait_for_polls(self.run.polls)
        return answer["statusCode"], json.loads(answer["body"]), wall

    def cpu_ns(self):
        return self.process.cpu_ns()

    def database_cpu_ns(self):
        return 0

    def stop(self):
        self.run.end()


class HttpServer:
    """A server process that is asked by HTTP, without a gateway in front of it."""

    def __init__(self, command, environment, client, database):
        self.client, self.database = client, database
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.process = FunctionProcess(list(map(str, command)), {**environment, "LISTEN": f"127.0.0.1:{port}"})
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self.connection.connect()
                break
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.001)
        self.init_wall = time.perf_counter() - self.process.spawned_at
        self.init_cpu_ns = self.cpu_ns()

    def ask(self, request):
        method, target, body = request
        headers = {"Authorization": f"Bearer {self.client[1]}", "X-Client-ID": self.client[0], "Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request(method, f"/v1{target}", None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text), time.perf_counter() - began

    def cpu_ns(self):
        return self.process.cpu_ns()

    def database_cpu_ns(self):
        return self.database.cpu_ns()

    def stop(self):
        self.connection.close()
        self.process.stop()


class Candidates:
    """Starts what is compared, all on the same records."""

    def __init__(self, program, certificates, client, database):
        self.program, self.certificates, self.client, self.database = program, certificates, client, database
        for path in (BUILT / "python" / "bin" / "python", BUILT / "rust" / "release" / "peer-lambda", HERE / "node" / "dist" / "index.cjs"):
            if not path.exists():
                raise SystemExit(f"bench: {path} is missing: tests/bench/peers/build")

    def start(self, name, endpoint):
        """A process of a candidate; `endpoint` is the address of DynamoDB."""
        if name == "postgres":
            return HttpServer([BUILT / "rust" / "release" / "peer-postgres"], {"DATABASE_URL": self.database.url, "RUST_LOG": "info"}, self.client, self.database)
        command, environment, folder = getattr(self, name)()
        environment = {"AWS_ENDPOINT_URL_DYNAMODB": endpoint, "PEERS_TABLE": "peers", **environment}
        if name == "ours":
            environment = {"DYNAMODB_ENDPOINT": endpoint, "SSL_CERT_FILE": str(self.certificates / "bundle.pem")}
        return Function(command, environment, self.client, folder)

    def ours(self):
        return [self.program], {}, HERE

    def rust(self):
        environment = {"SSL_CERT_FILE": str(self.certificates / "bundle.pem"), "AWS_LAMBDA_HTTP_IGNORE_STAGE_IN_PATH": "true"}
        return [BUILT / "rust" / "release" / "peer-lambda"], environment, HERE

    def node(self):
        client_of_the_api = HERE / "node" / "node_modules" / "aws-lambda-ric" / "bin" / "index.mjs"
        environment = {"NODE_EXTRA_CA_CERTS": str(self.certificates / "root.pem"), "_HANDLER": "index.handler",
                       "LAMBDA_TASK_ROOT": str(HERE / "node" / "dist")}
        return [shutil.which("node"), client_of_the_api, "index.handler"], environment, HERE / "node" / "dist"

    def python(self):
        environment = {"AWS_CA_BUNDLE": str(self.certificates / "bundle.pem"), "PYTHONPATH": str(HERE / "python"), "_HANDLER": "handler.handler"}
        return [BUILT / "python" / "bin" / "python", "-m", "awslambdaric", "handler.handler"], environment, HERE / "python"
