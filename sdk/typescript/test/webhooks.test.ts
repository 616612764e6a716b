// Deliveries of the local service, as a receiver gets them.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { SignatureError, verifyWebhook, type types, type WebhookHeaders } from "colonnade-client";

import { api, name, serving, type Received } from "./service.js";

/** An endpoint of its own, and what gives the next delivery to it that is about a record. */
async function receiver(context: TestContext) {
  const received: Received[] = [];
  let arrived = () => {};
  const server = await serving(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? "", headers: request.headers, body });
    response.writeHead(204).end();
    arrived();
  });
  const { data: endpoint } = await api.createWebhookEndpoint({
    body: { url: `${server.url}/hook`, event_types: ["plan.*"] },
  });
  context.after(async () => {
    await api.deleteWebhookEndpoint({ path: { id: endpoint.id } });
    server.close();
  });
  const delivery = async (about: string): Promise<Received> => {
    for (;;) {
      const found = received.find((one) => one.body.includes(about));
      if (found) return found;
      await new Promise<void>((resolve) => (arrived = resolve));
    }
  };
  return { endpoint, delivery };
}

test("real deliveries are verified, with exact amounts, and nothing else is", async (context) => {
  const { endpoint, delivery } = await receiver(context);
  const { data: plan } = await api.createPlan({
    body: { name: name("Told"), price: "0.105", currency: "KWD", billing_cycle: "monthly" },
  });
  const { headers, body } = await delivery(plan.id);
  const event = await verifyWebhook(body, headers, endpoint.secret);
  assert.deepEqual([event.type, event.id, event.data.object_id], ["plan.created", event.data.id, plan.id]);
  assert.equal((event.data.object as types.Plan | null)?.price, "0.105");

  const forged: [string, WebhookHeaders, string][] = [
    [body.replace("0.105", "0.205"), headers, endpoint.secret],
    [body, headers, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    [body, { ...headers, "webhook-id": "another" }, endpoint.secret],
    [body, { ...headers, "webhook-signature": "v1,!" }, endpoint.secret],
    [body, {}, endpoint.secret],
  ];
  for (const one of forged) await assert.rejects(verifyWebhook(...one), SignatureError);
  for (const minutes of [-6, 6]) {
    const now = new Date(Date.now() + minutes * 60_000);
    await assert.rejects(verifyWebhook(body, headers, endpoint.secret, { now }), SignatureError);
    await verifyWebhook(body, headers, endpoint.secret, { now, toleranceSeconds: 600 });
  }
});

test("while a secret is rotated a receiver may know either", async (context) => {
  const { endpoint, delivery } = await receiver(context);
  const { data: rotated } = await api.rotateWebhookEndpointSecret({
    path: { id: endpoint.id },
    body: { overlap_hours: 1 },
  });
  await api.testWebhookEndpoint({ path: { id: endpoint.id } });
  const { headers, body } = await delivery(endpoint.id);
  for (const secrets of [endpoint.secret, rotated.secret, ["whsec_AAAA", rotated.secret]]) {
    await verifyWebhook(body, headers, secrets);
  }
  await assert.rejects(verifyWebhook(body, headers, ["whsec_AAAA", "whsec_BBBB"]), SignatureError);
});
