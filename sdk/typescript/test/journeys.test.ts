// What programs do with the library, against the local service.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Colonnade,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RuleViolationError,
  sum,
  ValidationError,
  VersionMismatchError,
} from "colonnade-client";

import { api, badLine, code, hour, member, name, space } from "./service.js";

test("a member signs in by a page's key and books as a session", async () => {
  const { location, room } = await space("EUR");
  const ann = await member(location);
  const { data: page } = await api.createApiClient({
    body: {
      name: name("Page"),
      origins: ["http://localhost:5173"],
      scopes: [
        "locations:read",
        "resources:read",
        "bookings:read",
        "bookings:write",
        "members:read",
        "members:sessions",
      ],
    },
  });
  assert(page.publishable_key);
  const visitor = new Colonnade({
    baseUrl: process.env["COLONNADE_BASE_URL"] ?? "",
    clientId: page.client_id,
    publishableKey: page.publishable_key,
  });
  await assert.rejects(visitor.listMembers(), ForbiddenError);

  const { data: signIn } = await visitor.createSignIn({ body: { email: ann.email } });
  const { data: session } = await visitor.completeSignIn({
    path: { id: signIn.id },
    body: { code: await code(ann.email) },
  });
  const signedIn = visitor.withSession(() => session.token);
  const { data: booking } = await signedIn.createBooking({
    body: { resource_id: room.id, customer_id: session.member_id ?? "", start_time: hour(9), end_time: hour(10) },
  });
  assert.equal(booking.customer_id, ann.id);
  const own = [];
  for await (const one of signedIn.every.listBookings()) own.push(one.id);
  assert.deepEqual(own, [booking.id]);
});

test("a list of several pages is read to its end, each record once", async () => {
  let asked = 0;
  const counting = Colonnade.fromEnvironment({
    fetch: (...request) => {
      asked += 1;
      return fetch(...request);
    },
  });
  const { pagination } = await api.listBookings();
  assert("total" in pagination && pagination.total > 200, "the demo has a past");
  const ids = new Set<string>();
  let count = 0;
  for await (const booking of counting.every.listBookings()) {
    ids.add(booking.id);
    count += 1;
  }
  assert.deepEqual([count, ids.size], [pagination.total, pagination.total]);
  assert.equal(asked, Math.ceil(pagination.total / 100));
});

test("some records are asked for by their ids, and what they name is shown beside them", async () => {
  const { data: two } = await api.listBookings({ query: { per_page: 2 } });
  const ids = two.map((one) => one.id).reverse();
  const { data: found } = await api.listBookings({ query: { ids, expand: ["customer", "resource"] } });
  assert.deepEqual(
    found.map((one) => one.id),
    ids,
  );
  assert.deepEqual(Object.keys(found[0]?.expanded ?? {}).sort(), ["customer", "resource"]);
});

test("pages are asked for only when they are needed", async (context) => {
  const line = await badLine();
  context.after(line.close);
  for await (const booking of line.client.every.listBookings()) if (booking.id) break;
  assert.equal(line.received.length, 1);
});

test("a conflict tells which time is taken, and what is left out of a change stays", async () => {
  const { location, room } = await space("EUR");
  const [ann, ben] = [await member(location), await member(location)];
  const wish = { resource_id: room.id, start_time: hour(9), end_time: hour(11) };
  const { data: booking } = await api.createBooking({ body: { ...wish, customer_id: ann.id, title: "Planning" } });
  await assert.rejects(api.createBooking({ body: { ...wish, customer_id: ben.id } }), (error) => {
    assert(error instanceof ConflictError);
    assert.deepEqual(
      [error.status, error.code, error.details.conflicts?.[0]?.start_time],
      [409, "booking_conflict", booking.start_time],
    );
    assert.match(error.requestId ?? "", /^req_/);
    return true;
  });
  const { data: changed } = await api.updateBooking(
    { path: { id: booking.id }, body: { attendees: 3 } },
    { ifMatch: booking.version },
  );
  assert.deepEqual([changed.title, changed.attendees], ["Planning", 3]);
  await assert.rejects(
    api.updateBooking({ path: { id: booking.id }, body: { attendees: 4 } }, { ifMatch: booking.version }),
    VersionMismatchError,
  );
});

test("refusals are errors with status, code, field and reason", async () => {
  const missing = "01990000-0000-7000-8000-00000000dead";
  await assert.rejects(api.getBooking({ path: { id: missing } }), NotFoundError);
  await assert.rejects(
    api.createPlan({ body: { name: "", price: "1", currency: "EUR", billing_cycle: "monthly" } }),
    (error) => {
      assert(error instanceof ValidationError);
      assert.deepEqual([error.status, error.code, error.field], [400, "validation_error", "name"]);
      return true;
    },
  );
  const { room } = await space("EUR");
  const nobodys = { resource_id: room.id, customer_id: missing, start_time: hour(9), end_time: hour(10) };
  await assert.rejects(api.createBooking({ body: nobodys }), (error) => {
    assert(error instanceof RuleViolationError);
    assert.deepEqual([error.field, error.reason], ["customer_id", "reference_not_found"]);
    return true;
  });
});

test("a request whose answer is lost is sent again with the same key and done once", async (context) => {
  const { location } = await space("EUR");
  const line = await badLine("answer lost", "503");
  context.after(line.close);
  const { data: ann } = await line.client.createMember({
    body: { name: "Ann", email: `${location.id}@lost.example`, location_ids: [location.id] },
  });
  assert.deepEqual(
    line.received.map((request) => request.method),
    ["POST", "POST", "POST"],
  );
  assert.equal(new Set(line.received.map((request) => request.headers["idempotency-key"])).size, 1);
  const { data: members } = await api.listMembers({ query: { location_id: location.id } });
  assert.deepEqual(
    members.map((one) => one.id),
    [ann.id],
  );
});

test("a record is found by its id in another system, and a list is in the order of a field", async () => {
  const { location } = await space("EUR");
  const [ann, bob] = [await member(location), await member(location)];
  const known = `${location.id} & more`;
  await api.updateMember({ path: { id: bob.id }, body: { surname: "Aa", metadata: { crm_id: known } } });
  await api.updateMember({ path: { id: ann.id }, body: { surname: "Bb" } });
  const { data: found } = await api.listMembers({ query: { metadata: { crm_id: known } } });
  const { data: sorted } = await api.listMembers({ query: { location_id: location.id, sort: "surname" } });
  assert.deepEqual(
    [found, sorted].map((list) => list.map((one) => one.id)),
    [[bob.id], [bob.id, ann.id]],
  );
});

test("each call has a key of its own, and a key that is given is sent", async (context) => {
  const line = await badLine();
  context.after(line.close);
  const plan = () => ({
    body: { name: name("Plan"), price: "1", currency: "EUR" as const, billing_cycle: "monthly" as const },
  });
  await line.client.createPlan(plan());
  await line.client.createPlan(plan());
  const own = name("key").replaceAll(" ", "-");
  await line.client.createPlan(plan(), { idempotencyKey: own });
  const keys = line.received.map((request) => request.headers["idempotency-key"]);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], own);
});

test("amounts come back digit by digit and add up to the last of them", async () => {
  const prices = ["999999999.999", "0.001", "149.5", "123456789.123"];
  const made = [];
  for (const price of prices) {
    made.push(
      (await api.createPlan({ body: { name: name("Dinar"), price, currency: "KWD", billing_cycle: "monthly" } })).data,
    );
  }
  assert.deepEqual(
    made.map((plan) => plan.price),
    prices,
  );
  assert.equal(sum(made.slice(0, 2).map((plan) => plan.price)), "1000000000.000");
  assert.equal(typeof made[0]?.credits, "number");

  const { location, room } = await space("KWD");
  const ann = await member(location);
  const { data: booking } = await api.createBooking({
    body: { resource_id: room.id, customer_id: ann.id, start_time: hour(9), end_time: hour(12) },
  });
  // As numbers, 0.1 three times would be 0.30000000000000004.
  assert.equal(booking.total_amount, "0.3");
  const body = { name: name("Dinar"), price: 0.1 + 0.2, currency: "KWD" as const, billing_cycle: "monthly" as const };
  // @ts-expect-error: a number is no amount, for the compiler and where there is none.
  await assert.rejects(api.createPlan({ body }), TypeError);
});

test("what is no JSON is a text or bytes", async () => {
  const { data: invoices } = await api.listInvoices({ query: { status: "paid", per_page: 1 } });
  assert(invoices[0]);
  const pdf = await api.getInvoicePdf({ path: { id: invoices[0].id } });
  assert.equal(new TextDecoder().decode(pdf.slice(0, 5)), "%PDF-");
});
