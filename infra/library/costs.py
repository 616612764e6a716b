"""What the service costs in AWS: the golden tables of docs/PERFORMANCE.md, prices, and a month of usual traffic. Writes docs/COSTS.md's tables."""

import re

# US dollars, us-east-1; other regions differ by up to a third. Where each is from stands in docs/COSTS.md.
WRITE_UNIT, READ_UNIT = 0.625e-6, 0.125e-6
API_REQUEST, LAMBDA_REQUEST, LAMBDA_GB_SECOND = 3.50e-6, 0.20e-6, 0.0000133334
LOG_GB, STORED_GB, BACKUP_GB, ALARM, SECRET = 0.50, 0.25, 0.20, 0.10, 0.40
# A firewall with its one rule, and each request that it looks at.
FIREWALL, FIREWALL_REQUEST = 6.00, 0.60e-6
# One secret for each purpose.
SECRETS = 3

# Assumed, because nothing has run in AWS yet: billed time of a request and of a run of the sweep, and the lines that
# both logs get of a request.
SECONDS, MEMORY_GB, LOG_BYTES = 0.060, 0.25, 2_000
SWEEP_RUNS = 9 * 60 * 24 * 365 / 12
SWEEP_SECONDS, SWEEP_READ_UNITS, SWEEP_LOG_BYTES = 0.050, 1, 900

# A location of 150 members in a month of 22 working days: how often each operation of the golden tables is asked for,
# and whether it writes.
MONTH = {
    "create, by credits": (880, True), "quote": (1_760, False), "list of a resource's month": (5_280, False), "cancel, by credits": (130, True),
    "reschedule": (90, True), "check in, by a subscription": (1_300, True), "check out": (1_300, True), "get a member": (12_000, False),
    "list of twenty members": (1_500, False), "balances": (6_000, False), "renewal of a subscription, with its allowance and invoice": (150, True),
    "pay an invoice": (150, True), "list of two invoices of ten lines": (900, False), "invite a visitor": (120, True), "check a visitor in": (100, True),
    "comment": (200, True), "like": (600, True), "posts of a location that a member sees": (5_000, False), "create a ticket": (40, True),
    "solve a ticket": (40, True), "list of open tickets": (800, False), "sign a contract": (10, True), "get": (4_000, False),
}
# Stored for each location after three years, with indexes.
LOCATION_GB = 1.5
# What stands above it in docs/COSTS.md is written by hand.
CALCULATED = "<!-- calculated -->\n"
ROW = re.compile(r"^\| ([^|]+) \| \d+ \| \d+ \| ([\d.]+) \|$", re.M)


def units(performance):
    """The units of each operation of the golden tables; the first of a name counts, which is the one of bookings."""
    found = {}
    for name, number in ROW.findall(performance):
        found.setdefault(name, float(number))
    return found


def requests():
    return sum(count for count, _ in MONTH.values())


def month(performance, locations, alarms):
    """The parts of a month's costs in dollars."""
    golden = units(performance)
    calls = requests() * locations
    table = sum(count * golden[name] * (WRITE_UNIT if writes else READ_UNIT) for name, (count, writes) in MONTH.items()) * locations
    return {
        "API Gateway": calls * API_REQUEST,
        "Lambda": calls * (LAMBDA_REQUEST + SECONDS * MEMORY_GB * LAMBDA_GB_SECOND),
        "DynamoDB, requests": table,
        "DynamoDB, stored, with its backup": locations * LOCATION_GB * (STORED_GB + BACKUP_GB),
        "logs": calls * LOG_BYTES / 1e9 * LOG_GB,
        "the sweep": SWEEP_RUNS * (LAMBDA_REQUEST + SWEEP_SECONDS * MEMORY_GB * LAMBDA_GB_SECOND + SWEEP_READ_UNITS * READ_UNIT
                                   + SWEEP_LOG_BYTES / 1e9 * LOG_GB),
        "the firewall": FIREWALL + calls * FIREWALL_REQUEST,
        "alarms and secrets": alarms * ALARM + SECRETS * SECRET,
    }


def tables(performance, alarms):
    """The part of docs/COSTS.md that is calculated."""
    sizes = (1, 50, 1_000)
    months = [month(performance, size, alarms) for size in sizes]
    lines = ["| A month, US dollars | 1 location | 50 locations | 1,000 locations |", "|---|---|---|---|"]
    lines += [f"| {part} | " + " | ".join(f"{known[part]:,.2f}" for known in months) + " |" for part in months[0]]
    lines.append("| **together** | " + " | ".join(f"**{sum(known.values()):,.2f}**" for known in months) + " |")
    lines.append("| for each location | " + " | ".join(f"{sum(known.values()) / size:,.2f}" for known, size in zip(months, sizes)) + " |")
    golden = units(performance)
    lines += ["", f"A location's month, {requests():,} requests:", "", "| Operation | Requests | Units each | Dollars of the table |", "|---|---|---|---|"]
    for name, (count, writes) in MONTH.items():
        cost = count * golden[name] * (WRITE_UNIT if writes else READ_UNIT)
        lines.append(f"| {name} | {count:,} | {golden[name]:g} {'written' if writes else 'read'} | {cost:.3f} |")
    return "\n".join(lines)
