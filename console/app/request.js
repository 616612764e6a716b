// The one way to the API.
import { change } from './change.js';
import { read, send } from './send.js';
import { hearTime } from './time.js';

export { address } from './send.js';

/** @typedef {import('./send.js').Path} Path */
/** @typedef {import('./send.js').Query} Query */
/** @typedef {import('./send.js').Answer} Answer */

/** @param {Path} path @param {Query} [query] @returns {Promise<Answer>} */
export async function get(path, query) {
  const { received } = await send('GET', path, { query });
  const answer = await read(received);
  hearTime(answer.meta?.timestamp);
  return answer;
}
/** What a search finds in a list; nothing where the reader may not search there. @param {Path} path @param {Query} query @returns {Promise<any[]>} */
export const find = (path, query) => get(path, query).then(({ data }) => data, (refusal) => { if (refusal.status === 403) return []; throw refusal; });
/** @param {Path} path @param {any} [body] @param {{key?: string, version?: string, client?: boolean}} [options] @returns {Promise<Answer>} */
export const post = (path, body = {}, options = {}) => change('POST', path, { body, ...options });
/** @param {Path} path @param {any} body @param {{version?: string}} [options] @returns {Promise<Answer>} */
export const put = (path, body, options = {}) => change('PUT', path, { body, ...options });
/** @param {Path} path @param {Query} [query] @returns {Promise<Answer>} */
export const remove = (path, query) => change('DELETE', path, { query });

/** How many records of a list are read at most. */
export const RECORDS_MAX = 10_000;
/** @type {WeakSet<any[]>} */
const cut = new WeakSet();
/** Whether a list has more records than were read. @param {any[]} records */
export const isCut = (records) => cut.has(records);

/** All of a list, page after page, up to `most` records. @param {Path} path @param {Query} [query] @returns {Promise<any[]>} */
export async function getAll(path, query = {}, most = RECORDS_MAX) {
  const records = [];
  let cursor = '';
  do {
    const { data, pagination } = await get(path, { ...query, limit: 100, cursor });
    records.push(...data);
    cursor = pagination.next_cursor;
  } while (cursor && records.length < most);
  if (cursor) cut.add(records);
  return records;
}

/** @param {import('./send.js').Received} received */
export const fileOf = ({ body, headers }) => new Blob([body], { type: headers.get('Content-Type') ?? '' });

/** A document that is no JSON: PDF, CSV, picture. @param {Path} path @param {Query} [query] @returns {Promise<Blob>} */
export async function getFile(path, query) {
  const { received } = await send('GET', path, { query });
  if (!received?.ok) await read(received);
  return fileOf(/** @type {import('./send.js').Received} */ (received));
}

/** Has the browser keep a file under a name. @param {string} name @param {Blob} file */
export function keepFile(name, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Has the browser keep a document under a name. @param {string} name @param {Path} path @param {Query} [query] */
export const download = async (name, path, query) => keepFile(name, await getFile(path, query));
