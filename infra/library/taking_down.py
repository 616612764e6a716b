"""Taking an environment down. What keeps data outlives the stack, unless it is named; table and files are exported before they are deleted."""

import pathlib
import subprocess

import botocore.exceptions

from . import account, formation
from .tools import REPOSITORY

# What the template keeps, by the word that names it to be kept or deleted.
KEPT = {"table": ["Table"], "files": ["Files"], "secrets": ["CursorSecret", "CodeSecret", "SealingKey"]}
# For so long deleted secrets and keys can still be had back.
DAYS = 30


def exported(table, file):
    """Writes all items of a table into a file, by the operators' program."""
    command = ["cargo", "run", "--quiet", "--locked", "-p", "local", "--", "export", "--table", table, "--to", file]
    subprocess.run(command, check=True, cwd=REPOSITORY)


class TakingDown:
    """One environment that goes: what is there of it, and what is to become of that."""

    def __init__(self, calls, stack, export=exported):
        self.calls, self.stack, self.export = calls, stack, export
        self.is_there, self.identity = found(calls, stack)
        listed = calls.pages("cloudformation", "list_stack_resources", "StackResourceSummaries", StackName=self.identity)
        # What an earlier run has deleted is not there any more.
        buckets = {one["Name"] for one in calls.read("s3", "list_buckets")["Buckets"]}
        left = {"AWS::DynamoDB::Table": set(calls.pages("dynamodb", "list_tables", "TableNames")), "AWS::S3::Bucket": buckets}
        resources = [(one["LogicalResourceId"], one["ResourceType"], one.get("PhysicalResourceId", "")) for one in listed
                     if one["ResourceStatus"] != "DELETE_COMPLETE"]
        self.made = {name: identity for name, kind, identity in resources if identity in left.get(kind, {identity})}

    def holds(self):
        """What there is of each part that keeps data, for people."""
        if name := self.made.get("Table"):
            table = self.calls.read("dynamodb", "describe_table", TableName=name)["Table"]
            yield "table", f"{name}, about {table.get('ItemCount', 0)} items, {table.get('TableSizeBytes', 0) / 1e6:.0f} MB"
        if bucket := self.made.get("Files"):
            yield "files", f"{bucket}, {len(self.objects(bucket))} files"
        yield "secrets", "without them nothing that the table encrypts can be read, and no QR code is good"

    def check(self, kept, deleted):
        """Raises ValueError unless it is said of each part whether it stays."""
        if unnamed := [f"{part}: {what}" for part, what in self.holds() if part not in kept | deleted]:
            raise ValueError("say --keep or --delete of each:\n  " + "\n  ".join(unnamed))
        if both := kept & deleted:
            raise ValueError(f"{', '.join(sorted(both))}: either kept or deleted")

    def carry_out(self, kept, deleted, folder):
        """Exports what is to be deleted into a folder, takes the stack down, then deletes. What is kept is told."""
        self.check(kept, deleted)
        deleted = {part for part in deleted if any(name in self.made for name in KEPT[part])}
        self.copy(deleted, folder)
        if self.is_there:
            self.release_domains()
            self.calls.change("cloudformation", "delete_stack", StackName=self.stack)
            self.calls.wait("cloudformation", "stack_delete_complete", StackName=self.identity)
        # A deployment sends the console's files anew.
        if console := self.made.get("ConsoleFiles"):
            self.delete_bucket(console)
        self.delete(deleted)
        roles = account.roles_stack(self.stack)
        if formation.outputs(self.calls, roles) is not None:
            self.calls.change("cloudformation", "delete_stack", StackName=roles)
        for part in sorted(kept):
            self.calls.tell(f"kept: {', '.join(self.made[name] for name in KEPT[part] if name in self.made)}")

    def copy(self, deleted, folder):
        """Copies of what is to be deleted, which must be whole before anything goes."""
        if not deleted & {"table", "files"}:
            return
        if folder is None:
            raise ValueError("--export FOLDER: a copy is made of what is to be deleted")
        if folder.exists() and any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty")
        self.calls.tell(f"exports {' and '.join(sorted(deleted & {'table', 'files'}))} to {folder}")
        if self.calls.is_rehearsed:
            return
        folder.mkdir(parents=True, exist_ok=True)
        if "table" in deleted:
            self.export(self.made["Table"], folder / "table.jsonl")
        for key in self.objects(self.made["Files"]) if "files" in deleted else []:
            file = folder / "files" / key
            if not file.resolve().is_relative_to(pathlib.Path(folder).resolve()):
                raise ValueError(f"{key} leads out of {folder}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.calls.read("s3", "get_object", Bucket=self.made["Files"], Key=key)["Body"].read())

    def objects(self, bucket):
        return [one["Key"] for one in self.calls.pages("s3", "list_objects_v2", "Contents", Bucket=bucket)]

    def release_domains(self):
        """Takes the API from under its domains: AWS deletes none that one leads to. The domains themselves stay, with their certificates."""
        api = self.made["Api"]
        for domain in self.calls.pages("apigateway", "get_domain_names", "items"):
            for mapping in self.calls.pages("apigateway", "get_base_path_mappings", "items", domainName=domain["domainName"]):
                if mapping["restApiId"] == api:
                    self.calls.change("apigateway", "delete_base_path_mapping", domainName=domain["domainName"], basePath=mapping["basePath"])

    def delete(self, deleted):
        if "table" in deleted:
            self.calls.change("dynamodb", "update_table", TableName=self.made["Table"], DeletionProtectionEnabled=False)
            self.calls.wait("dynamodb", "table_exists", TableName=self.made["Table"])
            self.calls.change("dynamodb", "delete_table", TableName=self.made["Table"])
        if "files" in deleted:
            self.delete_bucket(self.made["Files"])
        for name in KEPT["secrets"] if "secrets" in deleted else []:
            if "DeletedDate" not in self.calls.read("secretsmanager", "describe_secret", SecretId=self.made[name]):
                self.calls.change("secretsmanager", "delete_secret", SecretId=self.made[name], RecoveryWindowInDays=DAYS)

    def delete_bucket(self, bucket):
        """Deletes a bucket with all versions of what is in it, told as one."""
        versions = [{"Key": one["Key"], "VersionId": one["VersionId"]} for kind in ("Versions", "DeleteMarkers")
                    for one in self.calls.pages("s3", "list_object_versions", kind, Bucket=bucket)]
        self.calls.tell(f"{len(versions)} versions of files in {bucket} go")
        for first in range(0, 0 if self.calls.is_rehearsed else len(versions), 1000):
            self.calls.read("s3", "delete_objects", Bucket=bucket, Delete={"Objects": versions[first:first + 1000], "Quiet": True})
        self.calls.change("s3", "delete_bucket", Bucket=bucket)


def found(calls, name):
    """Whether a stack is there, and its id: also of the last one of this name, when it has gone and what it kept has not."""
    try:
        [known] = calls.read("cloudformation", "describe_stacks", StackName=name)["Stacks"]
        return True, known["StackId"]
    except botocore.exceptions.ClientError as error:
        gone = [one for one in calls.pages("cloudformation", "list_stacks", "StackSummaries", StackStatusFilter=["DELETE_COMPLETE"])
                if one["StackName"] == name]
        if "does not exist" not in str(error) or not gone:
            raise
        return False, max(gone, key=lambda one: one["DeletionTime"])["StackId"]


def vault(calls, stack):
    """The vault of AWS Backup, which stays in any case; None where there is none."""
    known = calls.read("backup", "list_backup_vaults")["BackupVaultList"]
    return next((one["BackupVaultName"] for one in known if one["BackupVaultName"] == stack), None)
