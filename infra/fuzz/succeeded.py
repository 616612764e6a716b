"""Names the operations of the document that never succeeded in a run of check-fuzz."""

import json
import sys

document, statuses = (json.load(open(path)) for path in sys.argv[1:])
operations = {
    f"{method.upper()} {path}": operation["operationId"]
    for path, methods in document["paths"].items()
    for method, operation in methods.items()
}
never = {
    operation: statuses.get(label, {})
    for label, operation in operations.items()
    if not any(status.startswith("2") for status in statuses.get(label, {}))
}
calls = sum(sum(counts.values()) for counts in statuses.values())
print(f"fuzz: {calls} calls, {len(operations) - len(never)} of {len(operations)} operations succeeded at least once")
for operation, counts in never.items():
    print(f"fuzz: {operation} never succeeded: {counts}", file=sys.stderr)
sys.exit(1 if never else 0)
