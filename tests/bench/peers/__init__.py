"""The same operations by other usual ways to build such a service, in one run with ours (`docs/PERFORMANCE.md`, Peers)."""
