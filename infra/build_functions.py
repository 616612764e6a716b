"""The command line of build-functions, in its virtual environment."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from deploy import build, inputs

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


def arguments():
    parser = argparse.ArgumentParser(prog="infra/build-functions")
    parser.add_argument("--architecture", choices=build.ARCHITECTURES, default=os.environ.get("ARCHITECTURE") or "arm64")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--resource", help="the function of this logical id; first all of FUNCTIONS in the environment, or all, are built")
    parser.add_argument("--into", type=pathlib.Path)
    parser.add_argument("functions", nargs="*")
    return parser.parse_args()


def place(program, folder):
    """Puts a program where SAM packs it."""
    shutil.copy(program, folder / "bootstrap")
    # An artefact that went through GitHub has lost its permissions.
    (folder / "bootstrap").chmod(0o755)


def main():
    given = arguments()
    template = (REPOSITORY / inputs.TEMPLATE).read_text()
    names = inputs.deployed(template) if given.all or given.resource else given.functions
    if given.resource and os.environ.get("FUNCTIONS"):
        names = os.environ["FUNCTIONS"].split()
    name = build.of_resource(template, given.resource) if given.resource else None
    if name and os.environ.get("PROGRAMS"):
        place(pathlib.Path(os.environ["PROGRAMS"]) / name, given.into)
        return 0
    began = time.monotonic()
    built = build.build(REPOSITORY, names, given.architecture)
    if built:
        print(f"built in {time.monotonic() - began:.0f} s: {' '.join(built)}")
    if name:
        place(build.folder(REPOSITORY, given.architecture, name) / "bootstrap", given.into)
    else:
        for name in names:
            known = build.artefact(REPOSITORY, given.architecture, name)
            print(f"{name}\t{known['bytes']} bytes\tSHA-256 {known['sha256']}{'' if name in built else '  (as before)'}")
    return 0


try:
    sys.exit(main())
except (ValueError, subprocess.CalledProcessError) as error:
    sys.exit(f"build-functions: {error}")
