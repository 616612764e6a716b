"""What an account needs once, before any environment is deployed."""

from . import formation

LOGS_STACK = "api-gateway-logs"
GITHUB = "token.actions.githubusercontent.com"
AUDIENCE = "sts.amazonaws.com"


def prepare(calls):
    """Gives API Gateway a role for its logs, and makes GitHub's tokens known to IAM."""
    role = calls.read("apigateway", "get_account").get("cloudwatchRoleArn")
    if role and formation.outputs(calls, LOGS_STACK) is None:
        calls.tell(f"API Gateway writes logs as {role}")
    else:
        formation.deploy(calls, "account.yaml", LOGS_STACK)
    known = calls.read("iam", "list_open_id_connect_providers")["OpenIDConnectProviderList"]
    if any(one["Arn"].endswith(f"/{GITHUB}") for one in known):
        calls.tell("IAM knows the tokens of GitHub")
    else:
        calls.change("iam", "create_open_id_connect_provider", Url=f"https://{GITHUB}", ClientIDList=[AUDIENCE])


def roles_stack(stack):
    """The stack of the roles by which a stack is deployed."""
    return f"deploy-roles-{stack}"


def roles(calls, stack, repository, environment):
    """The roles by which a repository's environment deploys a stack: that of its jobs and that of CloudFormation; empty when only rehearsed."""
    told = formation.deploy(calls, "roles.yaml", roles_stack(stack), Stack=stack, Repository=repository, Environment=environment)
    return told.get("DeployRole", ""), told.get("CloudFormationRole", "")
