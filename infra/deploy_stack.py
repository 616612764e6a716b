"""The command line of deploy-stack, in its virtual environment."""

import os
import pathlib
import subprocess
import sys
import tomllib

import boto3

from deploy import stack, trees

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


def commit():
    """What is deployed; what is not committed is said."""
    head = trees.git(REPOSITORY, "rev-parse", "HEAD")
    is_head = trees.working_tree(REPOSITORY) == trees.git(REPOSITORY, "rev-parse", "HEAD^{tree}")
    return head if is_head else f"{head}-modified"


def stack_name(environment, extra):
    """As `sam deploy` finds it."""
    if "--stack-name" in extra:
        return extra[extra.index("--stack-name") + 1]
    return tomllib.loads((REPOSITORY / "samconfig.toml").read_text())[environment]["deploy"]["parameters"]["stack_name"]


def main():
    environment, *rest = sys.argv[1:]
    middle = rest.index("--") if "--" in rest else len(rest)
    overrides, extra = rest[:middle], rest[middle + 1:]
    given = stack.parameters((REPOSITORY / "samconfig.toml").read_text(), environment, overrides)
    given["Commit"] = commit()
    given["Release"] = stack.release(given["Commit"], given)
    if given.get("Gradual") == "true" and (moved := stack.moved_since(boto3.Session(), stack_name(environment, extra))):
        print(f"deployed one by one since the last deployment of the stack: {' '.join(moved)}. All functions change at once, "
              "because CodeDeploy moves no alias that something else has moved.")
        given["Gradual"] = "false"
    architecture = given.get("Architecture", "arm64")
    subprocess.run(["sam", "build"], check=True, cwd=REPOSITORY, env=os.environ | {"ARCHITECTURE": architecture})
    pairs = [f"{key}={value}" for key, value in given.items()]
    command = ["sam", "deploy", "--config-env", environment, *extra, "--parameter-overrides", *pairs]
    return subprocess.run(command, cwd=REPOSITORY, check=False).returncode


try:
    sys.exit(main())
except (ValueError, subprocess.CalledProcessError) as error:
    sys.exit(f"deploy-stack: {error}")
