"""The command line of check-roles, in its virtual environment."""

import pathlib
import sys

from samtranslator.yaml_helper import yaml_parse

from deploy import roles

TEMPLATE = pathlib.Path(__file__).resolve().parent.parent / "template.yaml"


def main():
    *options, file = sys.argv[1:]
    template = yaml_parse(TEMPLATE.read_text())
    lines = pathlib.Path(file).read_text().splitlines()
    if "--propose" in options:
        paths = {path: name for name, served, _ in roles.functions(template) for path in served}
        for name, calls in roles.called(lines, paths).items():
            print(name, *(f"{action}:{where}" for action, where in sorted(calls)))
        return 0
    faults, compared = roles.faults(template, lines)
    for fault in faults:
        print(f"roles: {fault}", file=sys.stderr)
    print(f"roles: {compared} kinds of calls compared, {len(faults)} problems")
    return 1 if faults or not compared else 0


sys.exit(main())
