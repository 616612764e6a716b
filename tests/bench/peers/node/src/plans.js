// Plans in one table: the records of a merchant sorted by id, an item for each name, and an item with their number.
import { v7 as uuid } from "uuid";
import { GetCommand, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { z } from "zod";
import { documents, TABLE } from "./database.js";
import { Refusal } from "./refusal.js";

// About what one call reads anyway, a megabyte of plans.
const SKIPPED_AT_ONCE = 2_500;

const partition = (merchant) => `MERCHANT#${merchant}#PLANS`;
const counter = (merchant) => ({ pk: `MERCHANT#${merchant}`, sk: "PLAN_COUNT" });
const holder = (merchant, name) => ({ pk: `MERCHANT#${merchant}#PLAN_NAME#${name.trim().toLowerCase()}`, sk: "NAME" });

const NewPlan = z.strictObject({
  name: z.string().trim().min(1).max(255),
  description: z.string().max(10_000).default(""),
  price: z.number().min(0).max(1_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  billing_cycle: z.enum(["monthly", "yearly"]),
  credits: z.int().min(0).max(1_000_000).default(0),
  day_passes: z.int().min(0).max(10_000).default(0),
  is_active: z.boolean().default(true),
  tagline: z.string().max(255).default(""),
  display_order: z.int().min(0).max(1_000_000).default(0),
  features: z.array(z.string().max(255)).max(100).default([]),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
});
const Paging = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
});

function parsed(schema, value) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  throw new Refusal(422, "validation_failed", "the request is not valid", details);
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "invalid_json", "the body is not JSON");
  }
}

const shown = ({ pk, sk, ...plan }) => plan;

export async function getPlan(merchant, id) {
  const { Item } = await documents.send(
    new GetCommand({ TableName: TABLE, Key: { pk: partition(merchant), sk: id }, ConsistentRead: true }),
  );
  if (!Item) throw new Refusal(404, "not_found", "there is no such plan");
  return { status: 200, data: shown(Item) };
}

async function total(merchant) {
  const { Item } = await documents.send(new GetCommand({ TableName: TABLE, Key: counter(merchant), ConsistentRead: true }));
  return Item?.count ?? 0;
}

/** So many rows after a number of others, from the newer or the older end of the list. */
async function rows(merchant, forward, skipped, wanted) {
  const input = {
    TableName: TABLE,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": partition(merchant) },
    ScanIndexForward: forward,
    ConsistentRead: true,
  };
  let after;
  while (skipped > 0) {
    const passed = await documents.send(new QueryCommand({ ...input, Select: "COUNT", Limit: Math.min(skipped, SKIPPED_AT_ONCE), ExclusiveStartKey: after }));
    skipped -= passed.Count;
    after = passed.LastEvaluatedKey;
    if (!after) return [];
  }
  const found = await documents.send(new QueryCommand({ ...input, Limit: wanted, ExclusiveStartKey: after }));
  return found.Items;
}

async function page(merchant, offset, perPage) {
  if (offset === 0) return Promise.all([total(merchant), rows(merchant, false, 0, perPage)]);
  const count = await total(merchant);
  const wanted = Math.min(perPage, count - offset);
  if (wanted <= 0) return [count, []];
  const behind = count - offset - wanted;
  // From whichever end is nearer: DynamoDB cannot skip.
  if (offset <= behind) return [count, await rows(merchant, false, offset, wanted)];
  return [count, (await rows(merchant, true, behind, wanted)).reverse()];
}

export async function listPlans(merchant, query) {
  const { page: number, per_page } = parsed(Paging, query);
  const offset = (number - 1) * per_page;
  const [count, items] = await page(merchant, offset, per_page);
  const pagination = { page: number, per_page, total: count, total_pages: Math.ceil(count / per_page), has_more: offset + per_page < count };
  return { status: 200, data: items.map(shown), pagination };
}

export async function createPlan(merchant, body) {
  const fields = parsed(NewPlan, json(body));
  const now = new Date().toISOString();
  const plan = { id: uuid(), ...fields, version: 1, created_at: now, updated_at: now };
  const absent = "attribute_not_exists(pk)";
  const add = { UpdateExpression: "ADD #count :one", ExpressionAttributeNames: { "#count": "count" }, ExpressionAttributeValues: { ":one": 1 } };
  try {
    await documents.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: TABLE, Item: { pk: partition(merchant), sk: plan.id, ...plan }, ConditionExpression: absent } },
          { Put: { TableName: TABLE, Item: { ...holder(merchant, plan.name), plan_id: plan.id }, ConditionExpression: absent } },
          { Update: { TableName: TABLE, Key: counter(merchant), ...add } },
        ],
      }),
    );
  } catch (error) {
    const taken = error.name === "TransactionCanceledException" && error.CancellationReasons?.[1]?.Code === "ConditionalCheckFailed";
    if (taken) throw new Refusal(409, "already_exists", "another plan has this name");
    throw error;
  }
  return { status: 201, data: plan };
}
