// What agents are told of operations, and how what they say is judged.

import assert from "node:assert/strict";
import { test } from "node:test";

import { areas, find, load, reader, within } from "colonnade-mcp/dist/catalogue.js";
import { described, takes } from "colonnade-mcp/dist/describe.js";
import { Judge } from "colonnade-mcp/dist/dry-run.js";
import { ranked } from "colonnade-mcp/dist/search.js";

const catalogue = load();
const ID = "01990000-0000-7000-8000-000300010001";

function known(id: string) {
  const operation = find(catalogue, id);
  assert(operation, id);
  return operation;
}

test("words of people find the operation that they want", () => {
  const wishes: Record<string, string> = {
    "free rooms": "search_availability",
    "book a room": "create_booking",
    "cancel a booking": "cancel_booking",
    "what does a booking cost": "quote_booking",
    "list the members": "list_members",
    "unpaid invoices": "list_invoices",
    "who is on site": "list_visitors_on_site",
    "pause a subscription": "pause_subscription",
    "monthly revenue": "get_revenue_report",
    "delete a location": "delete_location",
    "the coffee machine is broken": "list_tickets",
  };
  for (const [wish, id] of Object.entries(wishes)) {
    const found = ranked(catalogue.operations, wish)
      .slice(0, 5)
      .map((one) => one.id);
    assert(found.includes(id), `${wish}: ${found.join(", ")}`);
  }
  assert.deepEqual(ranked(catalogue.operations, "zzz"), []);
});

test("an area has its own operations alone", () => {
  const bookings = within(catalogue, ["bookings"]);
  assert.deepEqual(areas(bookings), ["bookings"]);
  assert.equal(areas(catalogue).length, 18);
});

test("every operation is described within 16,000 characters", () => {
  for (const operation of catalogue.operations) {
    const text = described(catalogue, operation);
    assert(text.length < 16_000, `${operation.id}: ${text.length}`);
    assert(!text.includes("$ref"), operation.id);
  }
});

test("amounts are described as texts", () => {
  const body = takes(catalogue, known("create_plan")) as {
    properties: { body: { properties: { price: { type: string } } } };
  };
  assert.equal(body.properties.body.properties.price.type, "string");
});

test("every example of a body fits, and what does not fit is named", () => {
  const judge = new Judge(catalogue);
  let count = 0;
  for (const operation of catalogue.operations.filter((one) => one.example != null)) {
    const required = operation.parameters.filter((one) => one.in === "path").map((one) => [one.name, ID]);
    const input = { path: Object.fromEntries(required) };
    const faults = judge.faults(operation, input, JSON.stringify(operation.example));
    assert.deepEqual(
      faults.filter((fault) => fault.startsWith("body")),
      [],
      operation.id,
    );
    count += 1;
  }
  assert(count > 140, String(count));
  const booking = { resource_id: ID, customer_id: "Ann", start_time: "2026-12-14T09:00:00Z", room: 1, attendees: 0 };
  assert.deepEqual(judge.faults(known("create_booking"), {}, JSON.stringify(booking)).sort(), [
    "body must have required property 'end_time'",
    "body.attendees must be >= 1",
    'body.customer_id must match format "uuid"',
    "body.room is not known",
  ]);
  assert.deepEqual(judge.faults(known("delete_location"), { query: { now: true } }, null), [
    "path.id is required",
    "query.now is not known",
  ]);
  const amount = { name: "Desk", price: 0.123456, currency: "EUR", billing_cycle: "monthly" };
  assert.match(
    judge.faults(known("create_plan"), {}, JSON.stringify(amount)).join(),
    /body\.price must be multiple of/,
  );
});

test("the record that a change is about is read by the operation beside it", () => {
  assert.equal(reader(catalogue, known("cancel_booking"))?.id, "get_booking");
  assert.equal(reader(catalogue, known("delete_location"))?.id, "get_location");
  assert.equal(reader(catalogue, known("transfer_credits"))?.id, undefined);
});
