"""A first deployment on this machine: the stack of template.yaml in moto, at the addresses of AWS, with the functions' own programs."""

import json
import os
import re
import ssl
import subprocess
import threading
import time

import boto3
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

from . import front, inputs, namespace, runtime, service, sources, stand_in, tools

STACK, REGION, ACCOUNT = "colonnade-dev", stand_in.REGION, "123456789012"
ZONES = [f"*.{REGION}.amazonaws.com", f"*.s3.{REGION}.amazonaws.com", f"*.execute-api.{REGION}.amazonaws.com"]
SERVICES = [f"{name}.{REGION}.amazonaws.com" for name in (
    "dynamodb", "secretsmanager", "sqs", "email", "s3", "cloudformation", "apigateway", "kms", "backup", "acm", "lambda")]
GLOBAL_SERVICES = ["iam.amazonaws.com", "route53.amazonaws.com", "acm.us-east-1.amazonaws.com"]
OPERATOR = {"AWS_ACCESS_KEY_ID": "operator", "AWS_SECRET_ACCESS_KEY": "operator", "AWS_REGION": REGION, "AWS_DEFAULT_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true"}
# What operators run besides, and how it ends.
COMMANDS = [
    ("environment/account", 0), ("environment/account --dry-run", 0), ("environment/roles dev --repository acme/colonnade", 0),
    ("environment/key dev", 0), ("environment/domain dev --api api.example.com --console console.example.com", 0),
    ("deploy/console dev --client colc_x --key cols_x", 0), ("environment/take-down dev", 1),
    ("environment/take-down dev --keep table files secrets --dry-run", 0),
    ("environment/take-down dev --keep table files secrets", 0),
]
ARNS = {"table": f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/", "queue": f"arn:aws:sqs:{REGION}:{ACCOUNT}:"}
# So that as many parts are made as the template has.
PARAMETERS = {"Stage": "dev", "LetterSender": "letters@example.com", "PublicUrl": "https://api.example.com",
              "DeployRoles": f"arn:aws:iam::{ACCOUNT}:role/{STACK}-deploy"}


class Quiet(WSGIRequestHandler):
    """Keeps connections, and says nothing of each request."""

    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


class Rehearsal:
    """A stack in moto, and the programs that run on it."""

    def __init__(self, folder, programs, log):
        self.folder, self.programs, self.log = folder, programs, log
        self.failures, self.checks, self.runtimes = [], 0, {}
        self.hosts = namespace.Hosts(folder)
        self.trusted, self.chain = namespace.certificates(folder, *ZONES, *GLOBAL_SERVICES)
        namespace.trust(self.trusted)
        self.session = boto3.Session(region_name=REGION)

    def check(self, what, is_well, told=""):
        """Notes whether something is as it should be."""
        self.checks += 1
        print(f"{'ok      ' if is_well else 'FAILED  '}{what}" + (f": {told}" if told and not is_well else ""), flush=True)
        if not is_well:
            self.failures.append(what)

    def make(self):
        """Has the stack made, and starts what answers at the addresses of AWS."""
        began = time.monotonic()
        self.template = stand_in.make(self.session, STACK, **PARAMETERS)
        self.made = stand_in.resources(self.session, STACK)
        seconds = time.monotonic() - began
        [told] = self.session.client("cloudformation").describe_stacks(StackName=STACK)["Stacks"]
        self.outputs = {one["OutputKey"]: one["OutputValue"] for one in told["Outputs"]}
        self.check(f"the stack is made: {len(self.made)} resources of {len({kind for kind, _ in self.made.values()})} types in {seconds:.0f} s",
                   told["StackStatus"] == "CREATE_COMPLETE", told["StackStatus"])
        self.roles = front.Roles(self.session, ARNS)
        self.runtimes = {runner.name: runner for runner in self.functions()}
        self.sources = sources.Sources(self.session, self.runtimes, lambda what, told: self.check(what, False, told))
        api = self.physical("AWS::ApiGateway::RestApi")[0]
        self.gateway = front.Gateway(self.session, api, self.runtimes)
        buckets = [f"{name}.s3.{REGION}.amazonaws.com" for name in self.physical("AWS::S3::Bucket")]
        self.hosts.add(*SERVICES, *GLOBAL_SERVICES, *buckets, f"{api}.execute-api.{REGION}.amazonaws.com")
        self.serve()

    def physical(self, kind):
        return [identity for known, identity in self.made.values() if known == kind]

    def functions(self):
        """What runs each function of which there is a program, with what the stack says of it."""
        client = self.session.client("lambda")
        for name in inputs.deployed((tools.REPOSITORY / inputs.TEMPLATE).read_text()):
            if not (self.programs / name).exists():
                continue
            known = client.get_function_configuration(FunctionName=f"{STACK}-{name}")
            settings = {key: str(value) for key, value in known["Environment"]["Variables"].items()}
            settings |= self.roles.credentials(f"{STACK}-{name}", known["Role"]) | {"AWS_REGION": REGION, "SSL_CERT_FILE": str(self.trusted)}
            yield runtime.Runtime(self.programs / name, f"{STACK}-{name}", settings, self.log)

    def serve(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.chain)
        application = front.application(DomainDispatcherApplication(create_backend_app), lambda: self.gateway, self.roles)
        server = make_server("127.0.0.1", 443, application, threaded=True, ssl_context=context, request_handler=Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def operate(self, *arguments):
        """What the operators' program does to the stack's table."""
        command = [self.programs / "local", *arguments, "--table", self.outputs["TableName"]]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | OPERATOR)

    def client(self):
        """Makes the first merchant and client, as docs/AWS.md says."""
        began = time.monotonic()
        ran = self.operate("client", "create", "--sandbox")
        told = dict(re.findall(r"^(merchant|client id|client secret)\s+(\S+)", ran.stdout, re.M))
        self.check(f"the first client is made in {time.monotonic() - began:.1f} s", len(told) == 3, ran.stderr.strip())
        return told

    def ask(self, client):
        """Asks the functions whose programs are there."""
        asked = service.Client(self.outputs["BaseUrl"], client["client id"], client["client secret"])

        def answers(method, path, expected, body=None, **headers):
            status, told = asked.call(method, path, body, **headers)
            self.check(f"{method} {path} is answered {expected}", status == expected, f"{status} {str(told)[:300]}")
            return told
        self.through_areas(answers)
        answers("GET", "/nothing-here", 404)
        if f"{STACK}-plans" in self.runtimes:
            answers("GET", "/plans", 401, Authorization="Bearer cols_wrong")
            plan = {"name": "Rehearsed", "price": 120.5, "currency": "EUR", "billing_cycle": "monthly"}
            key = {"Idempotency-Key": "rehearsal-0123456789"}
            first, again = (answers("POST", "/plans", 201, plan, **key).get("data", {}) for _ in range(2))
            self.check("what is repeated with its key is done once", bool(first) and first.get("id") == again.get("id"))
            answers("GET", f"/plans/{first.get('id')}", 200)
            answers("DELETE", f"/plans/{first.get('id')}", 200)
        if len(self.runtimes) == len(inputs.deployed((tools.REPOSITORY / inputs.TEMPLATE).read_text())):
            own = {"COLONNADE_CLIENT_ID": client["client id"], "COLONNADE_CLIENT_SECRET": client["client secret"]}
            ran = subprocess.run([tools.REPOSITORY / "infra/deploy/smoke", self.outputs["BaseUrl"]], check=False, env=os.environ | own)
            self.check("infra/deploy/smoke finds no failure", ran.returncode == 0)

    def through_areas(self, answers):
        """One list of each function that has one and whose program is there."""
        seen = set()
        for path in service.lists():
            name = self.gateway.function(f"/v1{path}")
            if name in self.runtimes and name not in seen and path not in service.NOTHING_ASKED:
                seen.add(name)
                answers("GET", path, 200)

    def schedules(self):
        """Starts what the stack's schedules start, with their input."""
        client = self.session.client("events")
        for rule in client.list_rules()["Rules"]:
            for target in client.list_targets_by_rule(Rule=rule["Name"])["Targets"]:
                name = front.FUNCTION.search(target["Arn"])[1]
                if "Input" not in target or name not in self.runtimes:
                    continue
                try:
                    self.runtimes[name].invoke(json.loads(target["Input"]))
                    self.check(f"{name} takes {target['Input']}", True)
                except RuntimeError as error:
                    self.check(f"{name} takes {target['Input']}", False, str(error))

    def commands(self):
        """Runs operators' commands, which write into a samconfig.toml of their own here."""
        namespace.cover(tools.REPOSITORY / "samconfig.toml", self.folder / "samconfig.toml")
        for words, expected in COMMANDS:
            ran = subprocess.run([tools.REPOSITORY / "infra" / words.split()[0], *words.split()[1:]], capture_output=True, text=True, check=False,
                                 env=os.environ | OPERATOR)
            self.check(f"infra/{words} ends with {expected}", ran.returncode == expected, (ran.stdout + ran.stderr)[-1500:])

    def records(self):
        """Whether the records of the table agree, and what an export of it takes away."""
        ran = self.operate("fsck")
        self.check("the records of the table agree", ran.returncode == 0, ran.stdout + ran.stderr)
        ran = self.operate("export", "--to", self.folder / "copy.jsonl")
        lines = (self.folder / "copy.jsonl").read_text().splitlines() if ran.returncode == 0 else []
        self.check(f"the table is exported: {len(lines)} lines", bool(lines), ran.stderr)

    def judge(self):
        """Whether roles allowed what was called, and refuse what they do not name."""
        made = len(self.roles.judged)
        self.check(f"roles allow the {made} kinds of calls that were made", made and not self.roles.refused, "; ".join(self.roles.refused[:5]))
        [secret] = [identity for name, (_, identity) in self.made.items() if name == "SealingKey"]
        name, policies = next(iter(self.roles.policies.values()))
        granted = self.roles.judge(policies, "secretsmanager:GetSecretValue", secret)
        self.check(f"{name} may not read a secret that its role does not name", not granted)

    def report(self):
        """How quickly the functions began, and how often they were asked."""
        starts = {name: runner.start_seconds for name, runner in self.runtimes.items() if runner.start_seconds}
        slowest = max(starts.items(), key=lambda one: one[1])
        print(f"rehearsal: {len(starts)} functions started, the slowest {slowest[0]} in {slowest[1]:.1f} s, "
              f"{sum(runner.invocations for runner in self.runtimes.values())} invocations")

    def stop(self):
        for runner in self.runtimes.values():
            runner.stop()
