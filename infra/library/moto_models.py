"""What moto's CloudFormation does not make of template.yaml: parts that its services know are made by their own calls, of the others only the name
stands there.

A new type of resource is in none of the lists until somebody has placed it: docs/AWS.md has the same lists, and a test compares."""

import json

import boto3
from moto.cloudformation import parsing
from moto.core.common_models import CloudFormationModel


class Made(CloudFormationModel):
    """A resource that was made, by its physical id."""

    def __init__(self, identity, attributes=None):
        self.physical_resource_id, self.attributes = identity, attributes or {}

    def get_cfn_attribute(self, attribute):
        return self.attributes.get(attribute, f"{self.physical_resource_id}.{attribute}")

    def is_created(self):
        return True

    @staticmethod
    def has_cfn_attr(_attribute):
        return True

    @staticmethod
    def cloudformation_name_type():
        return ""


def version(functions, _name, given):
    """The first version of a function. moto's own has no number that an alias could name."""
    made = functions.publish_version(FunctionName=given["FunctionName"])
    return Made(made["FunctionArn"], {"Version": made["Version"]})


def alias(functions, _name, given):
    """The alias of a function, which names its first version."""
    return Made(functions.create_alias(**given)["AliasArn"])


def secret(secrets, name, given):
    """A secret with a random value, as CloudFormation generates it."""
    wanted = given["GenerateSecretString"]
    value = secrets.get_random_password(PasswordLength=wanted["PasswordLength"], ExcludePunctuation=wanted["ExcludePunctuation"])["RandomPassword"]
    return Made(secrets.create_secret(Name=name, Description=given["Description"], SecretString=value)["ARN"])


def secret_policy(secrets, _name, given):
    """Who is refused a secret."""
    secrets.put_resource_policy(SecretId=given["SecretId"], ResourcePolicy=json.dumps(given["ResourcePolicy"]))
    return Made(given["SecretId"])


def bucket_policy(buckets, _name, given):
    """Who may use a bucket. moto reads no conditions: what is denied only without TLS would be denied always."""
    document = given["PolicyDocument"]
    plain = [one for one in document["Statement"] if one["Effect"] == "Allow" or "Condition" not in one]
    if plain:
        buckets.put_bucket_policy(Bucket=given["Bucket"], Policy=json.dumps(document | {"Statement": plain}))
    return Made(given["Bucket"])


def metric_filter(logs, name, given):
    """A figure that is read from lines of a log."""
    changes = [{key[0].lower() + key[1:]: value for key, value in one.items()} for one in given["MetricTransformations"]]
    logs.put_metric_filter(logGroupName=given["LogGroupName"], filterName=name, filterPattern=given["FilterPattern"], metricTransformations=changes)
    return Made(name)


def rest_api(gateway, _name, given):
    """An API with its paths, each of which calls one function, and the answers that it gives by itself. moto's own has no paths."""
    body, made = given["Body"], gateway.create_rest_api(name=given["Name"])
    resources = {"/": made["rootResourceId"]}
    for path in sorted(body["paths"]):
        parts = [part for part in path.split("/") if part]
        for count in range(1, len(parts) + 1):
            parent, here = "/" + "/".join(parts[:count - 1]), "/" + "/".join(parts[:count])
            if here not in resources:
                resources[here] = gateway.create_resource(restApiId=made["id"], parentId=resources[parent], pathPart=parts[count - 1])["id"]
        for method, operation in body["paths"][path].items():
            # SAM writes the method "any" by this name.
            of_path = {"restApiId": made["id"], "resourceId": resources[path],
                       "httpMethod": "ANY" if method == "x-amazon-apigateway-any-method" else method.upper()}
            integration = operation["x-amazon-apigateway-integration"]
            gateway.put_method(**of_path, authorizationType="NONE")
            gateway.put_integration(**of_path, type="AWS_PROXY", integrationHttpMethod="POST", uri=integration["uri"])
    for kind, answer in body["x-amazon-apigateway-gateway-responses"].items():
        gateway.put_gateway_response(restApiId=made["id"], responseType=kind, statusCode=str(answer["statusCode"]),
                                     responseTemplates=answer["responseTemplates"], responseParameters=answer["responseParameters"])
    return Made(made["id"], {"RootResourceId": made["rootResourceId"]})


def deployment(gateway, _name, given):
    """A deployment of an API. moto's own has no id that a stage could name."""
    return Made(gateway.create_deployment(restApiId=given["RestApiId"])["id"])


def stage(gateway, _name, given):
    """The stage of an API."""
    gateway.create_stage(restApiId=given["RestApiId"], stageName=given["StageName"], deploymentId=given["DeploymentId"])
    return Made(given["StageName"])


def alarm(watch, name, given):
    """An alarm; the value of its Ref is its name."""
    watch.put_metric_alarm(AlarmName=name, **given)
    return Made(name)


def dashboard(watch, _name, given):
    """A page of figures."""
    watch.put_dashboard(**given)
    return Made(given["DashboardName"])


def gateway_account(gateway, _name, given):
    """As what API Gateway writes its logs in this account."""
    gateway.update_account(patchOperations=[{"op": "replace", "path": "/cloudwatchRoleArn", "value": given["CloudWatchRoleArn"]}])
    return Made("account")


def key(keys, _name, given):
    """A key. moto's own has a policy that moto cannot read."""
    made = keys.create_key(Description=given["Description"], Policy=json.dumps(given["KeyPolicy"]))["KeyMetadata"]
    return Made(made["KeyId"], {"Arn": made["Arn"]})


def key_alias(keys, _name, given):
    """Another name of a key."""
    keys.create_alias(**given)
    return Made(given["AliasName"])


def vault(backups, _name, given):
    """Where copies are kept."""
    return Made(given["BackupVaultName"], {"BackupVaultArn": backups.create_backup_vault(**given)["BackupVaultArn"]})


def backup_plan(backups, _name, given):
    """When copies are made."""
    plan = given["BackupPlan"]
    rules = [{NAMES_OF_RULES.get(name, name): value for name, value in rule.items()} for rule in plan["BackupPlanRule"]]
    return Made(backups.create_backup_plan(BackupPlan={"BackupPlanName": plan["BackupPlanName"], "Rules": rules})["BackupPlanId"])


# What a template calls otherwise than the service does.
NAMES_OF_RULES = {"TargetBackupVault": "TargetBackupVaultName"}
# Types that moto's services make, though its CloudFormation does not: of which service, and how.
BY_OWN_CALLS = {
    "AWS::ApiGateway::Account": ("apigateway", gateway_account),
    "AWS::Backup::BackupPlan": ("backup", backup_plan),
    "AWS::Backup::BackupVault": ("backup", vault),
    "AWS::KMS::Key": ("kms", key),
    "AWS::KMS::Alias": ("kms", key_alias),
    "AWS::ApiGateway::Deployment": ("apigateway", deployment),
    "AWS::ApiGateway::RestApi": ("apigateway", rest_api),
    "AWS::ApiGateway::Stage": ("apigateway", stage),
    "AWS::CloudWatch::Alarm": ("cloudwatch", alarm),
    "AWS::CloudWatch::Dashboard": ("cloudwatch", dashboard),
    "AWS::Lambda::Alias": ("lambda", alias),
    "AWS::Lambda::Version": ("lambda", version),
    "AWS::Logs::MetricFilter": ("logs", metric_filter),
    "AWS::S3::BucketPolicy": ("s3", bucket_policy),
    "AWS::SecretsManager::ResourcePolicy": ("secretsmanager", secret_policy),
    "AWS::SecretsManager::Secret": ("secretsmanager", secret),
}
# Types of which nothing is made: what names them gets their name.
NAME_ONLY = {
    "AWS::Backup::BackupSelection",
    "AWS::CloudFront::Distribution",
    "AWS::CloudFront::OriginAccessControl",
    "AWS::CloudFront::ResponseHeadersPolicy",
    "AWS::Lambda::EventInvokeConfig",
    "AWS::SES::ConfigurationSet",
    "AWS::SES::ConfigurationSetEventDestination",
    "AWS::SNS::Subscription",
    "AWS::WAFv2::WebACL",
    "AWS::WAFv2::WebACLAssociation",
}


def model(kind, make):
    """A class by which moto's CloudFormation makes resources of a type: `make` is given name, properties and region."""
    def create(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        return make(resource_name, cloudformation_json.get("Properties", {}), region_name)
    body = {"cloudformation_name_type": staticmethod(lambda: ""), "cloudformation_type": staticmethod(lambda: kind),
            "create_from_cloudformation_json": classmethod(create)}
    # moto finds what stands directly below its own class.
    return type(kind.replace("::", ""), (CloudFormationModel,), body)


def by_call(service, make):
    return lambda name, given, region: make(boto3.client(service, region_name=region), name, given)


KNOWN_TO_MOTO = set(parsing.get_model_map())
MODELS = [model(kind, by_call(service, make)) for kind, (service, make) in BY_OWN_CALLS.items()]
MODELS += [model(kind, lambda name, _given, _region: Made(name)) for kind in sorted(NAME_ONLY)]
parsing.get_model_list.cache_clear()
parsing.get_model_map.cache_clear()
parsing.get_name_type_map.cache_clear()


def placed(resources):
    """The types of a template's resources, by how much of them moto makes: "made", "by own calls", "name only", and those that nobody has placed."""
    found = {"made": set(), "by own calls": set(), "name only": set(), "not placed": set()}
    for kind in {resource["Type"] for resource in resources.values()}:
        if kind in BY_OWN_CALLS:
            found["by own calls"].add(kind)
        elif kind in NAME_ONLY:
            found["name only"].add(kind)
        else:
            found["made" if kind in KNOWN_TO_MOTO else "not placed"].add(kind)
    return found
