"""Runs the functions' programs as Lambda does: each a process that asks the runtime API for its next event, with the settings that the stack gave
its function and the credentials of its role."""

import http.server
import json
import os
import queue
import subprocess
import threading
import time
import uuid

PREFIX = "/2018-06-01/runtime/"
# How long an invocation may take, whatever the function's own limit says: a program of a developer's profile on a busy machine.
PATIENCE_SECONDS = 60


class Runtime:
    """One function's program, started at its first event."""

    def __init__(self, program, name, environment, log):
        self.program, self.name, self.environment, self.log = program, name, environment, log
        self.events, self.answers, self.process, self.starting = queue.Queue(), {}, None, threading.Lock()
        self.start_seconds, self.invocations = None, 0

    def invoke(self, event):
        """What the program answers to an event. Raises RuntimeError when it fails or takes too long."""
        with self.starting:
            began = time.monotonic()
            if self.process is None:
                self.start()
            request, answered = str(uuid.uuid4()), queue.Queue(1)
            self.answers[request] = answered
            self.events.put((request, json.dumps(event)))
        try:
            is_well, text = answered.get(timeout=PATIENCE_SECONDS)
        except queue.Empty:
            raise RuntimeError(f"{self.name} did not answer within {PATIENCE_SECONDS} s") from None
        if self.start_seconds is None:
            self.start_seconds = time.monotonic() - began
        self.invocations += 1
        if not is_well:
            raise RuntimeError(f"{self.name}: {text}")
        return json.loads(text or "null")

    def start(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{self.server.server_port}"
        own = {"AWS_LAMBDA_RUNTIME_API": address, "AWS_LAMBDA_FUNCTION_NAME": self.name, "AWS_LAMBDA_FUNCTION_VERSION": "1",
               "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256", "AWS_LAMBDA_LOG_STREAM_NAME": "rehearsal",
               "AWS_LAMBDA_LOG_GROUP_NAME": f"/aws/lambda/{self.name}", "PATH": os.environ["PATH"]}
        self.process = subprocess.Popen([self.program], env=self.environment | own, stdout=self.log, stderr=self.log)

    def handler(runtime):
        """Answers the program's calls of the runtime API."""
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                request, event = runtime.events.get()
                self.reply(200, event.encode(), {
                    "Lambda-Runtime-Aws-Request-Id": request, "Lambda-Runtime-Deadline-Ms": str(int((time.time() + PATIENCE_SECONDS) * 1000)),
                    "Lambda-Runtime-Invoked-Function-Arn": f"arn:aws:lambda:eu-west-1:123456789012:function:{runtime.name}:live"})

            def do_POST(self):
                is_whole = "chunked" not in self.headers.get("Transfer-Encoding", "")
                text = self.rfile.read(int(self.headers.get("Content-Length") or 0)) if is_whole else self.chunks()
                request, _, kind = self.path.removeprefix(f"{PREFIX}invocation/").partition("/")
                if answered := runtime.answers.pop(request, None):
                    answered.put((kind == "response", text.decode()))
                self.reply(202, b"{}", {})

            def chunks(self):
                found = b""
                while size := int(self.rfile.readline(), 16):
                    found += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return found

            def reply(self, status, body, headers):
                self.send_response(status)
                for name, value in (headers | {"Content-Type": "application/json", "Content-Length": str(len(body))}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass
        return Handler

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.server.shutdown()
