"""A process of a function under measurement: its start as in Lambda, its CPU time, its memory."""

import os
import pathlib
import signal
import time

# What Lambda sets for every function, and what `template.yaml` sets. The credentials reach nothing.
ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "of-the-benchmark",
    "AWS_SESSION_TOKEN": "of-the-benchmark",
    "AWS_REGION": "eu-central-1",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_LAMBDA_FUNCTION_NAME": "bench",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
    "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
    "AWS_LAMBDA_LOG_FORMAT": "JSON",
    "AWS_LAMBDA_LOG_LEVEL": "INFO",
    "TABLE_NAME": "colonnade",
    # Portions of a client's limit are leased now and then beside a request, which would come in between what is
    # measured.
    "CLIENT_REQUESTS_PER_SECOND": "0",
    "LAMBDA_TASK_ROOT": "/var/task",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "en_US.UTF-8",
    "TZ": ":UTC",
}
SETTLED_SECONDS = 0.002
PATIENCE_SECONDS = 30


class FunctionProcess:
    """A process that was spawned now."""

    def __init__(self, command, environment):
        actions = [(os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_RDWR, 0) for descriptor in (0, 1)]
        if not os.environ.get("BENCH_STDERR"):
            actions.append((os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_RDWR, 0))
        self.spawned_at = time.perf_counter()
        path = command[0]
        self.pid = os.posix_spawn(path, command, {**ENVIRONMENT, **environment}, file_actions=actions)

    def cpu_ns(self):
        """CPU time of all threads so far, read when none of them runs any more."""
        before, since, until = -1, time.perf_counter(), time.perf_counter() + PATIENCE_SECONDS
        while True:
            now = sum(int(path.read_text().split()[0]) for path in self.tasks("schedstat"))
            if now != before or any(path.read_text().rsplit(")", 1)[1].split()[0] == "R" for path in self.tasks("stat")):
                before, since = now, time.perf_counter()
            elif time.perf_counter() - since > SETTLED_SECONDS:
                return now
            if time.perf_counter() > until:
                raise TimeoutError("the process never rests")
            time.sleep(0.0005)

    def tasks(self, file):
        return list(pathlib.Path(f"/proc/{self.pid}/task").glob(f"*/{file}"))

    def peak_kilobytes(self):
        """The most memory that was resident."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])

    def stop(self):
        """Ends the process and waits for it."""
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
