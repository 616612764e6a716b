"""The published document as the generators of types are given it: without what the libraries do themselves (headers), what nobody's types need
(refusals, which are exceptions; examples; patterns), and with amounts as each language has them."""

import copy
import dataclasses
import re

JSON = "application/json"
# Both are said by arguments of a call, for every operation in the same way.
BY_ARGUMENT = ("Idempotency-Key", "If-Match")


@dataclasses.dataclass
class Operation:
    """One operation, with what a library must know of it."""

    id: str
    method: str
    path: str
    summary: str
    parameters: list
    takes: dict | None
    takes_required: bool
    gives: dict | None
    media_type: str

    @property
    def is_list(self):
        """Whether it can be read by cursor, record after record; what a cursor leads through files in parts is none."""
        return self.media_type == JSON and any(one["name"] == "cursor" for one in self.parameters)

    def named(self, place):
        """Its parameters of a place, `path` or `query`."""
        return [one for one in self.parameters if one["in"] == place]

    @property
    def sends_conditions(self):
        """The headers that a call of it may say by arguments."""
        return [one["name"] for one in self.parameters if one["in"] == "header"]


def operations(source):
    """All operations, in the order of their ids."""
    found = []
    for path, item in source["paths"].items():
        for method, operation in item.items():
            parameters = [resolved(source, one) for one in operation["parameters"]]
            body = operation.get("requestBody")
            answer = next(resolved(source, answer) for status, answer in operation["responses"].items() if status < "300")
            (media_type, content), = answer["content"].items()
            found.append(Operation(
                operation["operationId"], method.upper(), path, operation["summary"], parameters,
                body and body["content"][JSON]["schema"], bool(body and body["required"]), content.get("schema"), media_type))
    return sorted(found, key=lambda one: one.id)


def resolved(source, part):
    """What a reference to a component leads to."""
    while "$ref" in part:
        _, _, kind, name = part["$ref"].split("/")
        part = source["components"][kind][name]
    return part


def camel_case(name):
    """`create_booking` as TypeScript has it, `createBooking`."""
    return re.sub("_(.)", lambda found: found[1].upper(), name)


def for_typescript(source):
    """Amounts are a type of their own, `Decimal`; operations are called as TypeScript does."""
    made = slim(source)
    for item in made["paths"].values():
        for operation in item.values():
            operation["operationId"] = camel_case(operation["operationId"])
    decimal_reference = {"$ref": "#/components/schemas/Decimal"}

    def decimal(schema):
        if schema.get("format") == "decimal":
            kept = {key: schema[key] for key in ("description", "nullable") if key in schema}
            schema.clear()
            schema |= {"allOf": [decimal_reference], **kept}

    each_schema(made, decimal)
    made["components"]["schemas"]["Decimal"] = {
        "type": "string", "description": 'A decimal number as digits, such as "149.50": exact, as it stands in the JSON of the API.'}
    return made


def for_python(source):
    """Amounts stay numbers of the format `decimal`, which become `Decimal`; other formats are texts."""
    made = slim(source)
    schemas = made["components"]["schemas"]
    # Python's checkers do not tell dictionaries of a union apart by their keys.
    for schema in schemas.values():
        if "oneOf" in schema:
            merge(schema, [resolved(source, one) for one in schema.pop("oneOf")])
    # What may be null says so where it is used: the generator forgets it of objects.
    nullable = {name for name, schema in schemas.items() if schema.get("nullable") and schema.get("type") == "object"}
    for name in nullable:
        del schemas[name]["nullable"]

    def ready(schema):
        if schema.get("type") in ("string", "integer"):
            schema.pop("format", None)
        if any(one.get("$ref", "").rpartition("/")[2] in nullable for one in schema.get("allOf", [])):
            schema["nullable"] = True

    each_schema(made, ready)
    return made


def merge(schema, variants):
    """Makes one object of several, which has all their properties and requires what each of them does."""
    schema["type"] = "object"
    schema["properties"] = {name: copy.deepcopy(inner) for variant in variants for name, inner in variant["properties"].items()}
    schema["required"] = [name for name in schema["properties"] if all(name in variant["required"] for variant in variants)]


def slim(source):
    """A copy without what no type follows from."""
    made = {key: source[key] for key in ("openapi", "info")} | {"paths": copy.deepcopy(source["paths"]), "components": {}}
    made["components"]["schemas"] = copy.deepcopy(source["components"]["schemas"])
    for item in made["paths"].values():
        for operation in item.values():
            parameters = [resolved(source, one) for one in operation["parameters"]]
            operation["parameters"] = [one for one in copy.deepcopy(parameters) if one["name"] not in BY_ARGUMENT]
            answers = {status: resolved(source, one) for status, one in operation["responses"].items() if status < "300"}
            operation["responses"] = {
                status: {"description": one["description"], "content": without_examples(one["content"])} for status, one in answers.items()}
            if "requestBody" in operation:
                operation["requestBody"]["content"] = without_examples(operation["requestBody"]["content"])

    def shorter(schema):
        for key in ("pattern", "minLength", "maxLength", "minimum", "maximum", "multipleOf", "minItems", "maxItems", "example"):
            schema.pop(key, None)

    each_schema(made, shorter)
    return made


def without_examples(content):
    """Bodies by media type with their schemas alone."""
    return {media_type: {"schema": copy.deepcopy(one["schema"])} for media_type, one in content.items() if "schema" in one}


def each_schema(made, change):
    """Changes every schema of a document, those inside others first."""

    def visit(schema):
        for inner in (*schema.get("properties", {}).values(), *schema.get("allOf", []), *schema.get("oneOf", []), *schema.get("anyOf", [])):
            visit(inner)
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                visit(schema[key])
        change(schema)

    for schema in made["components"]["schemas"].values():
        visit(schema)
    for item in made["paths"].values():
        for operation in item.values():
            for parameter in operation["parameters"]:
                visit(parameter["schema"])
