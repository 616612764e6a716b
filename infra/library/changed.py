"""Which functions differ between two trees, and whether the stack does."""

import functools
import subprocess

from . import inputs, trees


@functools.lru_cache
def functions_of(repository, tree):
    """What each function of a tree is made from, asked once for a tree."""
    return inputs.of_functions(trees.Tree(repository, tree))


@functools.lru_cache
def stack_of(repository, tree):
    """What the stack of a tree is made from."""
    return inputs.of_stack(trees.Tree(repository, tree))


def known(repository, commit, read):
    """What `read` says of a commit; nothing when there is none, or git does not have it."""
    try:
        return read(repository, trees.git(repository, "rev-parse", "--verify", f"{commit}^{{tree}}")) if commit else {}
    except subprocess.CalledProcessError:
        return {}


def changes(repository, base_of, head):
    """Each function of `head` that differs from the commit that `base_of` names for it, and "stack", with what differs first."""
    tree = trees.git(repository, "rev-parse", "--verify", f"{head}^{{tree}}")
    found = {}
    for name, made_from in functions_of(repository, tree).items():
        found[name] = inputs.differences(known(repository, base_of(name), functions_of).get(name, {}), made_from)
    found["stack"] = inputs.differences(known(repository, base_of("stack"), stack_of), stack_of(repository, tree))
    return {name: differing[0] for name, differing in found.items() if differing}
