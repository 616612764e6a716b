"""Names the operations of the document that never succeeded in a run of check-fuzz."""

import collections
import json
import sys

document, *phases = (json.load(open(path)) for path in sys.argv[1:])
statuses = collections.defaultdict(collections.Counter)
for phase in phases:
    for label, counts in phase.items():
        statuses[label].update(counts)
operations = {
    f"{method.upper()} {path}": operation["operationId"]
    for path, methods in document["paths"].items()
    for method, operation in methods.items()
}
never = {
    operation: dict(statuses[label])
    for label, operation in operations.items()
    if not any(status.startswith("2") for status in statuses[label])
}
calls = sum(sum(counts.values()) for counts in statuses.values())
print(f"fuzz: {calls} calls, {len(operations) - len(never)} of {len(operations)} operations succeeded at least once")
for operation, counts in never.items():
    print(f"fuzz: {operation} never succeeded: {counts}", file=sys.stderr)
sys.exit(1 if never else 0)
