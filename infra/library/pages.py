"""The reference and the documents at /docs as files: what the local service answers there to somebody who is not on its machine."""

import re
import urllib.error
import urllib.request

from . import console

# Whoever asks by this name is not told of the demo's client.
FOREIGN = "docs.example.com"
BEGIN = ["/docs", "/docs/scalar.js", "/docs/guides", "/openapi.json"]
LINK = re.compile(r'(?:href|src)="([^"#?:]+)(?:#[^"]*)?"')
# A text of a page as a script is none under the policy of CloudFront (template.yaml, DocsHeaders).
WITHIN = re.compile(r"<script>(.*?)</script>", re.S)
PROGRAM = "/docs/page.js"
ONWARD = '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={0}"><title>Moved</title><a href="{0}">{0}</a>'


class Unmoved(urllib.request.HTTPRedirectHandler):
    """Says where an answer leads, and does not go there."""

    def redirect_request(self, *_):
        return None


def answer(address, path):
    """Content and media type at a path; a page that leads on, where the service does."""
    opener = urllib.request.build_opener(Unmoved)
    try:
        with opener.open(urllib.request.Request(address + path, headers={"Host": FOREIGN}), timeout=120) as told:
            return told.read(), told.headers["Content-Type"]
    except urllib.error.HTTPError as refusal:
        if refusal.code in (303, 307, 308):
            return ONWARD.format(refusal.headers["Location"]).encode(), "text/html; charset=utf-8"
        raise ValueError(f"{path} is answered {refusal.code}") from None


def page(address, path):
    """The same; a folder leads on to its first page, from which that page's links lead to what lies beside it."""
    name = path.rsplit("/", 1)[1]
    if name and "." not in name and path != "/docs":
        try:
            answer(address, f"{path}/README.md")
            return ONWARD.format(f"{path}/README.md").encode(), "text/html; charset=utf-8"
        except ValueError:
            pass  # A folder without one is a list of its files, which are named whole.
    return answer(address, path)


def place(page, link):
    """The path at which a link of a page leads; None where it is none of these documents."""
    parts = [] if link.startswith("/") else page.split("/")[1:-1]
    for part in link.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in (".", ""):
            parts.append(part)
    path = "/" + "/".join(parts) + ("/" if link.endswith("/") and parts else "")
    return path if path.startswith(("/docs", "/examples/")) or path == "/openapi.json" else None


def collected(address):
    """Every document of a service, by its path: what the first ones lead to, and these in turn."""
    found, waiting = {}, list(BEGIN)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        content, kind = page(address, path)
        if kind.startswith("text/html"):
            text = content.decode()
            if own := WITHIN.search(text):
                found[PROGRAM] = own[1].encode(), console.media_type("page.js")
                text = WITHIN.sub(f'<script src="{PROGRAM}"></script>', text)
            waiting += [to for link in LINK.findall(text) if (to := place(path, link))]
            content = text.encode()
        found[path] = content, kind
    return found


def send(storage, bucket, documents):
    """Sends them all to a bucket, the first page last, and deletes what is not among them any more."""
    for path, (content, kind) in sorted(documents.items(), key=lambda one: one[0] == "/docs"):
        storage.put_object(Bucket=bucket, Key=path[1:], Body=content, ContentType=kind, CacheControl=console.SHORTLY)
    listed = [one["Key"] for page in storage.get_paginator("list_objects_v2").paginate(Bucket=bucket) for one in page.get("Contents", [])]
    for key in listed:
        if key.startswith(("docs", "examples/")) and f"/{key}" not in documents:
            storage.delete_object(Bucket=bucket, Key=key)
