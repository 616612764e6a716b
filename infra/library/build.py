"""Builds functions: all of them with one run of cargo, so that what they share is compiled once, and only those whose inputs changed.

What is built stands in target/functions/<architecture>/<function>: the program `bootstrap`, and `artefact.json`, which says from what it was made
and the SHA-256 of the package that Lambda gets."""

import base64
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tomllib
import zipfile

from . import inputs, trees, workspace

ARCHITECTURES = {"arm64": "--arm64", "x86_64": "--x86-64"}
FUNCTION_BLOCK = re.compile(r"^  (\w+):\n    Type: AWS::Serverless::Function\n", re.M)


def wanted(repository, tree):
    """The digest of what each function of a tree is made from; remembered, because SAM asks once for each function."""
    remembered = repository / "target" / "functions" / f"inputs-{tree}.json"
    if not remembered.exists():
        digests = {name: inputs.digest(made_from) for name, made_from in inputs.of_functions(trees.Tree(repository, tree)).items()}
        remembered.parent.mkdir(parents=True, exist_ok=True)
        for other in remembered.parent.glob("inputs-*.json"):
            other.unlink()
        remembered.write_text(json.dumps(digests))
    return json.loads(remembered.read_text())


def folder(repository, architecture, name):
    """Where a function's program is kept."""
    return repository / "target" / "functions" / architecture / name


def artefact(repository, architecture, name):
    """What is known of a program that was built; nothing when there is none, or only half of one."""
    place = folder(repository, architecture, name)
    if not (place / "artefact.json").exists():
        return {}
    return json.loads((place / "artefact.json").read_text())


def package(program):
    """The zip file that Lambda gets, the same bytes for the same program."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo("bootstrap", date_time=(1980, 1, 1, 0, 0, 0))
        entry.external_attr, entry.create_system, entry.compress_type = 0o100755 << 16, 3, zipfile.ZIP_DEFLATED
        archive.writestr(entry, program, compresslevel=9)
    return file.getvalue()


def sha256(content):
    """As Lambda writes it."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def functions(repository):
    """The packages that are built together whichever programs are asked for (Workspace.functions)."""
    manifests = sorted((repository / workspace.FUNCTIONS).glob("*/Cargo.toml"))
    return [tomllib.loads(manifest.read_text())["package"]["name"] for manifest in manifests]


def cargo(repository, names, architecture):
    """One run for all programs; where they are then."""
    environment = dict(os.environ)
    # What a check of the code has set must not reach what is deployed, and the compiler is that of rust-toolchain.toml.
    for name in ("RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS", "RUSTFLAGS", "CARGO_INCREMENTAL", "RUSTUP_TOOLCHAIN"):
        environment.pop(name, None)
    packages = [part for name in functions(repository) for part in ("--package", name)]
    binaries = [part for name in names for part in ("--bin", name)]
    command = ["cargo", "lambda", "build", "--release", "--locked", ARCHITECTURES[architecture], *packages, *binaries]
    subprocess.run(command, check=True, cwd=repository, env=environment)
    return {name: repository / "target" / "lambda" / name / "bootstrap" for name in names}


def build(repository, names, architecture, compiled=cargo):
    """Makes sure that the program of each function is the one of the working directory. Those that were built now."""
    digests = wanted(repository, trees.working_tree(repository))
    unknown = sorted(set(names) - digests.keys())
    if unknown:
        raise ValueError(f"template.yaml has no function {', '.join(unknown)}")
    stale = [name for name in names if artefact(repository, architecture, name).get("inputs") != digests[name]]
    if not stale:
        return []
    for name, program in compiled(repository, stale, architecture).items():
        keep(repository, architecture, name, digests[name], program.read_bytes())
    return stale


def keep(repository, architecture, name, digest, program):
    """Keeps a program. What is known of it is written last, so that half a program is none."""
    place = folder(repository, architecture, name)
    place.mkdir(parents=True, exist_ok=True)
    (place / "artefact.json").unlink(missing_ok=True)
    (place / "bootstrap").write_bytes(program)
    (place / "bootstrap").chmod(0o755)
    known = {"function": name, "architecture": architecture, "inputs": digest, "bytes": len(program), "sha256": sha256(package(program))}
    # One step: a reader finds all of it or nothing.
    pathlib.Path(place / "artefact.new").write_text(json.dumps(known, indent=1) + "\n")
    (place / "artefact.new").replace(place / "artefact.json")


def of_resource(template, resource):
    """The program of a resource of the template, by its logical id."""
    for match in FUNCTION_BLOCK.finditer(template):
        if match[1] == resource:
            return inputs.BINARY.search(template, match.end())[1]
    raise ValueError(f"template.yaml has no function {resource}")
