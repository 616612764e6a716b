"""One deployment, of single functions or of all after their stack: programs are built here, and the aliases move to them."""

import datetime
import signal
import sys
import time

from . import build, figures, rollout, tools, trees


class Clock:
    """The time, for people who wait."""

    sleep = staticmethod(time.sleep)

    @staticmethod
    def now():
        return datetime.datetime.now(datetime.UTC)


def arguments(text):
    """A parser with what both commands take."""
    # A cancelled workflow takes back what it began.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked to end"))
    parser = tools.parser(text)
    parser.add_argument("--minutes", type=float, help="watch for so long; 0 moves all requests at once")
    parser.add_argument("--despite-alarms", action="store_true", help="deploy although an alarm is raised, which then judges nothing: what mends it")
    return parser


def commit():
    """What is deployed; what is not committed is said."""
    head = trees.git(tools.REPOSITORY, "rev-parse", "HEAD")
    is_head = trees.working_tree(tools.REPOSITORY) == trees.git(tools.REPOSITORY, "rev-parse", "HEAD^{tree}")
    return head if is_head else f"{head}-modified"


def packages(session, names):
    """What Lambda gets for each function of these full names, built for the architecture that it has there."""
    functions, of_architecture, found = session.client("lambda"), {}, {}
    for full_name, name in names.items():
        architecture = functions.get_function_configuration(FunctionName=full_name)["Architectures"][0]
        of_architecture.setdefault(architecture, {})[full_name] = name
    for architecture, some in of_architecture.items():
        build.build(tools.REPOSITORY, list(some.values()), architecture)
        for full_name, name in some.items():
            content = build.package((build.folder(tools.REPOSITORY, architecture, name) / "bootstrap").read_bytes())
            found[full_name] = (content, build.sha256(content))
    return found


class Release:
    """A deployment of functions of a stack."""

    def __init__(self, session, stack, names, minutes, despite_alarms):
        self.session, self.names, self.despite_alarms = session, {f"{stack}-{name}": name for name in names}, despite_alarms
        self.rollout = rollout.Rollout(session, figures.Watch(session, stack, rollout.ALIAS), Clock(), rollout.Plan(minutes=minutes))

    def check_alarms(self):
        """Raises rollout.Back when an alarm is raised that is not to be ignored."""
        self.rollout.raised(self.names, self.despite_alarms)

    def carry_out(self):
        """Builds, uploads, publishes and moves. Raises as Rollout.deploy does."""
        self.rollout.deploy(packages(self.session, self.names), f"commit {commit()}", self.despite_alarms)
