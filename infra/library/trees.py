"""A tree of files as git knows it: a commit, or what lies in the working directory now."""

import functools
import io
import os
import pathlib
import subprocess
import tarfile
import tempfile


def git(repository, *arguments, **options):
    """What git prints, without the last line end."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout.rstrip("\n")


def working_tree(repository):
    """The tree of the working directory: what is not committed and not ignored counts. Neither the index nor a branch is touched."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, GIT_INDEX_FILE=str(pathlib.Path(folder) / "index"))
        git(repository, "read-tree", "HEAD", env=environment)
        git(repository, "add", "--all", env=environment)
        return git(repository, "write-tree", env=environment)


class Tree:
    """The files of a tree, by path from its root: their hashes at once, their contents when asked."""

    def __init__(self, repository, name):
        """`name` is a commit, a tag or a tree. Raises CalledProcessError when there is none."""
        self.repository = repository
        self.id = git(repository, "rev-parse", "--verify", f"{name}^{{tree}}")
        entries = git(repository, "ls-tree", "-r", "-z", self.id).split("\0")
        # Mode, kind and hash before the tab: a file that becomes executable is another one.
        self.hashes = {path: what for what, _, path in (entry.partition("\t") for entry in entries if entry)}

    @functools.cached_property
    def contents(self):
        """The contents of all files: one question to git, because one for each file would take a minute."""
        archive = subprocess.run(["git", "-C", str(self.repository), "archive", self.id], check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            return {file.name: files.extractfile(file).read() for file in files if file.isfile()}

    def text(self, path):
        """The contents of a file, empty when there is none."""
        return self.contents.get(path, b"").decode()

    def extract(self, folder, wanted):
        """Puts the files that are wanted, by their paths, into a folder."""
        for path in filter(wanted, self.contents):
            place = pathlib.Path(folder) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(self.contents[path])
