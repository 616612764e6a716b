// Sums of records, and records by day.

/** Sums of an amount by currency, without those that are nothing. @param {any[]} records @param {string} field @returns {[string, number][]} */
export function sumsByCurrency(records, field) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const record of records) sums.set(record.currency, (sums.get(record.currency) ?? 0) + Math.round(Number(record[field]) * 1_000));
  return [...sums].filter(([, sum]) => sum !== 0).map(([currency, sum]) => [currency, sum / 1_000]);
}

/** Records of each day, in their order. @template Record_ @param {Record_[]} records @param {(record: Record_) => string} dayOfRecord @returns {[string, Record_[]][]} */
export function byDay(records, dayOfRecord) {
  /** @type {Map<string, Record_[]>} */
  const days = new Map();
  for (const record of records) {
    const day = dayOfRecord(record);
    days.set(day, [...(days.get(day) ?? []), record]);
  }
  return [...days];
}
