"""catalogue.json of the MCP server: which operations an agent may be told of, what each does to records, and the schemas of what they take, as JSON
Schema. What no agent should have is not in it: operations that hand out a credential, and documents for eyes."""

import re

from . import document

# Operations that only look: the operation that does it, whose dry run asks them; None for those that nobody does afterwards. A quote of a booking is
# kept for 15 minutes, holds nothing, and is seen by nobody else.
PREVIEWS = {
    "preview_billing_run": "create_billing_run",
    "preview_booking_hand_over": "hand_over_booking",
    "preview_booking_series": "create_booking_series",
    "preview_booking_series_hand_over": "hand_over_booking_series",
    "preview_credit_note": "create_credit_note",
    "preview_event_replay": "replay_events",
    "preview_invoice": "create_invoice",
    "preview_letter": None,
    "preview_shop_order": "create_shop_order",
    "preview_subscription": "create_subscription",
    "preview_subscription_plan_change": "change_subscription_plan",
    "quote_booking": "create_booking",
    "quote_booking_cancellation": "cancel_booking",
}
IS_PREVIEW = re.compile(r"(^|_)(preview|quote)(_|$)")
SCOPE = re.compile(r"\s*Needs the scope `([a-z:]+)`\.")
# Said of what runs other operations: an agent asks for each by its own tool, which says what it does.
RUNS_OTHERS = "Needs the scope of the operation that it runs."
# Fields by which somebody acts. An agent's conversation is kept, and read by others.
CREDENTIALS = {"page_secret", "secret", "token"}
SHOWN_ONCE = "shown once"
FOR_EYES = ("application/pdf", "image/")
# How refusals are explained once for all, in the server's instructions.
USUAL = {"forbidden", "internal_error", "invalid_token", "not_found", "rate_limited", "service_unavailable", "validation_error", "version_conflict",
         "version_mismatch", "idempotency_in_progress", "idempotency_mismatch", "payload_too_large", "unsupported_media_type", "rule_violation"}


def made(source):
    """The whole catalogue."""
    check_previews(source)
    operations = [entry(source, one, path, item[one.method.lower()]) for one, path, item in offered(source)]
    schemas = source["components"]["schemas"]
    kept = reached(source, [operation[part] for operation in operations for part in ("parameters", "body")])
    return {"operations": operations, "schemas": {name: as_json_schema(schemas[name]) for name in sorted(kept)}}


def offered(source):
    """The operations that are in the catalogue, each with its path and what stands there."""
    for one in document.operations(source):
        item = source["paths"][one.path]
        runs_others = RUNS_OTHERS in item[one.method.lower()]["description"]
        if not one.media_type.startswith(FOR_EYES) and not hands_out_a_credential(source, one) and not runs_others:
            yield one, one.path, item


def entry(source, one, path, written):
    """What the server knows of an operation."""
    found = SCOPE.search(written["description"])
    if not found:
        raise ValueError(f"{one.id} names no scope")
    answer = one.gives and document.resolved(source, one.gives)
    body = written.get("requestBody", {}).get("content", {}).get(document.JSON, {})
    return {
        "id": one.id,
        "area": written["tags"][0].lower(),
        "summary": one.summary,
        "description": SCOPE.sub("", written["description"]),
        "method": one.method,
        "path": path,
        "scope": found[1],
        "effect": effect(one, written),
        "preview": next((preview for preview, of in PREVIEWS.items() if of == one.id), None),
        "is_list": one.is_list,
        "is_conditional": "If-Match" in one.sends_conditions,
        "parameters": [parameter(one) for one in one.parameters if one["in"] != "header"],
        "body": one.takes and as_json_schema(one.takes),
        "is_body_required": one.takes_required,
        "example": shown_example(source, one, body.get("example")),
        "fields": fields(source, answer),
        "refusals": refusals(source, written),
    }


def effect(one, written):
    """What it does to records: `read`, `create` a new one and leave all others as they are, or `change` what is there."""
    if one.method == "GET" or one.id in PREVIEWS:
        return "read"
    return "create" if one.method == "POST" and "201" in written["responses"] else "change"


def parameter(one):
    """A parameter of path or query."""
    kept = {key: one[key] for key in ("name", "in", "description") if key in one}
    return kept | {"required": one.get("required", False), "schema": as_json_schema(one["schema"])}


def shown_example(source, one, example):
    """The example of a body without what is only ever sent, None when there is none."""
    properties = document.resolved(source, one.takes).get("properties", {}) if one.takes else {}
    return example and {name: value for name, value in example.items() if not properties.get(name, {}).get("writeOnly")}


def fields(source, answer):
    """The names of the fields of its record, or of the records of its list."""
    data = answer and document.resolved(source, answer.get("properties", {}).get("data", {}))
    if data and data.get("type") == "array":
        data = document.resolved(source, data["items"])
    return sorted((data or {}).get("properties", {}))


def refusals(source, written):
    """What it refuses beside what all do: its codes, and the reasons of a 422."""
    found = []
    for status, answer in written["responses"].items():
        answer = document.resolved(source, answer)
        codes = set(re.findall(r"`([a-z_]+)`", answer["description"].partition(", with the reason")[0])) if status >= "400" else set()
        found += [f"{status} {code}" for code in sorted(codes - USUAL)]
        found += [f"{status} rule_violation: {reason}" for reason in answer.get("x-reasons", [])]
    return found


def hands_out_a_credential(source, one):
    """Whether somebody who has its answer can act by it."""
    for name in reached(source, [one.gives]):
        for field, schema in source["components"]["schemas"][name].get("properties", {}).items():
            if field in CREDENTIALS or SHOWN_ONCE in schema.get("description", ""):
                return True
    return False


def reached(source, parts):
    """The names of all schemas to which references of these parts lead."""
    known, waiting = set(), [parts]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            waiting += part.values()
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in known:
                known.add(name)
                waiting.append(source["components"]["schemas"][name])
    return known


def as_json_schema(schema):
    """A schema of OpenAPI 3.0 as JSON Schema has it. What is only ever sent, such as a password, is left out."""
    if isinstance(schema, list):
        return [as_json_schema(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: as_json_schema(value) for key, value in schema.items() if key not in ("nullable", "properties", "writeOnly", "example")}
    if "properties" in schema:
        kept["properties"] = {name: as_json_schema(one) for name, one in schema["properties"].items() if not one.get("writeOnly")}
    if "$ref" in kept:
        kept["$ref"] = "#/$defs/" + kept["$ref"].rpartition("/")[2]
    return or_null(kept) if schema.get("nullable") else kept


def or_null(schema):
    """The schema, or null."""
    if "type" not in schema:
        described = {key: schema.pop(key) for key in ("description",) if key in schema}
        return described | {"anyOf": [schema, {"type": "null"}]}
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema | {"type": [schema["type"], "null"]}


def check_previews(source):
    """Ends when a preview of the document has no entry above, or an entry no operation."""
    known = {one.id for one in document.operations(source)}
    found = {name for name in known if IS_PREVIEW.search(name)}
    if found != set(PREVIEWS) or {name for name in PREVIEWS.values() if name} - known:
        raise ValueError(f"PREVIEWS of sdk/generator/mcp_catalogue.py are not those of the document: {sorted(found ^ set(PREVIEWS))}")
