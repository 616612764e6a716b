"""What commands ask of AWS: read at once, and changes that are told as commands of the AWS CLI before they are made, or instead."""

import json
import shlex

# What the AWS CLI calls a service otherwise than boto3 does.
CLI = {"s3": "s3api"}


class Calls:
    """The calls of one command in one region. `tell` takes a line for people."""

    def __init__(self, session, is_rehearsed=False, tell=print):
        self.session, self.is_rehearsed, self.tell, self.changes = session, is_rehearsed, tell, 0

    def read(self, service, operation, region=None, **given):
        """The answer to a question, which is asked always."""
        return getattr(self.session.client(service, region_name=region), operation)(**given)

    def pages(self, service, operation, key, region=None, **given):
        """All items of a list."""
        pages = self.session.client(service, region_name=region).get_paginator(operation).paginate(**given)
        return [one for page in pages for one in page.get(key, [])]

    def change(self, service, operation, region=None, **given):
        """Tells of a change and makes it; when only rehearsed, nothing is made and the answer is empty."""
        where = f" --region {region}" if region else ""
        text = shlex.quote(json.dumps(given, default=written))
        self.tell(f"aws {CLI.get(service, service)} {operation.replace('_', '-')}{where} --cli-input-json {text}")
        self.changes += 1
        return {} if self.is_rehearsed else self.read(service, operation, region, **given)

    def wait(self, service, condition, region=None, **given):
        """Waits until something is so, unless it is only rehearsed."""
        if not self.is_rehearsed:
            self.session.client(service, region_name=region).get_waiter(condition).wait(**given)


def written(value):
    """A moment as the AWS CLI takes it."""
    return value.isoformat()


def arguments(parser):
    """What every command takes that changes something in an account."""
    parser.add_argument("--dry-run", action="store_true", help="print the calls of AWS that would change something, and make none of them")
    return parser
