"""What the commands of infra/ stand on: their arguments, and Python packages at pinned versions.

For a command in bash: PATH="$(python3 infra/library/tools.py PACKAGE…):$PATH" installs what is missing and finds the packages' programs. A package
stands in infra/requirements.txt; one that is named with its version, NAME==VERSION, has an environment of its own, because it needs other versions
of what the others need."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
REQUIREMENTS = REPOSITORY / "infra" / "requirements.txt"
COMMON = REPOSITORY / ".ci" / "venv"


def programs(*packages):
    """Installs what is missing; the folder of the packages' programs."""
    if "==" in packages[0]:
        return environment(REPOSITORY / "target" / "tools" / packages[0], packages)
    pins = {line.partition("==")[0]: line for line in REQUIREMENTS.read_text().split()}
    if unknown := [package for package in packages if package not in pins]:
        sys.exit(f"{unknown[0]} is not in infra/requirements.txt")
    return environment(COMMON, [pins[package] for package in packages])


def environment(folder, pins):
    """A virtual environment with these; what is there already is not installed again."""
    if not (folder / "bin" / "pip").exists():
        shutil.rmtree(folder, ignore_errors=True)
        if subprocess.run([sys.executable, "-m", "venv", folder], check=False).returncode:
            sys.exit("python3 cannot make virtual environments (Debian: apt-get install python3-venv)")
    # A marker for each, because asking pip takes seconds.
    missing = [pin for pin in pins if not (folder / pin).exists()]
    if missing:
        print(f"installing {' '.join(missing)}", file=sys.stderr)
        # Not compiled: most of it is never imported.
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *missing], check=True)
        for pin in missing:
            (folder / pin).touch()
    return folder / "bin"


def use(*packages):
    """Starts the command anew where these packages can be imported; their programs are on PATH."""
    found = programs(*packages)
    if pathlib.Path(sys.prefix).resolve() != COMMON.resolve():
        os.environ["PATH"] = f"{found}:{os.environ['PATH']}"
        # SAM reads it for its own statistics; ours to decide.
        os.environ["SAM_CLI_TELEMETRY"] = "0"
        # SAM, cfn-lint and samtranslator ask for some region also where nothing talks to AWS.
        os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
        os.execv(found / "python", [str(found / "python"), *sys.argv])


def parser(text):
    """Reads the arguments of a command, which `--help` explains by its first lines."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


if __name__ == "__main__":
    print(programs(*sys.argv[1:]))
