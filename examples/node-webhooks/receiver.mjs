// Receives events of Colonnade and checks that it was Colonnade who sent them.
//
//   COLONNADE_WEBHOOK_SECRET=whsec_… node receiver.mjs 4000
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.COLONNADE_WEBHOOK_SECRET);
// An event may come more than once: `webhook-id` tells. A real receiver keeps the ids for some days.
const seen = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    // The bytes as they came: what was parsed and written again has another signature. Refuses what is older than five
    // minutes, too.
    event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
  } catch {
    response.writeHead(400).end();
    return;
  }
  // Answer first and work later: after ten seconds the attempt has failed.
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  if (seen.has(id)) return;
  seen.add(id);
  console.log(`${event.type} ${event.data.object_type} version ${event.data.version}`);
}).listen(Number(process.argv[2] ?? 4000), "127.0.0.1");
