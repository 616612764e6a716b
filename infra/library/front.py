"""What answers at the addresses of AWS in a rehearsal: moto, a stand-in for API Gateway in front of the functions' programs, and one for IAM that
judges each call of a function by the policies of its role."""

import ast
import base64
import io
import json
import re
import urllib.parse
import uuid

from moto.iam.access_control import IAMPolicy, PermissionResult
from werkzeug.wrappers import Request, Response

from . import rollout

KEY = re.compile(r"Credential=([^/,]+)/")
QUERY_KEY = re.compile(r"X-Amz-Credential=([^%/&]+)")
FUNCTION = re.compile(r":function:([^:/]+)")
# What DynamoDB calls a transaction's parts, by what a role is allowed.
PARTS = {"Get": "GetItem", "Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}
S3_ACTIONS = {"GET": "GetObject", "HEAD": "GetObject", "PUT": "PutObject", "DELETE": "DeleteObject"}


class Roles:
    """Judges calls by the policies that roles of the stack have, as moto keeps and reads them."""

    def __init__(self, session, arns):
        self.identity, self.tokens, self.arns, self.policies = session.client("iam"), session.client("sts"), arns, {}
        self.judged, self.refused = set(), []

    def credentials(self, function, role):
        """The variables by which a function's program has the credentials of its role."""
        name = role.rsplit("/", 1)[1]
        given = self.tokens.assume_role(RoleArn=role, RoleSessionName=function)["Credentials"]
        names = self.identity.list_role_policies(RoleName=name)["PolicyNames"]
        documents = [self.identity.get_role_policy(RoleName=name, PolicyName=one)["PolicyDocument"] for one in names]
        # moto keeps what its CloudFormation put there as Python writes it.
        written = [ast.literal_eval(document) if isinstance(document, str) else document for document in documents]
        self.policies[given["AccessKeyId"]] = function, [IAMPolicy(json.dumps(document)) for document in written]
        return {"AWS_ACCESS_KEY_ID": given["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": given["SecretAccessKey"],
                "AWS_SESSION_TOKEN": given["SessionToken"]}

    def refusal(self, request):
        """Why a call is refused; None when its role allows it, and when it is no function's."""
        match = KEY.search(request.headers.get("Authorization", "")) or QUERY_KEY.search(request.query_string.decode())
        if not match or match[1] not in self.policies:
            return None
        function, policies = self.policies[match[1]]
        for action, resource in calls(request, self.arns):
            self.judged.add((function, action))
            if not self.judge(policies, action, resource):
                self.refused.append(f"{function}: {action} on {resource}")
                return self.refused[-1]
        return None


    @staticmethod
    def judge(policies, action, resource):
        """Whether policies allow an action on a resource, and none of them denies it."""
        results = {policy.is_action_permitted(action, resource) for policy in policies}
        return PermissionResult.DENIED not in results and PermissionResult.PERMITTED in results


def calls(request, arns):
    """Action and resource of each part of a call; `arns` has what comes before the name of a table and of a queue."""
    service, _, operation = request.headers.get("X-Amz-Target", "").partition(".")
    body = json.loads(request.get_data() or b"{}") if operation else {}
    if service.startswith("DynamoDB"):
        yield from of_table(operation, body, arns["table"])
    elif service == "secretsmanager":
        yield f"secretsmanager:{operation}", body["SecretId"]
    elif service == "AmazonSQS":
        yield "sqs:SendMessage", arns["queue"] + body["QueueUrl"].rsplit("/", 1)[1]
    else:
        bucket = request.host.partition(".s3.")[0]
        yield f"s3:{S3_ACTIONS[request.method]}", f"arn:aws:s3:::{bucket}{urllib.parse.unquote(request.path)}"


def of_table(operation, body, table):
    """The same of a call of DynamoDB, in which a transaction is its parts."""
    if items := body.get("TransactItems"):
        for item in items:
            [(part, given)] = item.items()
            yield f"dynamodb:{PARTS[part]}", table + given["TableName"]
    elif names := body.get("RequestItems"):
        for name in names:
            yield f"dynamodb:{operation}", table + name
    else:
        index = f"/index/{body['IndexName']}" if "IndexName" in body else ""
        yield f"dynamodb:{operation}", table + body["TableName"] + index


class Gateway:
    """A stand-in for API Gateway: finds the function of a path among the API's resources, and hands it the request as an event."""

    def __init__(self, session, api, runtimes):
        client = session.client("apigateway")
        listed = client.get_resources(restApiId=api, limit=500)["items"]
        answers = {one["responseType"]: one for one in client.get_gateway_responses(restApiId=api)["items"]}
        self.answers, self.runtimes, self.functions = answers, runtimes, {}
        for one in listed:
            if "ANY" in one.get("resourceMethods", {}):
                uri = client.get_integration(restApiId=api, resourceId=one["id"], httpMethod="ANY")["uri"]
                name, alias = FUNCTION.search(uri)[1], uri.split(":function:")[1].split("/")[0].partition(":")[2]
                if alias != rollout.ALIAS:
                    raise ValueError(f"{one['path']} calls {name} and not its alias {rollout.ALIAS}")
                self.functions[one["path"]] = name

    def function(self, path):
        """The function of a path: of itself, or of the longest path below which it is."""
        if path in self.functions:
            return self.functions[path]
        below = [known for known in self.functions if known.endswith("/{proxy+}") and path.startswith(known.removesuffix("{proxy+}"))]
        return self.functions[max(below, key=len)] if below else None

    def answer(self, request):
        _, stage, rest = request.path.split("/", 2)
        path = f"/{rest}"
        name = self.function(path)
        if name not in self.runtimes:
            return Response(f"{name} has no program in this rehearsal", 501)
        try:
            told = self.runtimes[name].invoke(event(request, path, stage))
        except RuntimeError as error:
            return self.own("DEFAULT_5XX", str(error))
        body = base64.b64decode(told["body"]) if told.get("isBase64Encoded") else told.get("body", "")
        headers = [(key, value) for key, values in told.get("multiValueHeaders", {}).items() for value in values]
        return Response(body, told["statusCode"], headers + list(told.get("headers", {}).items()))

    def own(self, kind, cause):
        """An answer of the gateway itself, as the template words it."""
        known = self.answers[kind]
        text = known["responseTemplates"]["application/json"].replace("$context.requestId", str(uuid.uuid4()))
        return Response(text, int(known["statusCode"]), {"Content-Type": "application/json", "X-Cause": cause.replace("\n", " ")[:500]})


def event(request, path, stage):
    """A request as a REST API hands it to a function."""
    body, query = request.get_data(), request.args
    try:
        text, is_encoded = body.decode(), False
    except UnicodeDecodeError:
        text, is_encoded = base64.b64encode(body).decode(), True
    headers = {}
    for name, value in request.headers:
        headers.setdefault(name, []).append(value)
    return {"resource": "/{proxy+}", "path": path, "httpMethod": request.method, "multiValueHeaders": headers,
            "multiValueQueryStringParameters": {name: query.getlist(name) for name in query} or None,
            "requestContext": {"stage": stage, "requestId": str(uuid.uuid4()), "path": request.path, "httpMethod": request.method,
                               "identity": {"sourceIp": request.remote_addr}},
            "body": text, "isBase64Encoded": is_encoded}


def application(moto, gateway, roles):
    """One program for all addresses: the API's own go to the gateway, the others to moto, once the caller's role allows it."""
    def serve(environment, start):
        request = Request(environment)
        # Whoever answers reads it again.
        environment["wsgi.input"] = io.BytesIO(request.get_data())
        if ".execute-api." in request.host:
            return gateway().answer(request)(environment, start)
        if reason := roles.refusal(request):
            body = json.dumps({"__type": "AccessDeniedException", "message": reason})
            return Response(body, 400, {"Content-Type": "application/x-amz-json-1.0"})(environment, start)
        return moto(environment, start)
    return serve
