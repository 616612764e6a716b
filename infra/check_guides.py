"""Runs each guide of docs/guides, and docs/BILLING.md, as a reader would: its blocks of `sh`, one after the other, in one shell.

A block of `text` is what the block before it prints, to the letter. The block `sh setup` of the first page comes before
every guide. Takes base URL and credentials from the environment: infra/check-guides."""

import pathlib
import re
import subprocess
import sys
import time

GUIDES = pathlib.Path("docs/guides")
BILLING = pathlib.Path("docs/BILLING.md")
BLOCK = re.compile(r"^```(\S+)( \w+)?\n(.*?)^```$", re.M | re.S)
MARK = "==== block"


def blocks(text):
    """The blocks of `sh`, each with what it must print; None when the guide does not say."""
    found = []
    for language, _, code in BLOCK.findall(text):
        if language == "sh":
            found.append([code, None])
        elif language == "text":
            found[-1][1] = code
    return found


def faults(setup, text):
    commands = blocks(text)
    script = "set -euo pipefail\n" + setup + "".join(f"echo '{MARK}'\n{code}" for code, _ in commands)
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=600)
    printed = ran.stdout.split(MARK + "\n")[1:]
    for (code, wanted), got in zip(commands, printed):
        if wanted is not None and got != wanted:
            yield f"{code}\nprints\n{got}\ninstead of\n{wanted}"
    if ran.returncode:
        yield f"{commands[len(printed) - 1][0]}\nfails: {ran.stderr}\n{printed[-1]}"


def main():
    setup = next(code for _, mark, code in BLOCK.findall((GUIDES / "README.md").read_text()) if mark == " setup")
    failed = False
    # Time travel last: it moves the clock of the demo merchant.
    for page in sorted([*GUIDES.glob("*.md"), BILLING], key=lambda page: (page.stem == "time-travel", page == BILLING, page)):
        began = time.monotonic()
        text = page.read_text()
        told = list(faults(setup, text))
        failed |= bool(told)
        print(f"{page}: {len(blocks(text))} blocks, {time.monotonic() - began:.1f} s")
        for fault in told:
            print(fault)
    sys.exit(failed)


main()
