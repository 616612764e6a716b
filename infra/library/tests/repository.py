"""A repository in a temporary folder, for commits that never were."""

import os
import pathlib
import subprocess
import tempfile

from .. import changed

WHO = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.com"}


class Repository:
    """Files that can be written and committed, and what infra/deploy/compare says of it."""

    def __init__(self, clone_of=None):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name) / "repository"
        if clone_of:
            subprocess.run(["git", "clone", "--quiet", "--shared", str(clone_of), str(self.folder)], check=True)
        else:
            subprocess.run(["git", "init", "--quiet", str(self.folder)], check=True)

    def git(self, *arguments):
        command = ["git", "-C", str(self.folder), "-c", "commit.gpgsign=false", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | WHO).stdout.strip()

    def write(self, files):
        for path, text in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)

    def commit(self, files):
        """Writes files and commits everything; the commit's hash."""
        self.write(files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "a change")
        return self.git("rev-parse", "HEAD")

    def replace(self, path, old, new):
        """The text of a file with something replaced, which must be there."""
        text = (self.folder / path).read_text()
        assert old in text, f"{path} has no {old}"
        return {path: text.replace(old, new, 1)}

    def append(self, path, text):
        return {path: (self.folder / path).read_text() + text}

    def changed(self, base, head):
        """What infra/deploy/compare names. `base` is a commit, or a commit for each name."""
        base_of = base.get if isinstance(base, dict) else lambda _name: base
        return list(changed.changes(self.folder, base_of, head))
