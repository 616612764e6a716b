"""Plans in one table: the records of a merchant sorted by id, an item for each name, and an item with their number."""

import datetime
import math
from decimal import Decimal
from typing import Annotated, Literal

import uuid6
from boto3.dynamodb.conditions import Key
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from database import TABLE, client, table
from refusal import Refusal

# About what one call reads anyway, a megabyte of plans.
SKIPPED_AT_ONCE = 2_500

Line = Annotated[str, StringConstraints(max_length=255)]


class NewPlan(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)]
    description: Annotated[str, StringConstraints(max_length=10_000)] = ""
    price: Annotated[Decimal, Field(ge=0, le=1_000_000_000)]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    billing_cycle: Literal["monthly", "yearly"]
    credits: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    day_passes: Annotated[int, Field(ge=0, le=10_000)] = 0
    is_active: bool = True
    tagline: Line = ""
    display_order: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    features: Annotated[list[Line], Field(max_length=100)] = []
    metadata: dict[str, str] = {}


class Paging(BaseModel):
    model_config = ConfigDict(extra="forbid")

    page: Annotated[int, Field(ge=1)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = 20


def parsed(validate, value):
    try:
        return validate(value)
    except ValidationError as error:
        details = [{"field": ".".join(map(str, one["loc"])), "message": one["msg"]} for one in error.errors()]
        raise Refusal(422, "validation_failed", "the request is not valid", details) from error


def partition(merchant):
    return f"MERCHANT#{merchant}#PLANS"


def counter(merchant):
    return {"pk": f"MERCHANT#{merchant}", "sk": "PLAN_COUNT"}


def plain(value):
    """DynamoDB's numbers as JSON has them."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


def shown(item):
    return {name: plain(value) for name, value in item.items() if name not in ("pk", "sk")}


def get_plan(merchant, plan_id):
    item = table.get_item(Key={"pk": partition(merchant), "sk": plan_id}, ConsistentRead=True).get("Item")
    if item is None:
        raise Refusal(404, "not_found", "there is no such plan")
    return 200, {"data": shown(item)}


def total(merchant):
    return int(table.get_item(Key=counter(merchant), ConsistentRead=True).get("Item", {}).get("count", 0))


def rows(merchant, forward, skipped, wanted):
    """So many rows after a number of others, from the newer or the older end of the list."""
    query = {"KeyConditionExpression": Key("pk").eq(partition(merchant)), "ScanIndexForward": forward, "ConsistentRead": True}
    while skipped > 0:
        passed = table.query(**query, Select="COUNT", Limit=min(skipped, SKIPPED_AT_ONCE))
        skipped -= passed["Count"]
        if "LastEvaluatedKey" not in passed:
            return []
        query["ExclusiveStartKey"] = passed["LastEvaluatedKey"]
    return table.query(**query, Limit=wanted)["Items"]


def page(merchant, count, offset, per_page):
    if offset == 0:
        return rows(merchant, False, 0, per_page)
    wanted = min(per_page, count - offset)
    if wanted <= 0:
        return []
    behind = count - offset - wanted
    # From whichever end is nearer: DynamoDB cannot skip.
    if offset <= behind:
        return rows(merchant, False, offset, wanted)
    return rows(merchant, True, behind, wanted)[::-1]


def list_plans(merchant, query):
    asked = parsed(Paging.model_validate, query)
    offset = (asked.page - 1) * asked.per_page
    count = total(merchant)
    items = page(merchant, count, offset, asked.per_page)
    pagination = {"page": asked.page, "per_page": asked.per_page, "total": count, "total_pages": math.ceil(count / asked.per_page),
                  "has_more": offset + asked.per_page < count}
    return 200, {"data": [shown(item) for item in items], "pagination": pagination}


def create_plan(merchant, body):
    fields = parsed(NewPlan.model_validate_json, body or "")
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    plan = {"id": str(uuid6.uuid7()), **fields.model_dump(), "version": 1, "created_at": now, "updated_at": now}
    name = {"pk": f"MERCHANT#{merchant}#PLAN_NAME#{fields.name.lower()}", "sk": "NAME", "plan_id": plan["id"]}
    absent = "attribute_not_exists(pk)"
    count = {"UpdateExpression": "ADD #count :one", "ExpressionAttributeNames": {"#count": "count"}, "ExpressionAttributeValues": {":one": 1}}
    try:
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": TABLE, "Item": {"pk": partition(merchant), "sk": plan["id"], **plan}, "ConditionExpression": absent}},
            {"Put": {"TableName": TABLE, "Item": name, "ConditionExpression": absent}},
            {"Update": {"TableName": TABLE, "Key": counter(merchant), **count}},
        ])
    except client.exceptions.TransactionCanceledException as error:
        if error.response["CancellationReasons"][1]["Code"] == "ConditionalCheckFailed":
            raise Refusal(409, "already_exists", "another plan has this name") from error
        raise
    return 201, {"data": shown(plan)}
