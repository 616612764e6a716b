"""Tables out of results.json, of which docs/PERFORMANCE.md has a selection; times are in milliseconds."""

import statistics

from .candidates import NAMES

CPU, WALL, DATABASE_CPU = range(3)


def row(cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def heading(cells):
    return [row(cells), "|" + "---|" * len(cells)]


def milliseconds(micros):
    return f"{micros / 1e3:.2f}" if micros < 100_000 else f"{micros / 1e3:,.0f}"


def median(samples, column):
    return statistics.median(sample[column] for sample in samples)


def cpu(taken, ours):
    """Median and minimum, what the database's processes took, and how often ours goes into it."""
    own, database = median(taken, CPU), median(taken, DATABASE_CPU)
    text = f"{milliseconds(own)} ({milliseconds(min(sample[CPU] for sample in taken))})"
    if database:
        text += f" + {milliseconds(database)}"
    return text if taken is ours else f"{text}, × {own / median(ours, CPU):.1f}"


def wall(taken, _):
    few = f" ({len(taken)} requests)" if len(taken) < 10 else ""
    return milliseconds(median(taken, WALL)) + few


def of_database(counts):
    """Calls with units, or statements with pages."""
    if "units" in counts:
        return f"{counts['calls']}, {counts['units']:,g}"
    return f"{counts['calls']}" + (f", {counts['pages']:,} pages" if "pages" in counts else "")


def operations(title, results, cell):
    """A row for each operation at each number of records, a column for each candidate."""
    names = list(results["sizes"][0]["samples"])
    lines = heading([title, *(NAMES[name] for name in names)])
    for operation in results["sizes"][0]["samples"][names[0]]:
        for size in results["sizes"]:
            lines.append(row([f"{operation}, {size['records']:,}", *(cell(size, name, operation) for name in names)]))
    return lines


def of_samples(write):
    """A cell that is written from samples, beside those of ours."""
    return lambda size, name, operation: write(size["samples"][name][operation], size["samples"].get("ours", size["samples"][name])[operation])


def beginnings(size):
    """Cold starts and memory."""
    lines = heading(["Start", "CPU until ready", "CPU of the first request", "both", "wall, spawn to first answer"])
    for name, begun in size["starts"].items():
        both = statistics.median(sample[0] + sample[1] for sample in begun)
        lines.append(row([NAMES[name], *(milliseconds(median(begun, column)) for column in (0, 1)), milliseconds(both), milliseconds(median(begun, 2))]))
    return lines


def memory(results):
    lines = heading(["Peak memory, MB", *(NAMES[name] for name in results["sizes"][0]["memory_mb"])])
    return lines + [row([f"{size['records']:,} records", *size["memory_mb"].values()]) for size in results["sizes"]]


def tables(results):
    """All tables."""
    loads = ", ".join(f"{size['load']} at {size['records']:,} records" for size in results["sizes"])
    versions = ", ".join(results["versions"].values())
    parts = [
        [f"{results['date']}, commit {results['commit'][:10]}, {results['machine']}, load {loads}; {versions}."],
        beginnings(results["sizes"][0]),
        memory(results),
        operations("CPU per request", results, of_samples(cpu)),
        operations("Wall time per request, p50", results, of_samples(wall)),
        operations("Calls and units", results, lambda size, name, operation: of_database(size["counts"][name][operation])),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)
