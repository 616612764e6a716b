"""The command line of deploy-function, in its virtual environment."""

import argparse
import datetime
import pathlib
import signal
import sys
import time

import boto3
import botocore.exceptions

from deploy import build, figures, inputs, rollout, trees

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


class Clock:
    """The time, for people who wait."""

    @staticmethod
    def now():
        return datetime.datetime.now(datetime.UTC)

    sleep = staticmethod(time.sleep)


def arguments():
    parser = argparse.ArgumentParser(prog="infra/deploy-function")
    parser.add_argument("--publish-only", action="store_true")
    parser.add_argument("--despite-alarms", action="store_true")
    parser.add_argument("--minutes", type=float, default=rollout.Plan.minutes)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("stack")
    parser.add_argument("functions", nargs="*")
    given = parser.parse_args()
    if given.all == bool(given.functions):
        parser.error("functions, or --all")
    return given


def packages(session, stack, names):
    """What Lambda gets for each function, built for the architecture that it has there."""
    functions, found = session.client("lambda"), {}
    of_architecture = {}
    for name in names:
        architecture = functions.get_function_configuration(FunctionName=f"{stack}-{name}")["Architectures"][0]
        of_architecture.setdefault(architecture, []).append(name)
    for architecture, some in of_architecture.items():
        build.build(REPOSITORY, some, architecture)
        for name in some:
            content = build.package((build.folder(REPOSITORY, architecture, name) / "bootstrap").read_bytes())
            found[f"{stack}-{name}"] = (content, build.sha256(content))
    return found


def commit():
    """What the programs are made from; what is not committed is said."""
    head = trees.git(REPOSITORY, "rev-parse", "HEAD")
    is_head = trees.working_tree(REPOSITORY) == trees.git(REPOSITORY, "rev-parse", "HEAD^{tree}")
    return head if is_head else f"{head}-modified"


def main():
    given = arguments()
    # A cancelled workflow takes back what it began.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("deploy-function: asked to end"))
    names = inputs.deployed((REPOSITORY / inputs.TEMPLATE).read_text()) if given.all else given.functions
    session = boto3.Session()
    contents = {} if given.publish_only else packages(session, given.stack, names)
    plan = rollout.Plan(minutes=given.minutes)
    deployment = rollout.Rollout(session, figures.Watch(session, given.stack, rollout.ALIAS), Clock(), plan)
    deployment.deploy([f"{given.stack}-{name}" for name in names], contents, f"commit {commit()}", given.despite_alarms)
    return 0


try:
    sys.exit(main())
except (rollout.Back, ValueError, botocore.exceptions.ClientError) as error:
    sys.exit(f"deploy-function: {error}")
