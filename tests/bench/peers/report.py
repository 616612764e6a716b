"""The tables of docs/PERFORMANCE.md out of results.json."""

import statistics

from .candidates import NAMES


def row(cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def heading(cells):
    return [row(cells), "|" + "---|" * len(cells)]


def milliseconds(micros):
    return f"{micros / 1e3:.2f}" if micros < 100_000 else f"{micros / 1e3:,.0f}"


def median(samples, column):
    return statistics.median(sample[column] for sample in samples)


def of_database(counts):
    """Calls with units, or statements with pages."""
    if not counts:
        return ""
    if "units" in counts:
        return f"{counts['calls']}, {counts['units']:g}"
    return f"{counts['calls']}" + (f", {counts['pages']:,} pages" if "pages" in counts else "")


def operations(size):
    """CPU, wall time and units of each operation, and how often ours goes into the peer's CPU."""
    lines = heading([f"{size['records']:,} records", "CPU, p50", "minimum", "ratio", "wall, p50", "calls and units", "requests"])
    ours = size["samples"].get("ours", {})
    for operation in next(iter(size["samples"].values())):
        for name, samples in size["samples"].items():
            taken = samples[operation]
            cpu, database = median(taken, 0), median(taken, 2)
            ratio = f"{cpu / median(ours[operation], 0):.1f}" if ours else ""
            text = milliseconds(cpu) + (f" + {milliseconds(database)} in the database" if database else "")
            least = milliseconds(min(sample[0] for sample in taken))
            lines.append(row([f"{operation}: {NAMES[name]}", text, least, ratio, milliseconds(median(taken, 1)),
                              of_database(size["counts"][name].get(operation)), len(taken)]))
    return lines


def beginnings(size):
    """Cold starts and memory."""
    lines = heading(["Start", "CPU until ready", "CPU of the first request", "both", "wall, spawn to first answer", "peak memory, MB"])
    for name, begun in size["starts"].items():
        both = statistics.median(sample[0] + sample[1] for sample in begun)
        lines.append(row([NAMES[name], *(milliseconds(median(begun, column)) for column in (0, 1)), milliseconds(both), milliseconds(median(begun, 2)),
                          size["memory_mb"][name]]))
    return lines


def tables(results):
    """All tables; times are in milliseconds."""
    lines = [f"{results['machine']}; commit {results['commit'][:10]}; {results['date']}", ""]
    for size in results["sizes"]:
        lines += [f"Load {size['load']}.", "", *beginnings(size), "", *operations(size), ""]
    return "\n".join(lines)
