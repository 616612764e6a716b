"""Everything that a function's program is made from, so that two commits can be compared without building either.

The program can differ only if something of this differs: the sources of its package and of the packages of the workspace it is compiled
with, their manifests, the packages of Cargo.lock that they reach, how the workspace builds, and with which tools."""

import hashlib
import json
import re

from .workspace import Workspace

# What the build itself is: its script, the versions of its tools, and what cargo and rustup read beside the manifests.
BUILD_ENVIRONMENT = ("infra/build/functions", "infra/library/build.py",
                     "rust-toolchain", "rust-toolchain.toml", ".cargo/config", ".cargo/config.toml")
# Of infra/requirements.txt: the compiler driver, and the linker that comes with it.
BUILD_TOOLS = ("cargo-lambda", "ziglang")
# Of the workspace's manifest: what changes every program. Its dependencies are judged where a package takes them.
BUILD_SETTINGS = ("patch", "replace", "cargo-features")
BINARY = re.compile(r"\bBinary: *([\w-]+)")
NESTED_TEMPLATE = re.compile(r"\bTemplateURL: *([\w./-]+)")
TEMPLATE = "template.yaml"


def deployed(template):
    """The functions of a template, by the names of their programs, in its order."""
    return list(dict.fromkeys(BINARY.findall(template)))


def of_functions(tree):
    """For each deployed function what it is made from: a name and a value each, to be compared or hashed."""
    workspace = Workspace(tree)
    shared = common(workspace)
    packages = workspace.binaries()
    return {name: shared | of_package(workspace, packages[name]) for name in deployed(tree.text(TEMPLATE)) if name in packages}


def of_stack(tree):
    """What the stack is made from: its templates, and the parameters that are kept for it."""
    templates = [TEMPLATE, *NESTED_TEMPLATE.findall(tree.text(TEMPLATE)), "samconfig.toml"]
    return {path: tree.hashes.get(path, "") for path in templates}


def digest(inputs):
    """A short name of all of this, as hexadecimal digits."""
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()[:20]


def common(workspace):
    """What every program is made from."""
    tree, manifest = workspace.tree, workspace.manifest
    inputs = {path: tree.hashes[path] for path in BUILD_ENVIRONMENT if path in tree.hashes}
    lines = tree.text("infra/requirements.txt").splitlines()
    inputs |= {f"tool {line}": line for line in lines if line.partition("==")[0] in BUILD_TOOLS}
    inputs |= {key: json.dumps(manifest[key], sort_keys=True) for key in BUILD_SETTINGS if key in manifest}
    inputs["resolver"] = str(manifest.get("workspace", {}).get("resolver"))
    # `inherits` is not followed further than what a release is: nothing here builds with a profile of another name.
    inputs["profile.release"] = json.dumps(manifest.get("profile", {}).get("release", {}), sort_keys=True)
    return inputs


def of_package(workspace, package):
    """What a package's program is made from besides."""
    inputs = {}
    for name, features in workspace.reached(package).items():
        dependencies = list(workspace.dependencies(name, features))
        inputs |= workspace.files(name, features)
        inputs[f"manifest of {name}"] = manifest(workspace.packages[name], dependencies, features)
        for key, entry in workspace.locked.reached(name, workspace.outside(name)).items():
            inputs[f"locked {key}"] = json.dumps([entry.get("checksum", entry.get("source", "")), workspace.users.get(key, [])])
    return inputs


def manifest(package, dependencies, features):
    """What of a manifest the compiler hears of."""
    targets = [(target["kind"], target["name"], target["src_path"]) for target in package["targets"]
               if set(target["kind"]) & {"lib", "proc-macro", "bin", "custom-build"}]
    needed = sorted((dependency["name"], dependency["req"], dependency["kind"] or "", dependency["rename"] or "",
                     dependency["target"] or "", dependency["uses_default_features"], dependency["features"])
                    for dependency in dependencies)
    heard = [package["edition"], package["version"], targets, needed, sorted(features)]
    return json.dumps(heard)


def differences(before, after):
    """The names of what is not the same in both."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
