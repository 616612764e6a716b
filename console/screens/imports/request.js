// The request that an import's form stands for.
import { collectionOf } from './collections.js';
import { meantBy } from './guess.js';

/**
 * @typedef {{collection: string, file: string, content: string, fields: string[], ways: Record<number, string>, location: string, start: string, host: string, stop: boolean, part: number, after: string, checked: {id: string, mark: string} | null}} Values
 * `fields` has the field of each column, `ways` how columns of dates and numbers are said to be written, `after` the import whose rows these go on with
 */

/** Fields that are needed and that no column is for. @param {Values} values @returns {import('./collections.js').Field[]} */
export function missingOf({ collection, fields, start }) {
  return collectionOf(collection).fields.filter(({ name, isNeeded }) => isNeeded && !fields.includes(name) && !(name === 'start_date' && start));
}

/** What rows have that do not say it themselves. @param {Values} values */
function defaultsOf({ collection, location, start, host }) {
  const { place, key } = collectionOf(collection);
  return {
    ...(place && location && { [place]: place === 'location_ids' ? [location] : location }), ...(key === 'visits' && host && { host_id: host }), ...(key === 'subscriptions' && start && { start_date: start }),
  };
}

/**
 * @param {Values} values @param {{headings: string[], rows: {fields: string[]}[]}} table @param {string} content @param {Record<string, {value: string, label: string}[]>} choices by kind and field
 */
export function requestOf(values, table, content, choices) {
  const { operation, fields } = collectionOf(values.collection);
  const columns = table.headings.flatMap((column, index) => {
    const field = values.fields[index];
    if (!column) return [];
    const { kind = '' } = fields.find(({ name }) => name === field) ?? {};
    const meant = ['location', 'plan', 'words'].includes(kind) ? meantBy(table.rows.map(({ fields: cells }) => cells[index] ?? ''), choices[kind === 'words' ? field : kind] ?? []) : {};
    return [{ column, ...(field && { field }), ...(Object.keys(meant).length && { values: meant }) }];
  });
  const defaults = defaultsOf(values);
  return {
    operation, format: 'csv', content, columns, ...(Object.keys(defaults).length && { defaults }), ...(values.after && { imported_ids: { import_id: values.after, field: 'customer_id' } }),
    ...(table.headings.some((name) => !name) && { ignore_unknown_columns: true }), stop_on_failure: values.stop,
  };
}

/** Tells one request from another. @param {any} request */
export function markOf(request) {
  let mark = 5_381;
  for (const letter of JSON.stringify(request)) mark = (mark * 33 + /** @type {number} */ (letter.codePointAt(0))) % 4_294_967_296;
  return String(mark);
}
