// Evacuation lists that this browser keeps for when the service cannot be reached. They go with sign-out, as all caches.
import { headersOfSession } from '../../app/session.js';

const LISTS = 'colonnade-evacuation';
const PAGES = 'colonnade-pages';
const BASE = '/console/kept/evacuation/';

/**
 * @typedef {{location_id: string, location: string, zone: string, as_of: string, people: number, is_complete: boolean, present: import('./day.js').Present[]}} KeptList
 */

/** @param {KeptList} list */
export async function keep(list) {
  if (!headersOfSession()) return;
  const lists = await caches.open(LISTS);
  await lists.put(BASE + list.location_id, new Response(JSON.stringify(list), { headers: { 'Content-Type': 'application/json' } }));
  // Whoever signed out meanwhile leaves nothing behind.
  if (!headersOfSession()) await caches.delete(LISTS);
}

/** @returns {Promise<KeptList[]>} the newest first */
export async function keptLists() {
  if (!await caches.has(LISTS)) return [];
  const lists = await caches.open(LISTS);
  const kept = await lists.keys();
  // Whoever signs out at this moment has deleted it, and opening has made it anew.
  if (!kept.length) await caches.delete(LISTS);
  const answers = await Promise.all(kept.map((request) => lists.match(request)));
  const read = await Promise.all(answers.map((answer) => /** @type {Promise<KeptList>} */ (answer?.json())));
  return read.filter(Boolean).sort((one, other) => other.as_of.localeCompare(one.as_of));
}

let arePagesKept = false;

/** Keeps what this page is made of: it may have been loaded before there was a service worker to do so. */
export async function keepThisPage() {
  if (arePagesKept || !('serviceWorker' in navigator)) return;
  arePagesKept = true;
  // What is shown without a network is another page, with a file of its own.
  await import('./offline.js');
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/console/') && pathname !== '/console/enter');
  const pages = await caches.open(PAGES);
  const add = async (/** @type {string} */ path) => {
    if (!await pages.match(path, { ignoreSearch: true })) await pages.add(path).catch(() => { arePagesKept = false; });
  };
  await Promise.all([...new Set(['/', ...loaded.map(({ pathname }) => pathname)])].map(add));
}
