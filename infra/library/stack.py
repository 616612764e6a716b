"""What a deployment of the whole stack is given."""

import tomllib


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
