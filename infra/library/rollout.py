"""Moves the alias of functions from one version to the next: a part of the requests first, then all, or none again.

Nothing else moves an alias: not CloudFormation, which only makes it. At every moment it names versions that exist and are whole, so that a
deployment which dies anywhere harms nobody, and the same command finishes it. The steps: code and version of every function; then the alias of each, a tenth; then the watch; then all of each."""

import dataclasses
import datetime
import json

from .judge import fault

ALIAS = "live"
# Lambda's own name of no further version.
NOTHING = {"AdditionalVersionWeights": {}}


class Back(Exception):
    """The new versions were taken back; the sentence says why."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """How slowly."""

    # Share of the requests that a new version gets at first.
    weight: float = 0.1
    # For how long it is watched; 0 moves all at once.
    minutes: float = 5
    # How often the alarms and figures are looked at.
    interval_seconds: int = 30


@dataclasses.dataclass
class Move:
    """One function's way from a version to the next."""

    name: str
    before: str
    after: str


class Rollout:
    """One deployment. `clock` has now() and sleep(seconds); `tell` takes a line for people."""

    def __init__(self, session, watch, clock, plan, tell=print):
        self.functions = session.client("lambda")
        self.watch, self.clock, self.plan, self.tell = watch, clock, plan, tell

    def raised(self, names, ignored_alarms):
        """The alarms that are raised before anything is moved. Raises Back when there are any, unless they are to be ignored."""
        raised = self.watch.alarms(names)
        if raised and not ignored_alarms:
            raise Back(f"no alias was moved: {', '.join(sorted(raised))} is raised already, and could not judge a new version")
        return raised

    def deploy(self, packages, description, ignored_alarms=False):
        """Publishes and moves functions, of which `packages` has bytes and SHA-256 for each, with the settings that they have now.

        Raises Back when an alarm or the figures judge against the new versions, and whatever AWS refuses; in both cases no alias
        names a new version afterwards, unless AWS refuses that as well."""
        raised = self.raised(packages, ignored_alarms)
        moves = [move for name, package in packages.items() if (move := self.prepare(name, package, description))]
        if not moves:
            self.tell("every alias names the newest version already")
            return []
        try:
            if self.plan.minutes > 0:
                self.begin(moves)
                self.watched(moves, raised)
            for move in moves:
                self.point(move.name, move.after)
        except BaseException:
            # Also when the process is asked to end.
            self.back(moves)
            raise
        for move in moves:
            self.tell(f"{move.name}: {ALIAS} is version {move.after}, was {move.before}")
        return moves

    def prepare(self, name, package, description):
        """Uploads and publishes; the alias is not touched but for a share that an earlier deployment left when it died."""
        alias = self.functions.get_alias(FunctionName=name, Name=ALIAS)
        before = alias["FunctionVersion"]
        if weights(alias):
            self.tell(f"{name}: an earlier deployment ended in the midst of it; all requests go to version {before} again")
            self.point(name, before)
        content, sha256 = package
        if self.functions.get_function_configuration(FunctionName=name)["CodeSha256"] != sha256:
            self.functions.update_function_code(FunctionName=name, ZipFile=content)
            self.functions.get_waiter("function_updated_v2").wait(FunctionName=name)
        # Lambda refuses when somebody else has uploaded something in between, and gives the last version again when
        # nothing has changed since.
        after = self.functions.publish_version(FunctionName=name, CodeSha256=sha256, Description=f"{description} sha256 {sha256}")["Version"]
        self.functions.get_waiter("published_version_active").wait(FunctionName=name, Qualifier=after)
        return None if after == before else Move(name, before, after)

    def begin(self, moves):
        for move in moves:
            self.point(move.name, move.before, {"AdditionalVersionWeights": {move.after: self.plan.weight}})
            self.tell(f"{move.name}: {self.plan.weight:.0%} of the requests go to version {move.after}, the others to {move.before}")

    def watched(self, moves, ignored):
        """Returns when the time is over and nothing was found; raises Back otherwise."""
        began = self.clock.now()
        ends = began + datetime.timedelta(minutes=self.plan.minutes)
        while self.clock.now() < ends:
            self.clock.sleep(self.plan.interval_seconds)
            if raised := self.watch.alarms([move.name for move in moves]) - ignored:
                raise Back(f"the alarm {', '.join(sorted(raised))} is raised")
            for move in moves:
                if reason := self.judged(move, began):
                    raise Back(f"{move.name}, version {move.after}: {reason}")

    def judged(self, move, began):
        figures = [self.watch.figures(move.name, version, began, self.clock.now()) for version in (move.before, move.after)]
        self.tell(json.dumps({"function": move.name, "before": vars(figures[0]), "after": vars(figures[1])}))
        return fault(*figures)

    def back(self, moves):
        """All requests go to the versions before. A refusal of one does not keep the others."""
        refused = []
        for move in moves:
            try:
                self.point(move.name, move.before)
                self.tell(f"{move.name}: {ALIAS} is version {move.before} as before")
            except Exception as error:  # noqa: BLE001 - each alias is tried; what was refused is raised below
                refused.append(f"{move.name}: {error}")
        if refused:
            raise Back("not taken back: " + "; ".join(refused))

    def point(self, name, version, routing=NOTHING):
        self.functions.update_alias(FunctionName=name, Name=ALIAS, FunctionVersion=version, RoutingConfig=routing)


def weights(alias):
    """The versions that get a share of an alias besides its own."""
    return alias.get("RoutingConfig", {}).get("AdditionalVersionWeights", {})
