import os

import boto3

TABLE = os.environ["PEERS_TABLE"]
table = boto3.resource("dynamodb").Table(TABLE)
client = table.meta.client
