// Changes of others appear by themselves: the event log is asked every few seconds what was changed since. Who may not
// read it, as managers of locations, reads again what is shown.
import { signal } from '../vendor/preact.js';
import { isAdmin } from './place.js';
import { invalidate, invalidateShown } from './records.js';
import { get } from './request.js';
import { signedIn } from './session.js';

const EVERY_MS = 3_000;
/** How far back is looked each time: an event is in the log some seconds after its change. */
const LOOK_BACK_MS = 20_000;

/** Whether the service could be reached the last time. */
export const isOnline = signal(true);

const seen = new Set();
let mayReadLog = true;
let timer = 0;
/** Instant of the newest event that was seen, in the merchant's own time. */
let since = '';

async function look() {
  if (!mayReadLog) return invalidateShown();
  const { data } = await get('/event-log', since ? { limit: 100, from: since } : { limit: 1 });
  if (!began) beginning = data[0]?.occurred_at ?? '';
  // What happened before the page began to look was read with its first records.
  const fresh = data.filter((/** @type {any} */ { id, occurred_at: at }) => at > beginning && !seen.has(id));
  for (const event of fresh) seen.add(event.id);
  if (data.length) since = new Date(Date.parse(data[0].occurred_at) - LOOK_BACK_MS).toISOString();
  if (seen.size > 5_000) seen.clear();
  if (fresh.length >= 100) invalidateShown();
  else if (fresh.length && began) invalidate(fresh.map((/** @type {any} */ event) => event.object_type));
  began = true;
  return undefined;
}
let began = false;
let beginning = '';

async function tick() {
  if (!document.hidden && signedIn.peek()) {
    await look().then(() => { isOnline.value = true; }, (refusal) => {
      isOnline.value = refusal.status !== 0;
      if (refusal.status === 403) mayReadLog = false;
    });
  }
  timer = window.setTimeout(tick, mayReadLog ? EVERY_MS : EVERY_MS + 1_500);
}

export function watch() {
  window.clearTimeout(timer);
  [mayReadLog, began, since] = [isAdmin.peek(), false, ''];
  tick();
}
addEventListener('online', () => { isOnline.value = true; invalidateShown(); });
addEventListener('offline', () => { isOnline.value = false; });
document.addEventListener('visibilitychange', () => { if (!document.hidden && signedIn.peek()) { invalidateShown(); watch(); } });
