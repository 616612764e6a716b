"""What a deployment of the whole stack is given, and where it is kept."""

import re
import tomllib

from .tools import REPOSITORY

FILE = REPOSITORY / "samconfig.toml"
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
NEW = '''
[{name}.deploy.parameters]
stack_name = "colonnade-{name}"
resolve_s3 = true
capabilities = "CAPABILITY_IAM CAPABILITY_AUTO_EXPAND"
confirm_changeset = true
parameter_overrides = ""
'''


class Environment:
    """An environment of samconfig.toml. Raises ValueError when it has none of this name."""

    def __init__(self, samconfig, name):
        kept = tomllib.loads(samconfig).get(name, {}).get("deploy", {}).get("parameters")
        if kept is None:
            raise ValueError(f"samconfig.toml has no environment {name}")
        self.name, self.kept = name, kept

    def parameters(self, overrides):
        """The parameters that are kept, with those given now in their place."""
        pairs = [*self.kept.get("parameter_overrides", "").split(), *overrides]
        wrong = [pair for pair in pairs if "=" not in pair]
        if wrong:
            raise ValueError(f"{wrong[0]} is no parameter: Key=Value")
        return dict(pair.split("=", 1) for pair in pairs)

    def stack(self, extra):
        """The stack's name, as `sam deploy` finds it."""
        return extra[extra.index("--stack-name") + 1] if "--stack-name" in extra else self.kept["stack_name"]


def added(samconfig, name, **parameters):
    """The text of samconfig.toml with one more environment, whose stack is named after it. Raises ValueError for a name that is taken or none."""
    if not NAME.fullmatch(name) or name == "default":
        raise ValueError(f"{name} is no name of an environment: small letters, digits and hyphens, at most 31")
    if name in tomllib.loads(samconfig):
        raise ValueError(f"samconfig.toml has an environment {name}")
    return kept(samconfig.rstrip("\n") + "\n" + NEW.format(name=name), name, **parameters)


def kept(samconfig, name, role_arn="", **parameters):
    """The text of samconfig.toml in which an environment has these parameters, and the role that CloudFormation takes. None takes one away."""
    environment = Environment(samconfig, name)
    pairs = environment.parameters([]) | parameters
    line = " ".join(f"{key}={value}" for key, value in pairs.items() if value is not None)
    begin = samconfig.index(f"[{name}.deploy.parameters]")
    following = samconfig.find("\n[", begin)
    end = len(samconfig) if following < 0 else following
    block = re.sub(r"(?m)^parameter_overrides = .*$", lambda _: f'parameter_overrides = "{line}"', samconfig[begin:end])
    if "parameter_overrides" not in block:
        block = f'{block.rstrip()}\nparameter_overrides = "{line}"\n'
    if role_arn != "":
        block = re.sub(r"(?m)^role_arn = .*\n", "", block)
        block = block.replace("resolve_s3", f'role_arn = "{role_arn}"\nresolve_s3', 1) if role_arn else block
    return samconfig[:begin] + block + samconfig[end:]


def keep(calls, name, **changes):
    """Writes what is to be kept of an environment into samconfig.toml, unless it is only rehearsed."""
    text = kept(FILE.read_text(), name, **changes)
    calls.tell(f"samconfig.toml, {name}: {' '.join(f'{key}={value}' if value else f'no {key}' for key, value in changes.items())}")
    if not calls.is_rehearsed:
        FILE.write_text(text)
