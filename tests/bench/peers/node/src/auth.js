// Which merchant a request is of, by a stored digest of the client's secret; what was read serves for a minute.
import { createHash, timingSafeEqual } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { documents, TABLE } from "./database.js";
import { Refusal } from "./refusal.js";

const KEPT_MILLISECONDS = 60_000;
const kept = new Map();

async function storedClient(id) {
  const known = kept.get(id);
  if (known && known.until > Date.now()) return known.client;
  const { Item: client } = await documents.send(
    new GetCommand({ TableName: TABLE, Key: { pk: `CLIENT#${id}`, sk: "CLIENT" }, ConsistentRead: true }),
  );
  kept.set(id, { client, until: Date.now() + KEPT_MILLISECONDS });
  return client;
}

export async function merchantOf(headers) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const id = lower["x-client-id"];
  const [scheme, secret] = (lower.authorization ?? "").split(" ");
  if (!id || scheme !== "Bearer" || !secret) throw new Refusal(401, "invalid_token", "credentials are missing");
  const client = await storedClient(id);
  const given = createHash("sha256").update(secret).digest();
  if (!client || !timingSafeEqual(given, Buffer.from(client.secret_sha256, "hex"))) {
    throw new Refusal(401, "invalid_token", "the credentials are wrong");
  }
  return client.merchant_id;
}
