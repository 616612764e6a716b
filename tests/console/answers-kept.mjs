// Stands before a service while the console is measured, so that the time is the console's own: keeps answers and files, and
// gives them again after some milliseconds. node answers-kept.mjs PORT LATENCY_MS; the service is named by the environment.
import http from 'node:http';

const [port, latency] = process.argv.slice(2).map(Number);
const { host, origin } = new URL(process.env.COLONNADE_BASE_URL ?? '');
/** @type {Map<string, {status: number, headers: any, content: Buffer}>} */
const kept = new Map();
const isKept = ({ method, url }) => method === 'GET' && !/^\/(v1\/event-log|mail)/.test(url);

/** @param {AsyncIterable<any>} stream */
async function whole(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Asks the service, as which this program passes. @param {http.IncomingMessage} request */
async function asked({ method, url, headers: given }, body) {
  const headers = { ...given, host, ...(given.origin && { origin }) };
  const answer = await new Promise((resolve, reject) => { http.request(`${origin}${url}`, { method, headers }, resolve).on('error', reject).end(body); });
  const { 'transfer-encoding': _, ...others } = answer.headers;
  return { status: answer.statusCode, headers: others, content: await whole(answer) };
}

http.createServer(async (request, response) => {
  const key = `${request.url} ${request.headers['accept-encoding']}`;
  const known = isKept(request) && kept.get(key);
  const answer = known || await asked(request, await whole(request)).catch(() => ({ status: 502, headers: {}, content: Buffer.of() }));
  if (isKept(request) && answer.status === 200) kept.set(key, answer);
  setTimeout(() => response.writeHead(answer.status, answer.headers).end(answer.content), known ? latency : 0);
}).listen(port, '127.0.0.1');
