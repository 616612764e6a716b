// Changes, each of which is done once: where no clear answer comes, what was sent is remembered until it is known whether
// it was done. The same change then goes out under the same key, and a refusal because it is done already is none.
import { holds } from './holds.js';
import { tell } from './notices.js';
import { Refusal } from './refusal.js';
import { address, isInProgress, read, send } from './send.js';
import { t } from './words.js';

/** @typedef {import('./send.js').Path} Path */
/** @typedef {import('./send.js').Options} Options */
/** @typedef {import('./send.js').Received} Received */
/** @typedef {{place: string, texts: string[]}} Unsettled bodies that were sent to a place without a clear answer */

/** By idempotency key; of what has none, by method and address. @type {Map<string, Unsettled>} */
const unsettled = new Map();

/** Whether a request under this key, or one that is derived from it, still waits for its outcome. @param {string} key */
export const isUnsettled = (key) => [...unsettled.keys()].some((one) => one === key || one.startsWith(`${key}-`));

/** A key of which the outcome was not known when the page was left. @param {string} key */
export function stillUnsettled(key) {
  if (!unsettled.has(key)) unsettled.set(key, { place: '', texts: [] });
}

/** @param {string} id @param {string} place @param {string} text */
function remember(id, place, text) {
  const texts = unsettled.get(id)?.texts ?? [];
  unsettled.set(id, { place, texts: texts.includes(text) ? texts : [...texts, text] });
}

/** The key of the same request that waits for its outcome. @param {string} place @param {string} text */
const keyOfSame = (place, text) => [...unsettled].find(([, one]) => one.place === place && one.texts.includes(text))?.[0];

/** What only computes, and what begins a session: without an answer nothing of it is in doubt. @param {Path} path @param {Options} options */
const isSafe = (path, { client }) => client || /[/-](preview|quote|quote-cancel)$/.test(path);

/** What is thrown where nobody knows whether a change was done. @param {Received | null} received */
const unknownOf = (received) => Object.assign(new Refusal(received?.status ?? 0), { isUnknown: true });

/** Another body went out under a key whose request had been done: that one is finished, if it stopped half-way. @param {Path} path @param {Options} options @param {Unsettled} before */
async function finish(path, options, before) {
  for (const text of before.texts) await send('POST', path, { ...options, body: JSON.parse(text) });
}

/** @param {string | undefined} version */
const numberOf = (version) => Number(/\d+/.exec(version ?? '')?.[0]);

/**
 * The record has another version than the change was for, and it is not known whether an attempt before made it so: what
 * the record says now decides.
 * @param {Path} path @param {Options} options @param {string} id @param {string} place @param {Received} received
 */
async function judge(path, options, id, place, received) {
  const text = JSON.stringify(options.body);
  const present = await send('GET', path).then(({ received: record }) => read(record)).catch(() => null);
  if (present && holds(present.data, options.body)) { unsettled.delete(id); return present; }
  const own = unsettled.get(id)?.texts.some((one) => holds(present?.data, JSON.parse(one)));
  const isNext = numberOf(present?.version) === numberOf(options.version) + 1;
  if (present && own && isNext) { unsettled.delete(id); return change('PUT', path, { ...options, version: present.version }); }
  if (!present || isNext) { remember(id, place, text); throw unknownOf(received); }
  unsettled.delete(id);
  return read(received);
}

/** @param {Received | null} received @param {boolean} isDoubtful */
const isUnclear = async (received, isDoubtful) => !received || received.status >= 500 || (isDoubtful && received.status === 429) || isInProgress(received);

/**
 * Sends a change and says what became of it.
 * @param {'POST' | 'PUT' | 'DELETE'} method @param {Path} path @param {Options} options @returns {Promise<import('./send.js').Answer>}
 */
export async function change(method, path, options) {
  const [place, text] = [`${method} ${address(path, options.query)}`, JSON.stringify(options.body) ?? ''];
  const { key: given = crypto.randomUUID(), ...others } = options;
  const key = method !== 'POST' ? undefined : unsettled.has(given) ? given : keyOfSame(place, text) ?? given;
  const id = key ?? place;
  const keep = () => remember(id, place, text);
  const { received, isDoubtful } = await send(method, path, { ...others, key }).catch((refusal) => { if (refusal.isUnknown && !isSafe(path, options)) keep(); throw refusal; });
  if (isSafe(path, options)) return read(received);
  const before = unsettled.get(id);
  if (!received || await isUnclear(received, isDoubtful)) { keep(); throw unknownOf(received); }
  if (received.ok) {
    unsettled.delete(id);
    if (before && received.headers.get('Idempotent-Replayed')) tell(t('This had been done the first time. It was not done again.'));
    return read(received);
  }
  const isDoubted = isDoubtful || before;
  if (isDoubted && method === 'DELETE' && received.status === 404) { unsettled.delete(id); return { data: null }; }
  if (isDoubted && method === 'PUT' && received.status === 412) return judge(path, options, id, place, received);
  const refusal = await read(received).catch((error) => error);
  if (before && refusal.code === 'idempotency_mismatch') {
    await finish(path, { ...others, key }, before);
    unsettled.delete(id);
  }
  throw refusal;
}
