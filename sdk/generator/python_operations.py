"""operations.py of the Python library: a method for each operation, with its parameters as arguments, and an iterator for each list."""

import json
import keyword
import pprint
import re

from . import document, shapes

# What a list that is read to its end is not given: how it is cut into pages, and which records of it stand on one.
OF_PAGES = ("page", "per_page", "limit", "cursor", "ids")
SCALARS = {"string": "str", "integer": "int", "boolean": "bool"}
BYTES = ("application/pdf",)

HEAD = '''"""Every operation of the API. Made by sdk/generate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import types

SHAPES: dict[str, Any] = {schemas}
RECORDS: dict[str, str] = {records}


class Operations:
    """A method for each operation; `client.every` reads lists to their end."""

    def _call(
        self, method: str, path: str, gives: str | None, *, query: dict[str, Any] | None = None, body: Any = None,
        form: str = "json", idempotency_key: str | None = None, if_match: int | None = None,
    ) -> Any:
        raise NotImplementedError

    @staticmethod
    def _segment(value: str) -> str:
        raise NotImplementedError

'''
LISTS = '''
class Lists:
    """A method for each list: an iterator of all its records, which asks for a page whenever it needs one."""

    def _records(self, path: str, gives: str | None, query: dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

    @staticmethod
    def _segment(value: str) -> str:
        raise NotImplementedError

'''


def text(source, found):
    """The whole file."""
    operations = document.operations(source)
    written = HEAD.format(schemas=pprint.pformat(found["schemas"], width=150), records=pprint.pformat(found["records"], width=150))
    written += "\n".join(method(one, found) for one in operations) + "\n" + LISTS
    return written + "\n".join(iterator(source, one, found) for one in operations if one.is_list)


def method(operation, found):
    """The method of an operation."""
    path, query = operation.named("path"), operation.named("query")
    arguments = [f"{variable(one)}: str" for one in path]
    if operation.takes:
        arguments.append(f"body: {annotation(operation.takes)}" + ("" if operation.takes_required else " | None = None"))
    keywords = [argument(one) for one in query]
    parts = [f"query={{{', '.join(pair(one) for one in query)}}}"] if query else []
    if operation.takes:
        parts.append("body=body")
    for header, name, kind in (("Idempotency-Key", "idempotency_key", "str"), ("If-Match", "if_match", "int")):
        if header in operation.sends_conditions:
            keywords.append(f"{name}: {kind} | None = None")
            parts.append(f"{name}={name}")
    kind = {"application/json": annotation(operation.gives)}.get(operation.media_type, "bytes" if operation.media_type in BYTES else "str")
    if operation.media_type != document.JSON:
        parts.append(f"form={kind!r}")
    gives = shapes.of_body(operation.gives, found)
    return definition(operation, [*arguments, *(["*", *keywords] if keywords else [])], kind,
                      f"self._call({', '.join([repr(operation.method), path_of(operation), repr(gives), *parts])})")


def iterator(source, operation, found):
    """The method that reads a list to its end."""
    query = [one for one in operation.named("query") if one["name"] not in OF_PAGES]
    listed = document.resolved(source, operation.gives)["properties"]["data"]["items"]
    arguments = [f"{variable(one)}: str" for one in operation.named("path")]
    keywords = [argument(one) for one in query]
    queried = "{" + ", ".join(pair(one) for one in query) + "}"
    return definition(operation, [*arguments, *(["*", *keywords] if keywords else [])], f"Iterator[{annotation(listed)}]",
                      f"self._records({path_of(operation)}, {shapes.of_body(operation.gives, found)!r}, {queried})")


def definition(operation, arguments, kind, call):
    """A method in four lines."""
    summary = json.dumps(operation.summary, ensure_ascii=False)[1:-1]
    return (f"    def {operation.id}({', '.join(['self', *arguments])}) -> {kind}:\n"
            f'        """{summary}: `{operation.method} {operation.path}`."""\n'
            f"        return {call}\n")


def path_of(operation):
    """The path with its arguments in it; the runtime writes them as a path takes them."""
    names = re.findall(r"{(\w+)}", operation.path)
    return repr(operation.path) if not names else f"{operation.path!r}.format({', '.join(f'{name}=self._segment({name})' for name in names)})"


def variable(parameter):
    """A parameter's name as Python can have it."""
    return parameter["name"] + "_" * keyword.iskeyword(parameter["name"])


def argument(parameter):
    """A keyword argument; what is not required may be left out."""
    kind = annotation(parameter["schema"])
    return f"{variable(parameter)}: {kind}" + ("" if parameter.get("required") else " | None = None")


def pair(parameter):
    """An entry of the query."""
    return f"{parameter['name']!r}: {variable(parameter)}"


def annotation(schema):
    """The type of a schema that is a reference, a scalar, or an array or an object of either."""
    if schema.get("type") == "array":
        return f"Sequence[{annotation(schema['items'])}]"
    if schema.get("type") == "object":
        return f"Mapping[str, {annotation(schema['additionalProperties'])}]"
    return "types." + schema["$ref"].rpartition("/")[2] if "$ref" in schema else SCALARS[schema["type"]]
