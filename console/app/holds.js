// Whether a record has what was sent for it.

/** @param {any} value */
const isNothing = (value) => value === null || value === undefined || value === '';
/** @param {any} value */
const isInstant = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Whether every field that was sent is so in the record, which may have more of them. @param {any} record @param {any} sent @returns {boolean} */
export function holds(record, sent) {
  if (isNothing(sent) || isNothing(record)) return isNothing(sent) && isNothing(record);
  if (Array.isArray(sent)) return Array.isArray(record) && record.length === sent.length && sent.every((one, index) => holds(record[index], one));
  if (typeof sent === 'object') return typeof record === 'object' && Object.entries(sent).every(([name, value]) => holds(record[name], value));
  if (isInstant(sent) && isInstant(record)) return Date.parse(sent) === Date.parse(record);
  return String(record).trim() === String(sent).trim();
}
