"""JSON whose amounts are `Decimal`: they are read from the characters of an answer and written into those of a request,
and are never a binary fraction in between. Shapes, made from the document, say where amounts stand; JSON alone does
not, because a price of 149 and a count of 149 look the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from .generated.operations import RECORDS, SHAPES


def read(text: str | bytes, shape: Any) -> Any:
    """Reads JSON of a shape; without a shape it has no amounts."""
    return with_amounts(json.loads(text, parse_float=Decimal), shape)


def with_amounts(value: Any, shape: Any) -> Any:
    """The same with whole amounts as `Decimal`, too."""
    if shape is None or value is None:
        return value
    if shape is True:
        return Decimal(value) if isinstance(value, int) else value
    if isinstance(value, list):
        return [with_amounts(element, shape) for element in value]
    if not isinstance(value, dict):
        return value
    return {name: with_amounts(inner, shape_of(name, shape, value)) for name, inner in value.items()}


def shape_of(name: str, shape: Any, members: Mapping[str, Any]) -> Any:
    """The shape of a member of an object of this shape."""
    own = SHAPES.get(shape) if isinstance(shape, str) else shape
    if not isinstance(own, dict):
        return None
    inner = own.get(name, own.get("*"))
    if isinstance(inner, str) and inner.startswith("@"):
        return RECORDS.get(str(members.get(inner[1:])))
    return inner


def write(value: Any) -> str:
    """Writes JSON. A `float` is refused, because nobody sees what it lost before it came here."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise TypeError(f"{value} is no amount")
        return format(value, "f")
    if isinstance(value, float):
        raise TypeError(f'{value!r} is a float; amounts are Decimal, such as Decimal("149.50")')
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(name)}:{write(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)
