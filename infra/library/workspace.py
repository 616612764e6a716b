"""The packages of a workspace as cargo sees them, and what of each a function's program is made of."""

import functools
import json
import pathlib
import posixpath
import re
import subprocess
import tempfile
import tomllib

# `#[cfg(test)] mod name;` and `#[cfg(feature = "name")] mod name;`: a file that is compiled only under a condition.
CONDITIONAL = re.compile(r'#\[cfg\((test|feature = "(?P<feature>[^"]+)")\)\]\s*(?:pub(?:\([^)]*\))? )?mod (?P<module>\w+);')
# Where the packages of functions lie.
FUNCTIONS = "functions/"
# Manifests, and the files by which cargo finds libraries and programs.
FOR_CARGO = re.compile(r"(^|/)(Cargo\.toml|build\.rs|src/(lib|main)\.rs|src/bin/.*\.rs)$")
INCLUDED = re.compile(r'include(?:_str|_bytes)?!\(\s*"([^"]+)"')


class Workspace:
    """The packages of one tree of files."""

    def __init__(self, tree):
        """Asks `cargo metadata`, which reads manifests only: nothing is fetched or built."""
        self.tree = tree
        with tempfile.TemporaryDirectory() as folder:
            root = str(pathlib.Path(folder).resolve())
            tree.extract(root, FOR_CARGO.search)
            command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
            # No place of the temporary folder may tell one run from another.
            answer = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root).stdout.replace(root + "/", "")
        known = json.loads(answer)
        self.packages = {package["name"]: package for package in known["packages"]}
        self.folders = {name: posixpath.dirname(package["manifest_path"]) for name, package in self.packages.items()}
        self.features = self.turned_on(self.functions())
        self.manifest = tomllib.loads(tree.text("Cargo.toml"))
        self.locked = Lock(tree.text("Cargo.lock"))
        self.read = {}

    def functions(self):
        """The packages that are built together when any of them is built, so that a program is the same whichever others are asked for: what one
        of them turns on in a package is on in all. Neither tests nor the embedded database are among them."""
        return [name for name, folder in self.folders.items() if folder.startswith(FUNCTIONS)]

    def binaries(self):
        """The package of each program."""
        targets = ((name, target) for name, package in self.packages.items() for target in package["targets"])
        return {target["name"]: name for name, target in targets if "bin" in target["kind"]}

    def turned_on(self, packages):
        """The features of each package of the workspace when these packages are built together."""
        features = {package: {"default"} for package in packages}
        waiting = list(features)
        while waiting:
            for dependency in self.dependencies(name := waiting.pop(), features[name]):
                if "path" not in dependency:
                    continue
                wanted = set(dependency["features"]) | ({"default"} if dependency["uses_default_features"] else set())
                known = features.get(dependency["name"])
                if known is None or not wanted <= known:
                    features[dependency["name"]] = (known or set()) | wanted
                    waiting.append(dependency["name"])
        return features

    def reached(self, package):
        """The packages of the workspace that are compiled into this one, itself included, each with its features."""
        found, waiting = set(), [package]
        while waiting:
            if (name := waiting.pop()) not in found:
                found.add(name)
                waiting.extend(dependency["name"] for dependency in self.dependencies(name, self.features[name]) if "path" in dependency)
        return {name: self.features[name] for name in found}

    def outside(self, name):
        """The names of the packages from elsewhere that a package is compiled with."""
        return {dependency["name"] for dependency in self.dependencies(name, self.features[name]) if "path" not in dependency}

    @functools.cached_property
    def users(self):
        """Who uses each package from elsewhere, in anything that is built: a user may turn on features of it, and they are on for all."""
        users = {}
        for name in self.features:
            for key, entry in self.locked.reached(name, self.outside(name)).items():
                for line in entry.get("dependencies", []):
                    users.setdefault(Lock.key(self.locked.entry(line)), set()).add(f"{key} {entry.get('checksum', '')}")
            for line in self.locked.lines(name, self.outside(name)):
                asked = [dependency["features"] for dependency in self.dependencies(name, self.features[name])
                         if dependency["name"] == line.partition(" ")[0]]
                users.setdefault(Lock.key(self.locked.entry(line)), set()).add(f"features {sorted(sum(asked, []))}")
        return {key: sorted(names) for key, names in users.items()}

    def dependencies(self, name, features):
        """What a package is compiled with when these features are on: neither what only its tests use, nor what no feature asks for."""
        package = self.packages[name]
        enabled = expanded(package["features"], features)
        optional = {feature.removeprefix("dep:").partition("/")[0].rstrip("?") for feature in enabled}
        for dependency in package["dependencies"]:
            if dependency["kind"] != "dev" and (not dependency["optional"] or (dependency["rename"] or dependency["name"]) in optional):
                yield dependency

    def files(self, name, features):
        """The files that the compiler reads for a package, with their hashes."""
        key = (name, frozenset(features))
        if key not in self.read:
            self.read[key] = {path: self.tree.hashes[path] for path in self.paths(name, features)}
        return self.read[key]

    def paths(self, name, features):
        """Their paths."""
        folder = self.folders[name]
        nested = tuple(f"{other}/" for other in self.folders.values() if other.startswith(f"{folder}/"))
        own = {path for path in self.tree.hashes if path.startswith(f"{folder}/") and not path.startswith(nested or "\0")}
        if any("custom-build" in target["kind"] for target in self.packages[name]["targets"]):
            # A build script may read whatever lies beside it.
            return own
        own = {path for path in own if path.startswith(f"{folder}/src/")}
        enabled = expanded(self.packages[name]["features"], features)
        programs = {path: self.tree.text(path) for path in own if path.endswith(".rs")}
        for path, text in programs.items():
            own -= unused(path, text, own, enabled)
        included = {posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                    for path, text in programs.items() if path in own for name in INCLUDED.findall(text)}
        return own | (included & set(self.tree.hashes))


def expanded(declared, features):
    """Features with all that they turn on."""
    enabled, waiting = set(), list(features)
    while waiting:
        feature = waiting.pop()
        if feature not in enabled:
            enabled.add(feature)
            waiting.extend(declared.get(feature, []))
    return enabled


def unused(path, text, files, enabled):
    """The files of the modules that this one declares under a condition which does not hold in a function."""
    found = set()
    folder, name = posixpath.split(path.removesuffix(".rs"))
    folder = folder if name in ("lib", "main", "mod") else f"{folder}/{name}"
    for match in CONDITIONAL.finditer(text):
        if match["feature"] not in enabled:
            module = f"{folder}/{match['module']}"
            found |= {file for file in files if file == f"{module}.rs" or file.startswith(f"{module}/")}
    return found


class Lock:
    """Cargo.lock: which version of which package, and what it needs."""

    def __init__(self, text):
        self.packages = {}
        for package in tomllib.loads(text).get("package", []):
            self.packages.setdefault(package["name"], []).append(package)

    def entry(self, reference):
        """The entry that a line of `dependencies` means: a name, with version and source where the name alone is not enough."""
        name, _, rest = reference.partition(" ")
        version = rest.partition(" ")[0]
        return next(package for package in self.packages[name] if version in ("", package["version"]))

    @staticmethod
    def key(entry):
        """Name and version."""
        return f"{entry['name']} {entry['version']}"

    def lines(self, package, names):
        """What an entry of the workspace needs of these names."""
        own = next(iter(self.packages.get(package, [{}])))
        return [line for line in own.get("dependencies", []) if line.partition(" ")[0] in names]

    def reached(self, package, names):
        """The entries that a package reaches through its dependencies of these names, by name and version."""
        found = {}
        waiting = self.lines(package, names)
        while waiting:
            entry = self.entry(waiting.pop())
            if Lock.key(entry) not in found:
                found[Lock.key(entry)] = entry
                waiting.extend(entry.get("dependencies", []))
        return found
