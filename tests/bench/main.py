"""The command line of tests/bench/run."""

import argparse
import json
import os
import pathlib
import sys

import cold
import instructions
import peers.report
import peers.run
import workers
from service import REPOSITORY

# What `infra/build/functions` calls the architecture of this machine.
ARCHITECTURE = {"aarch64": "arm64"}.get(os.uname().machine, os.uname().machine)


def program_of(function, folder):
    """The program that `infra/build/functions` keeps, or the one of a folder."""
    path = (folder / function) if folder else REPOSITORY / "target" / "functions" / ARCHITECTURE / function / "bootstrap"
    if not path.exists():
        raise SystemExit(f"bench: {path} is missing: infra/build/functions --architecture {ARCHITECTURE} {function}")
    return path.resolve()


def run_cold(given):
    """Prints a table for each function."""
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    for function in given.functions:
        figures = cold.measured(function, program_of(function, given.programs), given.starts, given.requests)
        print(cold.table(function, figures), flush=True)
    return True


def run_instructions(given):
    """Compares with the table of the profile that the programs were built by."""
    profile = given.programs.name if given.programs else "release"
    measured = {function: instructions.measured(function, program_of(function, given.programs)) for function in given.functions}
    return all([instructions.compared(function, profile, figures, given.record) for function, figures in measured.items()])


def run_sessions(given):
    """Prints what a read takes by a client and by a session of it."""
    for function in given.functions:
        figures = instructions.by_session(function, program_of(function, given.programs))
        for kind in instructions.READS:
            client, session = figures["client", kind], figures["session", kind]
            print(f"{function} {kind}: {client} instructions by a client, {session} by a session ({100 * (session - client) / client:+.1f} %)")
    return True


def run_answers(given):
    """Runs programs through another one, such as an emulator of their architecture."""
    for function in given.functions:
        count = cold.answered(function, [*given.through.split(), str(program_of(function, given.programs))])
        print(f"{function}: answers {count} kinds of requests")
    return True


def run_workers(given):
    """Prints what was answered, and every fault."""
    sound = True
    for function in given.functions:
        faults, took_part, answered = workers.check(function, program_of(function, given.programs))
        print(f"{function}: {answered} answers to two merchants by {took_part} workers of one process, {len(faults)} faults")
        print("".join(f"  {fault}\n" for fault in faults[:10]), end="")
        sound = sound and not faults and took_part == workers.WORKERS
    return sound


def run_peers(given):
    """Measures ours and the peers, or prints what was measured before."""
    if given.report:
        print(peers.report.tables(json.loads(given.results.read_text())))
        return True
    return peers.run.run(program_of("plans", given.programs), given)


def of_peers(commands):
    """The command `peers` with its options."""
    command = commands.add_parser("peers", help="the same operations by ours, Node, Python, usual Rust and PostgreSQL (tests/bench/peers/build first)")
    command.set_defaults(action=run_peers)
    command.add_argument("--sizes", type=int, nargs="+", default=[100, 10_000, 1_000_000], help="numbers of records")
    command.add_argument("--only", nargs="+", choices=peers.report.NAMES, help="not all of them")
    command.add_argument("--programs", type=pathlib.Path, help="folder of a program named plans")
    command.add_argument("--starts", type=int, default=10)
    command.add_argument("--requests", type=int, default=40)
    command.add_argument("--results", type=pathlib.Path, default=peers.run.RESULTS)
    command.add_argument("--report", action="store_true", help="print the tables of the results that are kept")


def main():
    parser = argparse.ArgumentParser(prog="tests/bench/run")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, action, text in [
        ("cold", run_cold, "init, first and warm requests of programs: CPU, wall time, memory, sizes, beside their budgets"),
        ("instructions", run_instructions, "instructions of a request, compared with instructions.json"),
        ("sessions", run_sessions, "instructions of a read by a client and by a session of it"),
        ("answers", run_answers, "whether programs answer at all; --through names a program that runs them"),
        ("workers", run_workers, "requests of two merchants to one process with eight workers"),
    ]:
        command = commands.add_parser(name, help=text)
        command.set_defaults(action=action)
        command.add_argument("functions", nargs="*", default=["plans", "bookings"])
        command.add_argument("--programs", type=pathlib.Path, help="folder of programs named as their functions, such as target/debug")
        command.add_argument("--starts", type=int, default=20)
        command.add_argument("--requests", type=int, default=60)
        command.add_argument("--through", default="", help="what runs the programs, such as \"/usr/bin/qemu-aarch64-static -L FOLDER\"")
        command.add_argument("--record", action="store_true", help="write the table of instructions")
    of_peers(commands)
    given = parser.parse_args()
    sys.exit(0 if given.action(given) else 1)


main()
