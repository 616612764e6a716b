"""What is printed of a scenario: what came of its requests, and which ceilings it comes nearest to."""


class Limit:
    """A ceiling with what is asked of it."""

    def __init__(self, name, asked, most):
        self.name, self.asked, self.most = name, asked, most

    def ratio(self):
        return self.asked / self.most


def limits(simulation, store, share):
    """Everything that could be met first, highest part of its ceiling first: the busiest second of each."""
    requests = max(simulation.requests_by_second.values()) / share
    found = [
        Limit("stage's RateLimit (template.yaml, default), requests a second", requests, 200),
        Limit("API Gateway, requests a second of the account", requests, 10_000),
        Limit("Lambda, functions running at once", simulation.most_in_flight / share, 1_000),
    ]
    totals = {}
    for (partition, kind), demand in store.demands.items():
        if " gsi" not in partition:
            for second, units in demand.by_second.items():
                totals.setdefault(kind, {}).setdefault(second, 0.0)
                totals[kind][second] += units
    for kind, by_second in totals.items():
        asked = max(by_second.values()) / share
        found.append(Limit(f"table, {kind} units a second (default quota)", asked, 40_000))
        found.append(Limit(f"table that is new, {kind} units a second", asked, 4_000 if kind == "write" else 12_000))
    families = {}
    for (partition, kind), demand in store.demands.items():
        rate = store.bucket(partition, kind).units_a_ms * 1_000
        # A part of the traffic has busier seconds than the whole has, so that ten of them are looked at together.
        asked = demand.peak() if share == 1 else demand.ten_seconds()
        limit = Limit(f"partition {shown(partition)}, {kind} units a second", asked, rate)
        key = ("due" if " due#" in partition else "#".join(shown(partition).split("#")[:3]), kind)
        if key not in families or families[key].ratio() < limit.ratio():
            families[key] = limit
    return sorted(found + list(families.values()), key=Limit.ratio, reverse=True)


def shown(partition):
    """A partition's name as docs/DATA-MODEL.md has it."""
    return partition.split(" ", 1)[1]


def report(simulation, store, share):
    outcomes = simulation.outcomes
    requests = sum(outcome.requests for outcome in outcomes.values())
    count = lambda field: sum(getattr(outcome, field) for outcome in outcomes.values()) / requests
    waits = sorted(wait for outcome in outcomes.values() for wait in outcome.waits_ms)
    print(f"requests {requests / share:,.0f}, at most {max(simulation.requests_by_second.values()) / share:,.0f} a second; "
          f"throttled {count('throttled'):.2%}, conflicted {count('conflicted'):.2%}, 503 {count('given_up'):.2%}, "
          f"p99 of waiting {waits[int(len(waits) * 0.99)]:,.0f} ms")
    print("| Operation | Requests | Throttled | Conflicted | 503 | p99 of waiting, ms |\n|---|---|---|---|---|---|")
    for name, outcome in sorted(outcomes.items()):
        shares = [getattr(outcome, field) / outcome.requests for field in ("throttled", "conflicted", "given_up")]
        if any(shares):
            print(f"| {name} | {outcome.requests / share:,.0f} | " + " | ".join(f"{part:.2%}" for part in shares) + f" | {outcome.p99_ms():,.0f} |")
    print("| Ceiling, busiest second | Asked | Most | Part |\n|---|---|---|---|")
    for limit in limits(simulation, store, share)[:9]:
        scale = 1 / share if limit.most < 1_000 and share < 1 and limit.name.startswith("partition") else 1
        print(f"| {limit.name} | {limit.asked * scale:,.0f} | {limit.most * scale:,.0f} | {limit.ratio():.1%} |")
