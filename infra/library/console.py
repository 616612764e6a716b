"""What is sent of the console: its files under a digest of them all, and the page that names it."""

import hashlib
import json

# How a browser takes a file; what has another ending is for developers alone.
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/json",
}
# Files that no browser loads, though they end like one.
UNSENT = {"tsconfig.json"}
FOREVER, SHORTLY = "public, max-age=31536000, immutable", "no-cache"
# Days that files of a former version are kept for pages that are still open.
FORMER_DAYS = 30


class Console:
    """The files of a folder, by their path in it."""

    def __init__(self, folder):
        found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
        sent = {name: path for name, path in found.items() if path.suffix in MEDIA_TYPES and name not in UNSENT}
        self.files = {name: path.read_bytes() for name, path in sent.items()}

    @property
    def version(self):
        """A digest of all files: 16 hexadecimal digits."""
        digest = hashlib.sha256()
        for name, content in self.files.items():
            digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
        return digest.hexdigest()[:16]

    def objects(self, client_id, publishable_key):
        """Objects in the order in which they are sent, each with key, content, media type and how long it is kept: the page last, when all that it
        names is there."""
        folder = f"console/{self.version}/"
        for name, content in self.files.items():
            yield folder + name, content, media_type(name), FOREVER
        config = {"api": "/v1", "client_id": client_id, "publishable_key": publishable_key, "can_enter": False, "letters": None}
        yield "console/config.json", json.dumps(config).encode(), media_type("config.json"), SHORTLY
        yield "worker.js", self.files["worker.js"], media_type("worker.js"), SHORTLY
        page = self.files["index.html"].replace(b"VERSION", self.version.encode())
        yield "index.html", page, media_type("index.html"), SHORTLY


def media_type(name):
    """The media type of a file that is sent."""
    return MEDIA_TYPES[name[name.rindex("."):]]


def send(storage, bucket, files, client, now):
    """Sends all objects to a bucket, for a client's id and key, and deletes those of versions that no page has any more."""
    for key, content, kind, kept in files.objects(*client):
        storage.put_object(Bucket=bucket, Key=key, Body=content, ContentType=kind, CacheControl=kept)
    listed = [one for page in storage.get_paginator("list_objects_v2").paginate(Bucket=bucket) for one in page.get("Contents", [])]
    for key in former(listed, files.version, now):
        storage.delete_object(Bucket=bucket, Key=key)


def former(objects, version, now):
    """Keys of those objects of a bucket's listing that belong to no version that a page still open may have."""
    own = f"console/{version}/"
    versioned = [one for one in objects if one["Key"].startswith("console/") and one["Key"].count("/") >= 2 and not one["Key"].startswith(own)]
    return [one["Key"] for one in versioned if (now - one["LastModified"]).days >= FORMER_DAYS]


# What an owner and a manager do in the console beyond what the merchant's first client could give it.
PARTS = {"merchant:clients", "merchant:webhooks", "members:letters"}


def client(asked, address):
    """Id and publishable key of the merchant's public client for pages of an address, which is made unless there is one. `asked` is a client of the
    service. Raises ValueError when it may not do that."""
    status, listed = asked.call("GET", "/api-clients?per_page=100")
    if status != 200:
        raise ValueError(f"the merchant's clients cannot be read: {status} {listed}")
    known = {one["client_id"]: one for one in listed["data"]}
    found = [one for one in known.values() if one["status"] == "active" and address in one["origins"]]
    if not found:
        scopes = sorted(set(known[asked.headers["X-Client-ID"]]["scopes"]) - {"merchant:admin"} | PARTS)
        status, made = asked.call("POST", "/api-clients", {"name": "Console", "origins": [address], "scopes": scopes})
        if status != 201:
            raise ValueError(f"no client of the console can be made: {status} {made}")
        found = [made["data"]]
    return found[0]["client_id"], found[0]["publishable_key"]


def owner(asked, email, name):
    """Makes somebody an owner, who may then sign in; a member with this address stays as it is, and False says so."""
    status, answer = asked.call("POST", "/members", {"email": email, "name": name, "role": "owner"})
    if status not in (201, 409):
        raise ValueError(f"no owner can be made: {status} {answer}")
    return status == 201
