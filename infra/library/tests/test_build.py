"""What is built, with a compiler that only writes down what it was asked."""

import unittest

from .. import build, trees, workspace
from .repository import Repository
from .test_changed_functions import FILES


class Build(unittest.TestCase):
    def setUp(self):
        self.repository = Repository()
        self.addCleanup(self.repository.temporary.cleanup)
        self.repository.commit(FILES | {".gitignore": "/target\n"})
        self.asked = []

    def compiled(self, repository, names, architecture):
        self.asked.append((names, architecture))
        programs = {}
        for name in names:
            programs[name] = repository / "target" / "lambda" / name / "bootstrap"
            programs[name].parent.mkdir(parents=True, exist_ok=True)
            programs[name].write_bytes(f"{name} {len(self.asked)}".encode())
        return programs

    def build(self, *names, architecture="arm64"):
        return build.build(self.repository.folder, list(names), architecture, self.compiled)

    def test_all_that_changed_is_built_by_one_run_of_cargo_and_nothing_twice(self):
        self.assertEqual(self.build("cakes", "bread"), ["cakes", "bread"])
        self.assertEqual(self.build("cakes", "bread"), [])
        self.repository.write({"functions/bread/src/main.rs": "fn main() { }\n"})
        self.assertEqual(self.build("cakes", "bread"), ["bread"])
        self.assertEqual(self.asked, [(["cakes", "bread"], "arm64"), (["bread"], "arm64")])

    def test_each_architecture_has_its_own_programs(self):
        self.build("bread")
        self.assertEqual(self.build("bread", architecture="x86_64"), ["bread"])

    def test_a_build_that_died_in_the_midst_of_writing_is_none(self):
        self.build("bread")
        (build.folder(self.repository.folder, "arm64", "bread") / "artefact.json").unlink()
        self.assertEqual(self.build("bread"), ["bread"])

    def test_what_the_template_does_not_have_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no function tea"):
            self.build("bread", "tea")

    def test_what_is_built_together_is_what_changes_are_looked_for_in(self):
        tree = trees.Tree(self.repository.folder, "HEAD")
        self.assertEqual(build.functions(self.repository.folder), ["bread", "cakes"])
        self.assertEqual(sorted(workspace.Workspace(tree).functions()), ["bread", "cakes"])

    def test_the_same_program_makes_the_same_package(self):
        self.assertEqual(build.sha256(build.package(b"program")), build.sha256(build.package(b"program")))
        self.assertNotEqual(build.sha256(build.package(b"program")), build.sha256(build.package(b"another")))
