"""infra/deploy/compare, asked about made-up commits of a small workspace and of this one."""

import subprocess
import sys
import unittest

from ..tools import REPOSITORY
from .repository import Repository

TEMPLATE = """Resources:
  Cakes: { Metadata: { BuildProperties: { Binary: cakes } } }
  Bread: { Metadata: { BuildProperties: { Binary: bread } } }
  Nested: { Properties: { TemplateURL: infra/alarms.yaml } }
"""
LOCK = """version = 4
[[package]]
name = "bread"
version = "0.1.0"
dependencies = ["common", "flour"]
[[package]]
name = "cakes"
version = "0.1.0"
dependencies = ["common", "sugar", "scales"]
[[package]]
name = "common"
version = "0.1.0"
dependencies = ["salt", "thermometer"]
[[package]]
name = "flour"
version = "1.0.0"
source = "registry"
checksum = "f1"
dependencies = ["wheat"]
[[package]]
name = "wheat"
version = "1.0.0"
source = "registry"
checksum = "w1"
[[package]]
name = "sugar"
version = "1.0.0"
source = "registry"
checksum = "s1"
[[package]]
name = "salt"
version = "1.0.0"
source = "registry"
checksum = "t1"
[[package]]
name = "scales"
version = "1.0.0"
source = "registry"
checksum = "c1"
[[package]]
name = "thermometer"
version = "1.0.0"
source = "registry"
checksum = "h1"
"""


def package(name, rest):
    return f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2024"\n{rest}'


FILES = {
    "Cargo.toml": '[workspace]\nresolver = "3"\nmembers = ["common", "functions/*"]\n[workspace.dependencies]\nsugar = "1"\n'
                  'flour = "1"\n[profile.release]\nopt-level = 3\n[profile.dev]\nopt-level = 0\n',
    "Cargo.lock": LOCK,
    "template.yaml": TEMPLATE,
    "samconfig.toml": "version = 0.1\n",
    "infra/alarms.yaml": "Resources: {}\n",
    "rust-toolchain.toml": "[toolchain]\nchannel = \"1.95.0\"\n",
    "infra/requirements.txt": "cargo-lambda==1.9.2\ncfn-lint==1.58.0\n",
    "docs/BREAD.md": "How bread is made.\n",
    "common/Cargo.toml": package("common", '[features]\ntesting = ["dep:thermometer"]\n[dependencies]\nsalt = "1"\n'
                                           'thermometer = { version = "1", optional = true }\n'),
    "common/src/lib.rs": '#[cfg(test)]\nmod tests;\n#[cfg(feature = "testing")]\npub mod testing;\npub mod heat;\n'
                         'pub const TEXT: &str = include_str!("../words.txt");\n',
    "common/src/heat.rs": "pub const DEGREES: u32 = 200;\n",
    "common/src/tests.rs": "// tests\n",
    "common/src/testing/oven.rs": "// for tests\n",
    "common/words.txt": "hot\n",
    "common/README.md": "Read me.\n",
    "functions/cakes/Cargo.toml": package("cakes", '[dependencies]\ncommon = { path = "../../common" }\nsugar.workspace = true\n'
                                                   '[dev-dependencies]\nscales = "1"\ncommon = { path = "../../common", features = ["testing"] }\n'),
    "functions/cakes/src/main.rs": "fn main() {}\n",
    "functions/bread/Cargo.toml": package("bread", '[dependencies]\ncommon = { path = "../../common" }\nflour.workspace = true\n'),
    "functions/bread/src/main.rs": "fn main() {}\n",
    "functions/bread/tests/tastes.rs": "// tests\n",
}


class SmallWorkspace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.repository = Repository()
        cls.addClassCleanup(cls.repository.temporary.cleanup)
        cls.base = cls.repository.commit(FILES)

    def after(self, files):
        head = self.repository.commit(files)
        changed = self.repository.changed(self.base, head)
        self.repository.git("reset", "--quiet", "--hard", self.base)
        return changed

    def command(self, *arguments):
        program = [sys.executable, str(REPOSITORY / "infra/deploy/compare"), "--repository", str(self.repository.folder), *arguments]
        return subprocess.run(program, check=True, capture_output=True, text=True).stdout.splitlines()

    def replaced(self, path, old, new):
        return self.after(self.repository.replace(path, old, new))

    def test_a_function_changes_with_its_own_sources(self):
        self.assertEqual(self.after({"functions/cakes/src/main.rs": "fn main() { }\n"}), ["cakes"])
        self.assertEqual(self.after({"functions/cakes/src/icing.rs": "// new\n"}), ["cakes"])

    def test_all_functions_change_with_a_package_that_all_use(self):
        self.assertEqual(self.replaced("common/src/heat.rs", "200", "220"), ["cakes", "bread"])

    def test_a_text_that_is_compiled_in_counts_and_one_beside_it_does_not(self):
        self.assertEqual(self.after({"common/words.txt": "cold\n"}), ["cakes", "bread"])
        self.assertEqual(self.after({"common/README.md": "Read this.\n", "docs/BREAD.md": "Slowly.\n"}), [])

    def test_tests_and_what_only_they_use_change_nothing(self):
        changes = ("functions/bread/tests/tastes.rs", "common/src/tests.rs", "common/src/testing/oven.rs")
        self.assertEqual(self.after(dict.fromkeys(changes, "// others\n")), [])
        self.assertEqual(self.replaced("Cargo.lock", "c1", "c2"), [])
        self.assertEqual(self.replaced("Cargo.lock", "h1", "h2"), [])
        self.assertEqual(self.replaced("functions/cakes/Cargo.toml", 'scales = "1"', 'scales = "1.0"'), [])

    def test_a_feature_that_a_function_turns_on_brings_what_it_needs(self):
        path = "functions/bread/Cargo.toml"
        on = self.repository.replace(path, '"../../common" }', '"../../common", features = ["testing"] }')
        self.assertEqual(self.after(on), ["cakes", "bread"])
        base, self.base = self.base, self.repository.commit(on)
        try:
            self.assertEqual(self.replaced("Cargo.lock", "h1", "h2"), ["cakes", "bread"])
            self.assertEqual(self.after({"common/src/testing/oven.rs": "// others\n"}), ["cakes", "bread"])
        finally:
            self.base = base
            self.repository.git("reset", "--quiet", "--hard", base)

    def test_an_entry_of_the_lock_file_changes_the_functions_that_reach_it(self):
        self.assertEqual(self.replaced("Cargo.lock", "w1", "w2"), ["bread"])
        self.assertEqual(self.replaced("Cargo.lock", "s1", "s2"), ["cakes"])
        self.assertEqual(self.replaced("Cargo.lock", "t1", "t2"), ["cakes", "bread"])

    def test_a_dependency_of_the_workspace_changes_the_functions_that_take_it(self):
        self.assertEqual(self.replaced("Cargo.toml", 'sugar = "1"', 'sugar = { version = "1", features = ["brown"] }'), ["cakes"])

    def test_what_one_function_turns_on_in_a_shared_dependency_is_on_in_all(self):
        own_salt = self.repository.replace("functions/bread/Cargo.toml", "flour.workspace", 'salt = { version = "1", features = ["coarse"] }\nflour.workspace')
        own_salt |= self.repository.replace("Cargo.lock", '["common", "flour"]', '["common", "flour", "salt"]')
        self.assertEqual(self.after(own_salt), ["cakes", "bread"])
        through_wheat = self.repository.replace("Cargo.lock", 'checksum = "w1"', 'checksum = "w1"\ndependencies = ["salt"]')
        self.assertEqual(self.after(through_wheat), ["cakes", "bread"])

    def test_how_releases_are_built_changes_all_and_how_tests_are_built_none(self):
        self.assertEqual(self.replaced("Cargo.toml", "opt-level = 3", "opt-level = 2"), ["cakes", "bread"])
        self.assertEqual(self.replaced("Cargo.toml", "opt-level = 0", "opt-level = 1"), [])
        self.assertEqual(self.after({"rust-toolchain.toml": "[toolchain]\nchannel = \"1.96.0\"\n"}), ["cakes", "bread"])
        self.assertEqual(self.after({".cargo/config.toml": "[build]\n"}), ["cakes", "bread"])
        self.assertEqual(self.replaced("infra/requirements.txt", "cargo-lambda==1.9.2", "cargo-lambda==1.9.3"), ["cakes", "bread"])
        self.assertEqual(self.replaced("infra/requirements.txt", "cfn-lint==1.58.0", "cfn-lint==1.59.0"), [])

    def test_the_stack_changes_with_its_templates_and_parameters(self):
        self.assertEqual(self.replaced("template.yaml", "Resources:", "Description: bakery\nResources:"), ["stack"])
        self.assertEqual(self.after({"infra/alarms.yaml": "Resources: { Smoke: {} }\n"}), ["stack"])
        self.assertEqual(self.after({"samconfig.toml": "version = 0.2\n"}), ["stack"])

    def test_a_new_function_counts_as_changed_and_needs_the_stack(self):
        files = {"functions/tea/Cargo.toml": package("tea", ""), "functions/tea/src/main.rs": "fn main() {}\n",
                 "Cargo.lock": LOCK + '[[package]]\nname = "tea"\nversion = "0.1.0"\n',
                 "template.yaml": TEMPLATE + "  Tea: { Metadata: { BuildProperties: { Binary: tea } } }\n"}
        self.assertEqual(self.after(files), ["tea", "stack"])

    def test_a_build_script_reads_whatever_lies_beside_it(self):
        base, self.base = self.base, self.repository.commit({"functions/bread/build.rs": "fn main() {}\n", "functions/bread/oven.txt": "1"})
        try:
            self.assertEqual(self.after({"functions/bread/oven.txt": "2"}), ["bread"])
        finally:
            self.base = base
            self.repository.git("reset", "--quiet", "--hard", base)

    def test_what_is_not_committed_counts_when_the_working_directory_is_asked_for(self):
        self.repository.write({"functions/bread/src/new.rs": "// not committed\n"})
        self.assertEqual(self.command(self.base, "."), ["bread\tfunctions/bread/src/new.rs"])
        self.assertEqual(self.repository.git("diff", "--cached", "--name-only"), "")
        (self.repository.folder / "functions/bread/src/new.rs").unlink()

    def test_the_command_says_why(self):
        head = self.repository.commit({"functions/cakes/src/main.rs": "fn main() { /* 3 */ }\n"})
        self.assertEqual(self.command(self.base, head), ["cakes\tfunctions/cakes/src/main.rs"])
        self.repository.git("reset", "--quiet", "--hard", self.base)

    def test_each_function_is_compared_with_the_commit_that_is_deployed_of_it(self):
        first = self.repository.commit({"functions/cakes/src/main.rs": "fn main() { /* 1 */ }\n"})
        second = self.repository.commit({"functions/bread/src/main.rs": "fn main() { /* 2 */ }\n"})

        def since(**commits):
            return self.repository.changed(commits, second)
        self.assertEqual(since(cakes=first, bread=first, stack=first), ["bread"])
        self.assertEqual(since(cakes=self.base, bread=second, stack=self.base), ["cakes"])
        self.assertEqual(since(cakes=second, stack=second), ["bread"], "of a function without a commit nothing is known")
        self.assertEqual(since(cakes="0" * 40, bread=second), ["cakes", "stack"], "of a commit that git does not have nothing is known")
        self.repository.git("reset", "--quiet", "--hard", self.base)


class ThisWorkspace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.repository = Repository(clone_of=REPOSITORY)
        cls.addClassCleanup(cls.repository.temporary.cleanup)
        cls.base = cls.repository.git("rev-parse", "HEAD")

    def after(self, path, text):
        head = self.repository.commit(self.repository.append(path, text))
        changed = self.repository.changed(self.base, head)
        self.repository.git("reset", "--quiet", "--hard", self.base)
        return changed

    def test_a_rule_of_plans_changes_plans_what_makes_its_events_and_what_runs_its_operations(self):
        self.assertEqual(self.after("functions/plans/src/lib.rs", "// a rule\n"), ["plans", "test-clock", "outbox", "batches", "sweep"])

    def test_scheduling_changes_those_who_take_time(self):
        changed = self.after("shared/scheduling/src/lib.rs", "// a rule\n")
        self.assertLessEqual({"bookings", "resources", "locations", "sweep"}, set(changed))
        self.assertFalse({"plans", "merchant", "fallback", "stack"} & set(changed))

    def test_a_word_in_the_documents_changes_nothing(self):
        self.assertEqual(self.after("docs/areas/plans.md", "A word.\n"), [])

    def test_the_template_changes_the_stack_and_no_program(self):
        self.assertEqual(self.after("template.yaml", "# a word\n"), ["stack"])


if __name__ == "__main__":
    unittest.main()
