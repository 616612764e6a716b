import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export const TABLE = process.env.PEERS_TABLE;
export const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
