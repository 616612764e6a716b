"""What a released program is made of: the packages of others that are linked into it, as a bill of materials, and the texts of their licences."""

import json
import pathlib
import re
import subprocess

from .tools import REPOSITORY

# The package whose program is released.
ROOT = "local"
NOTICES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
# A package of others in Cargo.lock: name, version and digest.
LOCKED = re.compile(r'^name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"$', re.M)
# What is in the program and no package of cargo: where its licences stand.
VENDORED = "console/vendor/LICENSES.txt"
# What has no file of its own.
UNFILED = "The Rust standard library is MIT OR Apache-2.0; SQLite is in the public domain."


class Shipped:
    """The packages of the program for a target, without what only builds and tests use."""

    def __init__(self, target):
        command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
        known = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=REPOSITORY).stdout)
        every = {package["id"]: package for package in known["packages"]}
        linked = {node["id"]: [dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
                  for node in known["resolve"]["nodes"]}
        self.root = next(package for package in known["packages"] if package["name"] == ROOT and not package["source"])
        reached, waiting = set(), [self.root["id"]]
        while waiting:
            package = waiting.pop()
            if package not in reached:
                reached.add(package)
                waiting += linked[package]
        self.of_others = sorted((every[package] for package in reached if every[package]["source"]), key=name)
        ours = [package for package in reached if not every[package]["source"]]
        self.depends = {reference(every[package]): sorted(reference(every[dep]) for dep in linked[package]) for package in reached if every[package]["source"]}
        self.direct = sorted({reference(every[dep]) for package in ours for dep in linked[package] if every[dep]["source"]})
        # Released on the oldest machines, whose Python reads no TOML by itself.
        self.digests = {found[:2]: found[2] for found in LOCKED.findall((REPOSITORY / "Cargo.lock").read_text())}

    def bill_of_materials(self, moment):
        """CycloneDX 1.6, as JSON; `moment` is when it was made."""
        root = {"type": "application", "bom-ref": "colonnade", "name": "colonnade", "version": self.root["version"],
                "licenses": [{"expression": self.root["license"]}]}
        depends = {"colonnade": self.direct} | self.depends
        document = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"timestamp": moment, "component": root},
                    "components": [self.component(package) for package in self.of_others],
                    "dependencies": [{"ref": package, "dependsOn": others} for package, others in sorted(depends.items())]}
        return json.dumps(document, indent=1) + "\n"

    def component(self, package):
        """A package of others, as it was published."""
        digest = self.digests[package["name"], package["version"]]
        component = {"type": "library", "bom-ref": reference(package), "name": package["name"], "version": package["version"],
                     "hashes": [{"alg": "SHA-256", "content": digest}], "purl": reference(package)}
        if package["license"]:
            # Some packages still write the alternative as Cargo once did.
            component["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        return component

    def licences(self):
        """The texts under which the packages may be given on, each once with those that have it."""
        texts = {}
        for package in self.of_others:
            authors = ", ".join(package["authors"]) or "its authors"
            for text in notices(package) or [f"{package['license']}, copyright of {authors}, without a text of its own.\n"]:
                texts.setdefault(text, []).append(f"{package['name']} {package['version']}")
        parts = [f"{', '.join(packages)}\n\n{text}" for text, packages in sorted(texts.items(), key=lambda item: item[1])]
        return ("\n" + "=" * 80 + "\n\n").join([UNFILED + "\n", (REPOSITORY / VENDORED).read_text(), *parts])


def name(package):
    """By which packages are in order."""
    return package["name"], package["version"]


def reference(package):
    """A package's name in the world."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def notices(package):
    """The texts in a package's folder that say under what it may be given on."""
    folder = pathlib.Path(package["manifest_path"]).parent
    named = [file for file in sorted(folder.iterdir()) if file.is_file() and file.name.upper().startswith(NOTICES)]
    return [file.read_text(errors="replace").strip() + "\n" for file in named]
