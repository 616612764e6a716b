"""A table of an environment as it was at a moment: a new table, set up as the template has its own, which the stack serves by TableOverride."""

import botocore.exceptions

from . import deployed

DAYS = 35
EXPIRY = "expires_at_epoch"


def restore(calls, stack, source, target, moment):
    """Makes the new table and sets it up, each step unless it is done; the parameters by which the stack serves it. Minutes to hours in AWS."""
    table = found(calls, target)
    if table is None:
        key = deployed.parameter(calls.session, stack, "EncryptionKey")
        encryption = {"SSESpecificationOverride": {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": key}} if key else {}
        calls.change("dynamodb", "restore_table_to_point_in_time", SourceTableName=source, TargetTableName=target, RestoreDateTime=moment,
                     **encryption)
        calls.wait("dynamodb", "table_exists", WaiterConfig={"Delay": 20, "MaxAttempts": 2160}, TableName=target)
        table = found(calls, target) or {}
    set_up(calls, target, table)
    return {"TableOverride": target}


def set_up(calls, name, table):
    """What a restore does not bring along: copies, expiry, protection, and the stream of which events are made."""
    backups = calls.read("dynamodb", "describe_continuous_backups", TableName=name)["ContinuousBackupsDescription"] if table else {}
    if backups.get("PointInTimeRecoveryDescription", {}).get("PointInTimeRecoveryStatus") != "ENABLED":
        calls.change("dynamodb", "update_continuous_backups", TableName=name,
                     PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": DAYS})
    expiry = calls.read("dynamodb", "describe_time_to_live", TableName=name)["TimeToLiveDescription"] if table else {}
    if expiry.get("TimeToLiveStatus") not in ("ENABLING", "ENABLED"):
        calls.change("dynamodb", "update_time_to_live", TableName=name, TimeToLiveSpecification={"AttributeName": EXPIRY, "Enabled": True})
    # Each after the one before has ended: DynamoDB changes one thing at a time.
    if not table.get("DeletionProtectionEnabled"):
        calls.change("dynamodb", "update_table", TableName=name, DeletionProtectionEnabled=True)
        calls.wait("dynamodb", "table_exists", TableName=name)
    if not table.get("StreamSpecification", {}).get("StreamEnabled"):
        calls.change("dynamodb", "update_table", TableName=name, StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
        calls.wait("dynamodb", "table_exists", TableName=name)


def found(calls, name):
    """What DynamoDB says of a table; None when there is none."""
    try:
        return calls.read("dynamodb", "describe_table", TableName=name)["Table"]
    except botocore.exceptions.ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise
        return None
