"""A Lambda handler as it is usually written for Python: routes, authentication, envelope."""

import datetime
import json
import logging
import time

from auth import merchant_of
from plans import create_plan, get_plan, list_plans
from refusal import Refusal

logger = logging.getLogger()
logger.setLevel(logging.INFO)
logging.getLogger("botocore").setLevel(logging.WARNING)


def route(event, merchant):
    _, _, collection, *rest = event["path"].split("/")
    method = event["httpMethod"]
    if collection != "plans" or len(rest) > 1:
        raise Refusal(404, "not_found", "there is no such path")
    if method == "GET" and rest:
        return get_plan(merchant, rest[0])
    if method == "GET":
        return list_plans(merchant, event["queryStringParameters"] or {})
    if method == "POST" and not rest:
        return create_plan(merchant, event["body"])
    raise Refusal(405, "method_not_allowed", "this path has no such method")


def answered(event):
    try:
        return route(event, merchant_of(event["headers"]))
    except Refusal as refusal:
        return refusal.answer()
    except Exception:
        logger.exception("something went wrong")
        return Refusal(500, "internal_error", "something went wrong").answer()


def handler(event, context):
    began = time.perf_counter()
    status, content = answered(event)
    now = datetime.datetime.now(datetime.timezone.utc)
    meta = {"request_id": f"req_{context.aws_request_id}", "timestamp": now.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    milliseconds = round((time.perf_counter() - began) * 1000, 3)
    line = {"method": event["httpMethod"], "path": event["path"], "status": status, "milliseconds": milliseconds, "request_id": meta["request_id"]}
    logger.info(json.dumps(line))
    return {"statusCode": status, "headers": {"Content-Type": "application/json"}, "body": json.dumps(content | {"meta": meta})}
