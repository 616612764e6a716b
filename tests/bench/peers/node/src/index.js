// A Lambda handler as it is usually written for Node: routes, authentication, envelope.
import { createPlan, getPlan, listPlans } from "./plans.js";
import { merchantOf } from "./auth.js";
import { Refusal } from "./refusal.js";

function route(event, merchant) {
  const [, , collection, id, ...rest] = event.path.split("/");
  if (collection !== "plans" || rest.length > 0) throw new Refusal(404, "not_found", "there is no such path");
  if (event.httpMethod === "GET" && id) return getPlan(merchant, id);
  if (event.httpMethod === "GET") return listPlans(merchant, event.queryStringParameters ?? {});
  if (event.httpMethod === "POST" && !id) return createPlan(merchant, event.body);
  throw new Refusal(405, "method_not_allowed", "this path has no such method");
}

async function answered(event) {
  try {
    return await route(event, await merchantOf(event.headers));
  } catch (error) {
    if (error instanceof Refusal) return error.answer();
    console.error(JSON.stringify({ level: "error", message: error.message, stack: error.stack }));
    return new Refusal(500, "internal_error", "something went wrong").answer();
  }
}

export async function handler(event, context) {
  const began = performance.now();
  const { status, ...content } = await answered(event);
  const meta = { request_id: `req_${context.awsRequestId}`, timestamp: new Date().toISOString() };
  const milliseconds = Math.round((performance.now() - began) * 1000) / 1000;
  console.log(JSON.stringify({ level: "info", method: event.httpMethod, path: event.path, status, milliseconds, request_id: meta.request_id }));
  return { statusCode: status, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...content, meta }) };
}
