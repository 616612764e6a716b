// What an event of the log says: which fields changed, from what to what.

const UNSAID = ['version', 'updated_at', 'metadata', 'blocked'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** @typedef {{field: string, before: any, after: any}} Change */

/** @param {any} event @returns {Change[]} */
export function changesOf(event) {
  const { previous_attributes: before, object } = event;
  if (!before || !object || event.type.endsWith('.created')) return [];
  return Object.keys(before).filter((field) => !UNSAID.includes(field)).map((field) => ({ field, before: before[field], after: object[field] }));
}

/** Which kind of value it is, for how it is shown. @param {string} field @param {any} value @returns {'nothing' | 'yes' | 'no' | 'instant' | 'person' | 'location' | 'list' | 'fields' | 'text'} */
export function kindOf(field, value) {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)) return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string' && INSTANT.test(value)) return 'instant';
  if (['member_id', 'customer_id', 'assignee_id', 'requester_id', 'host_id', 'company_id', 'payer_id'].includes(field)) return 'person';
  if (field === 'location_id' || field === 'location_ids') return 'location';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'fields' : 'text';
}

/** The changed parts of a value that has fields itself. @param {any} before @param {any} after @returns {Change[]} */
export function partsOf(before, after) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])).map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}
