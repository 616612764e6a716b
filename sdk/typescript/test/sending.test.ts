// What is sent again and what is not, with answers that are made up; amounts that no service has.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ApiError,
  AuthenticationError,
  Colonnade,
  compare,
  NoAnswerError,
  RateLimitedError,
  ServerError,
  sum,
} from "colonnade-client";

type Made = Response | Error;

/** A client that is given these answers, and what it sent. */
function answered(...answers: Made[]): { client: Colonnade; sent: Request[] } {
  const sent: Request[] = [];
  const made: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init));
    const answer = answers[sent.length - 1];
    if (!(answer instanceof Response)) throw answer ?? new Error("nothing more was to be sent");
    return answer;
  };
  return {
    client: new Colonnade({ baseUrl: "http://colonnade.invalid/v1", clientId: "c", secret: "s", fetch: made }),
    sent,
  };
}

const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ error: { code, message: "no" }, meta: { request_id: "req_1" } }), { status, headers });
const plan = (price: string): Response => new Response(`{"data": {"price": ${price}, "credits": 3}, "meta": {}}`);
const id = { path: { id: "01990000-0000-7000-8000-000000000001" } };

for (const [what, answer] of [
  ["no answer", new TypeError("fetch failed")],
  ["429", refused(429, "rate_limited", { "Retry-After": "0" })],
  ["500", refused(500, "internal_error")],
  ["503", refused(503, "service_unavailable")],
  ["version_conflict", refused(409, "version_conflict")],
  ["idempotency_in_progress", refused(409, "idempotency_in_progress")],
] as const) {
  test(`after ${what} the same request is sent again`, async () => {
    const { client, sent } = answered(answer, plan("1"));
    await client.updatePlan({ ...id, body: { name: "New" } });
    assert.deepEqual(await Promise.all(sent.map((request) => request.text())), ['{"name":"New"}', '{"name":"New"}']);
  });
}

for (const [status, code] of [
  [400, "validation_error"],
  [401, "invalid_token"],
  [404, "not_found"],
  [409, "booking_conflict"],
  [422, "rule_violation"],
] as const) {
  test(`${status} ${code} is not sent again`, async () => {
    const { client, sent } = answered(refused(status, code));
    await assert.rejects(client.getPlan(id), ApiError);
    assert.equal(sent.length, 1);
  });
}

test("the last of five failures is thrown", async () => {
  const { client, sent } = answered(...Array.from({ length: 5 }, () => refused(500, "internal_error")));
  await assert.rejects(client.getPlan(id), ServerError);
  assert.equal(sent.length, 5);
});

test("a wait that is too long is thrown at once and says how long", async () => {
  const { client, sent } = answered(refused(429, "rate_limited", { "Retry-After": "300" }));
  await assert.rejects(client.getPlan(id), (error) => error instanceof RateLimitedError && error.retryAfter === 300);
  assert.equal(sent.length, 1);
});

test("a change on condition whose answer is lost is not sent again, because it would refuse itself", async () => {
  const { client, sent } = answered(new TypeError("fetch failed"));
  await assert.rejects(client.updatePlan({ ...id, body: { name: "New" } }, { ifMatch: 3 }), NoAnswerError);
  assert.equal(sent[0]?.headers.get("if-match"), '"3"');
});

test("a record that is gone after a lost answer to its deletion is not called unknown", async () => {
  const { client, sent } = answered(new TypeError("fetch failed"), refused(404, "not_found"));
  await assert.rejects(client.deleteShopCategory(id), NoAnswerError);
  assert.equal(sent.length, 2);
});

test("a call ends when its signal says so, also while it waits", async () => {
  const { client, sent } = answered(refused(429, "rate_limited", { "Retry-After": "60" }));
  const ending = new AbortController();
  const call = client.getPlan(id, { signal: ending.signal });
  setImmediate(() => ending.abort(new Error("enough")));
  await assert.rejects(call, /enough/);
  assert.equal(sent.length, 1);
});

test("what a proxy answers is an error too", async () => {
  const { client } = answered(new Response("<html>", { status: 401 }));
  await assert.rejects(
    client.getPlan(id),
    (error) => error instanceof AuthenticationError && error.code === "unknown" && error.requestId === null,
  );
});

test("digits beyond a binary fraction stay", async () => {
  const { client } = answered(plan("12345678901234567890.123456789"));
  const { data } = await client.getPlan(id);
  assert.deepEqual([data.price, data.credits], ["12345678901234567890.123456789", 3]);
});

test("digits within a text are left alone", async () => {
  const { client } = answered(
    new Response('{"data": {"price": -1.50, "name": "a \\"1.5\\" b\\\\", "metadata": {"__proto__": "7"}}}'),
  );
  const { data } = await client.getPlan(id);
  assert.deepEqual(
    [data.price, data.name, Object.entries(data.metadata)],
    ["-1.50", 'a "1.5" b\\', [["__proto__", "7"]]],
  );
});

test("amounts are sent as numbers, exactly", async () => {
  const { client, sent } = answered(plan("1"));
  await client.createPlan({
    body: { name: "7", price: "12345678901234567.10", currency: "EUR", billing_cycle: "monthly" },
  });
  assert.equal(
    await sent[0]?.text(),
    '{"name":"7","price":12345678901234567.10,"currency":"EUR","billing_cycle":"monthly"}',
  );
});

test("sums and comparisons are exact", () => {
  assert.equal(sum(["0.1", "0.2"]), "0.3");
  assert.equal(sum(["-1", "0.995"]), "-0.005");
  assert.equal(sum([]), "0");
  assert.deepEqual([compare("1.5", "1.50"), compare("-2", "1"), compare("10", "9.99")], [0, -1, 1]);
  assert.throws(() => sum(["1,5"]), TypeError);
});
