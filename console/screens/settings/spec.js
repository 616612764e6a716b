// Between a record and the fields of its form. A spec says for each field, by its path in the record such as
// `address.city`, how its text is read; values of kind `raw` are kept as they are.

/** @typedef {'text' | 'number' | 'optional' | 'words' | 'lines' | 'raw' | 'nothing' | 'capitals' | 'counts' | 'steps' | 'amounts'} Kind `optional` is a number or null, `nothing` a text or null, `words` a list by commas, `lines` one by lines, `counts` numbers by commas, `steps` a list of records whose numbers may stand as they are typed, `amounts` one of amounts with their currencies */
/** @typedef {Record<string, Kind>} Spec */

/** @param {any} record @param {string} path */
const at = (record, path) => path.split('.').reduce((value, name) => value?.[name], record);

/** @param {any} value @param {Kind} kind */
function shown(value, kind) {
  if (kind === 'raw' || kind === 'steps' || kind === 'amounts') return value;
  if (kind === 'words' || kind === 'counts' || kind === 'lines') return (value ?? []).join(kind === 'lines' ? '\n' : ', ');
  return value === null || value === undefined ? '' : String(value);
}

/** @param {any} value @param {Kind} kind @returns {any} */
function meant(value, kind) {
  if (kind === 'number') return Number(value);
  if (kind === 'optional') return value === '' ? null : Number(value);
  if (kind === 'capitals') return value.trim().toUpperCase();
  if (kind === 'nothing') return value === '' ? null : value;
  if (kind === 'words' || kind === 'lines') return value.split(kind === 'words' ? ',' : '\n').map((/** @type {string} */ word) => word.trim()).filter(Boolean);
  if (kind === 'counts') return meant(value, 'words').map(Number);
  if (kind === 'steps') return (value ?? []).map((/** @type {any} */ step) => Object.fromEntries(Object.entries(step).map(([name, one]) => [name, typeof one === 'string' ? Number(one) : one])));
  if (kind === 'amounts') return (value ?? []).map((/** @type {any} */ one) => ({ ...one, amount: Number(one.amount) }));
  return value;
}

/** What the fields show of a record. @param {any} record @param {Spec} spec @returns {Record<string, any>} */
export const valuesOf = (record, spec) => Object.fromEntries(Object.entries(spec).map(([path, kind]) => [path, shown(at(record, path), kind)]));

/** What is typed into a field for a number: the number as soon as it is written as one, so that nothing is changed where it is typed again. A field shows it as a text: what shows a number is written anew at each letter. @param {string} text */
export const numberOr = (text) => (text !== '' && String(Number(text)) === text ? Number(text) : text);

/** Fields that differ. @param {Record<string, any>} before @param {Record<string, any>} after @param {Spec} spec */
export const changedPaths = (before, after, spec) => Object.keys(spec).filter((path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]));

/** The request of fields. @param {Record<string, any>} values @param {string[]} paths @param {Spec} spec */
export function requestOf(values, paths, spec) {
  const request = /** @type {any} */ ({});
  for (const path of paths) {
    const names = path.split('.');
    const last = /** @type {string} */ (names.pop());
    const group = names.reduce((inside, name) => (inside[name] ??= {}), request);
    group[last] = meant(values[path], spec[path]);
  }
  return request;
}

/**
 * The request for what was changed: only that, so that two people can change different things, but groups as a whole,
 * because the API replaces some of them.
 * @param {Record<string, any>} before @param {Record<string, any>} after @param {Spec} spec
 */
export function changesOf(before, after, spec) {
  const groups = new Set(changedPaths(before, after, spec).map((path) => path.split('.')[0]));
  return requestOf(after, Object.keys(spec).filter((path) => groups.has(path.split('.')[0])), spec);
}

/** The request of a new record: fields that were left empty are left to the API. @param {Record<string, any>} values @param {Spec} spec */
export const createOf = (values, spec) => requestOf(values, Object.keys(spec).filter((path) => path in values && values[path] !== '' && values[path] !== undefined), spec);
