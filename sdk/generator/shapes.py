"""Where amounts stand in JSON. A shape is true for an amount, the name of a schema, or an object of shapes by property, of which `*` stands for all;
`@object_type` is the schema that the neighbour of this name tells, as events have it. An array has the shape of its elements; what has no shape has
no amounts. A price of 149 and a count of 149 look the same in JSON, and `total` is money in an invoice and a count in a page: only the document
tells them apart."""

AMOUNT = True
# The events' records, whose schema an event names.
OF_EVENTS = "LoggedEvent"


def found(source, records):
    """The shapes of all schemas that have amounts, those of the events' records, by type, among them."""
    schemas = source["components"]["schemas"]
    events = {"object": "@object_type", "previous_attributes": "@object_type"}
    shapes = {name: shape(schema) for name, schema in schemas.items()} | {OF_EVENTS: events}
    holding = with_amounts(shapes)
    return {
        "schemas": {name: pruned(shapes[name], holding) for name in sorted(holding)},
        "records": {kind: name for kind, name in sorted(records.items()) if name in holding},
    }


def of_body(schema, shapes):
    """The name of the shape of a body, None when it has no amounts."""
    name = (schema or {}).get("$ref", "").rpartition("/")[2]
    return name if name in shapes["schemas"] else None


def shape(schema):
    """The shape of a schema with all its references, None without any."""
    if schema.get("format") == "decimal":
        return AMOUNT
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    for key in ("allOf", "oneOf", "anyOf"):
        if key in schema:
            parts = [part for part in map(shape, schema[key]) if part is not None]
            if len(parts) < 2:
                return parts[0] if parts else None
            # None of the schemas that join several has amounts, and a union's could not be told apart here.
            return {"|": parts}
    if "items" in schema:
        return shape(schema["items"])
    inner = {name: shape(one) for name, one in schema.get("properties", {}).items()}
    if isinstance(schema.get("additionalProperties"), dict):
        inner["*"] = shape(schema["additionalProperties"])
    return {name: one for name, one in inner.items() if one is not None} or None


def with_amounts(shapes):
    """The names of schemas that have an amount somewhere inside."""

    def holds(one, known):
        if isinstance(one, dict):
            return any(holds(inner, known) for inner in one.values())
        if isinstance(one, list):
            return any(holds(inner, known) for inner in one)
        return one is AMOUNT or one in known or str(one).startswith("@")

    known = set()
    while more := {name for name, one in shapes.items() if name not in known and holds(one, known)}:
        known |= more
    return known


def pruned(one, holding):
    """A shape without the references to what has no amounts."""
    if not isinstance(one, dict):
        return one if one is AMOUNT or one in holding or str(one).startswith("@") else None
    if "|" in one:
        raise ValueError(f"an amount in a union: {one}")
    inner = {name: pruned(part, holding) for name, part in one.items()}
    return {name: part for name, part in inner.items() if part} or None
