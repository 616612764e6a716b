// A file that is longer than an answer: it is read page after page, each of which says in its header `Link` where the next
// one begins, and is kept as one when all of it has arrived.
import { Refusal } from './refusal.js';
import { fileOf, keepFile } from './request.js';
import { read, send } from './send.js';

/** @typedef {import('./send.js').Path} Path */
/** @typedef {import('./send.js').Query} Query */
/** @typedef {{pages?: (count: number) => void, isWanted?: () => boolean}} Reader `pages` hears how many pages have arrived, `isWanted` says whether it is still waited for */

const RECORDS_A_PAGE = 500;
/** With other settings of the books the file is begun anew. */
const BEGINNINGS_MAX = 3;

/** What the next page is asked for, by the `Link` of a page; null for the last one. @param {string | null} link @returns {Query | null} */
export function nextOf(link) {
  const query = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return query === undefined ? null : Object.fromEntries(new URLSearchParams(query));
}

const isBegunAnew = (/** @type {any} */ problem) => problem instanceof Refusal && problem.problems.some(({ field }) => field === 'cursor');

/** @param {Path} path @param {Query} query @param {Reader} reader @returns {Promise<Blob[] | null>} null where nobody waits for it any more */
async function pagesOf(path, query, { pages, isWanted = () => true }) {
  const arrived = [];
  for (let next = /** @type {Query | null} */ ({ ...query, limit: RECORDS_A_PAGE }); next;) {
    if (!isWanted()) return null;
    const { received } = await send('GET', path, { query: next });
    if (!received?.ok) await read(received);
    const whole = /** @type {import('./send.js').Received} */ (received);
    arrived.push(fileOf(whole));
    pages?.(arrived.length);
    next = nextOf(whole.headers.get('Link'));
  }
  return isWanted() ? arrived : null;
}

/**
 * Has the browser keep a file of any length; nothing of it is kept before it is whole.
 * @param {string} name @param {Path} path @param {Query} query @param {Reader} [reader] @returns {Promise<boolean>} whether it is kept
 */
export async function downloadWhole(name, path, query, reader = {}) {
  for (let beginning = 1; ; beginning += 1) {
    try {
      const parts = await pagesOf(path, query, reader);
      if (parts) keepFile(name, new Blob(parts, { type: parts[0].type }));
      return parts !== null;
    } catch (problem) {
      if (!isBegunAnew(problem) || beginning === BEGINNINGS_MAX) throw problem;
    }
  }
}
