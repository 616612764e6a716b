// Sends a request as the person who is signed in, again and again until an answer comes that says more than to wait.
import { config } from './config.js';
import { Refusal } from './refusal.js';
import { headersOfClient, headersOfSession, renew } from './session.js';

/** @typedef {import('./api').Path} Path */
/** @typedef {Record<string, string | number | boolean | undefined | null>} Query */
/** @typedef {{query?: Query, body?: any, key?: string, version?: string, client?: boolean}} Options */
/** @typedef {{ok: boolean, status: number, headers: Headers, body: ArrayBuffer}} Received an answer that arrived as a whole */
/** @typedef {{data: any, pagination?: any, meta?: {timestamp: string}, version?: string}} Answer */

/** @param {Path} path @param {Query} [query] */
export function address(path, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return config.api + path + (text && `?${text}`);
}

/** How long an answer to a change is waited for. The service has given up long before. */
const LONGEST_CHANGE_MS = 20_000;

/** @param {string} method @param {Path} path @param {Options} options @returns {Promise<Received>} */
async function attempt(method, path, { query, body, key, version, client }) {
  const headers = /** @type {Record<string, string>} */ ({ ...(client ? headersOfClient() : headersOfSession()) });
  if (key) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (version) headers['If-Match'] = version;
  const request = { method, headers, body: body && JSON.stringify(body), credentials: /** @type {const} */ ('omit') };
  const answer = await fetch(address(path, query), method === 'GET' ? request : { ...request, signal: AbortSignal.timeout(LONGEST_CHANGE_MS) });
  return { ok: answer.ok, status: answer.status, headers: answer.headers, body: await answer.arrayBuffer() };
}

/** @param {Received} received */
function jsonOf({ body }) {
  try { return JSON.parse(new TextDecoder().decode(body)); } catch { return {}; }
}

/** Data of an answer; throws what was refused. @param {Received | null} received @returns {Promise<Answer>} */
export async function read(received) {
  if (!received) throw new Refusal(0);
  const body = jsonOf(received);
  if (received.ok) return { ...body, version: received.headers.get('ETag') ?? undefined };
  throw new Refusal(received.status, body.error, Number(received.headers.get('Retry-After') ?? 0));
}

const ATTEMPTS_MAX = 5;
const LONGEST_WAIT_SECONDS = 15;

/** Whether the answer says that an earlier request under the same key is still being done. @param {Received | null} received */
export const isInProgress = async (received) => received?.status === 409 && jsonOf(received).error?.code === 'idempotency_in_progress';

/** Seconds to wait before the request is sent again; null where it is not. @param {Received | null} received @param {number} number of the attempt, from 0 @param {boolean} isChange */
async function waitOf(received, number, isChange) {
  if (number + 1 >= ATTEMPTS_MAX) return null;
  if (!received) return [0, isChange ? 1 : null][number] ?? null;
  if (received.status === 429 || received.status === 503) {
    const seconds = Number(received.headers.get('Retry-After') ?? 1);
    return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
  }
  if (received.status === 502 || received.status === 504) return number < 2 ? 1 : null;
  return await isInProgress(received) ? 2 ** number : null;
}

/** @param {number} seconds */
const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1_000); });

/**
 * Sends a request, and where the token is over, with another one. It is sent again where no answer came, and where the
 * service said to wait. `isDoubtful`: an attempt before the last one may have been done.
 * @param {string} method @param {Path} path @param {Options} [options] @returns {Promise<{received: Received | null, isDoubtful: boolean}>}
 */
export async function send(method, path, options = {}) {
  const isChange = method !== 'GET';
  let isDoubtful = false;
  let isRenewed = false;
  for (let number = 0; ; number += 1) {
    const received = await attempt(method, path, options).catch(() => null);
    if (received?.status === 401 && !options.client && !isRenewed) {
      isRenewed = true;
      await renew().catch((refusal) => { refusal.isUnknown = isDoubtful; throw refusal; });
      continue;
    }
    const wait = await waitOf(received, number, isChange);
    if (wait === null) return { received, isDoubtful };
    isDoubtful ||= !received || received.status >= 500;
    await pause(wait);
  }
}
