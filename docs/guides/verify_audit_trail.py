"""Verifies the audit trail of a contract: reads the answer's `data` of GET /contracts/{id}/audit-trail, as JSON, from standard input."""

import hashlib
import json
import sys


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


trail = json.load(sys.stdin)
assert trail["document_hash"], "nothing was issued, or it came to nothing and was emptied"
assert sha256(trail["document_text"]) == trail["document_hash"], "the text is not the one that was signed"
before = "0" * 64
for number, entry in enumerate(trail["entries"], start=1):
    assert sha256(before + "\n" + entry["content"]) == entry["hash"], f"entry {number} was changed, or one before it"
    content = json.loads(entry["content"])
    assert content["sequence"] == number, f"entry {number} stands in the wrong place"
    assert content["contract_id"] == trail["contract_id"], f"entry {number} is of another contract"
    assert content["document_hash"] == trail["document_hash"], f"entry {number} is about another text"
    before = entry["hash"]
print(f"{len(trail['entries'])} entries are as they were written; the last hash is {before}")
