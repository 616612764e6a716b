"""The Lambda Runtime API on this machine: hands events to a function's process and takes its answers, as Lambda does."""

import http.server
import itertools
import json
import queue
import socketserver
import threading
import time

PATH = "/2018-06-01/runtime/invocation/"
# A function that has not answered by then never will: the run fails instead of hanging.
PATIENCE_SECONDS = 120


class Invocation:
    """One event and what became of it."""

    def __init__(self, number, event):
        self.id = f"{number:08x}-0000-4000-8000-000000000000"
        self.body = json.dumps(event).encode()
        self.answered = threading.Event()
        self.answer = None
        self.failed = False
        self.worker = None

    def result(self):
        """What the function answered."""
        if not self.answered.wait(PATIENCE_SECONDS):
            raise TimeoutError(f"no answer to invocation {self.id}")
        if self.failed:
            raise RuntimeError(f"the function failed: {self.answer}")
        return json.loads(self.answer)


class RuntimeApi:
    """Serves one process of a function, with as many pollers as it has."""

    def __init__(self):
        self.events = queue.Queue()
        self.invocations = {}
        self.numbers = itertools.count(1)
        self.polls = 0
        self.polled = threading.Condition()
        self.polled_at = None
        handler = type("BoundHandler", (Handler,), {"api": self})
        self.server = Server(("127.0.0.1", 0), handler)
        self.address = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def send(self, event):
        """Gives an event to whichever poller comes first."""
        invocation = Invocation(next(self.numbers), event)
        self.invocations[invocation.id] = invocation
        self.events.put(invocation)
        return invocation

    def wait_for_polls(self, count):
        """Waits until the function has asked for so many events, and says when it asked last."""
        with self.polled:
            if not self.polled.wait_for(lambda: self.polls >= count, PATIENCE_SECONDS):
                raise TimeoutError(f"the function asked for {self.polls} events, not {count}")
            return self.polled_at

    def poll(self):
        """A poller has come: counts it, and waits for its event; none when the run is over."""
        with self.polled:
            self.polls += 1
            self.polled_at = time.perf_counter()
            self.polled.notify_all()
        return self.events.get()

    def close(self):
        """Ends the server; pollers that wait are let go."""
        for _ in range(64):
            self.events.put(None)
        self.server.shutdown()
        self.server.server_close()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and body of an answer leave in one packet, so that a run is like any other.
    wbufsize = -1
    api = None

    def do_GET(self):
        invocation = self.api.poll()
        if invocation is None:
            self.close_connection = True
            return
        invocation.worker = self.client_address[1]
        self.send_response_only(200)
        deadline = int((time.time() + 10) * 1000)
        for name, value in [("Content-Type", "application/json"), ("Lambda-Runtime-Aws-Request-Id", invocation.id),
                            ("Lambda-Runtime-Deadline-Ms", str(deadline)), ("Content-Length", str(len(invocation.body))),
                            ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-central-1:000000000000:function:bench")]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(invocation.body)

    def do_POST(self):
        body = self.read_body()
        if not self.path.startswith(PATH):
            raise RuntimeError(f"the function could not start: {body}")
        number, outcome = self.path[len(PATH):].split("/")
        self.send_response_only(202)
        self.send_header("Content-Length", "0")
        self.end_headers()
        invocation = self.api.invocations.pop(number)
        invocation.answer, invocation.failed = body, outcome != "response"
        invocation.answered.set()

    def read_body(self):
        """The body of a request, of a known length or in chunks."""
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def log_message(self, *_):
        pass
