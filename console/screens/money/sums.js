// Sums of amounts as whole numbers of the smallest unit, so that nothing is lost between many of them.

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. @param {string} currency */
export const decimalsOf = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Sum of amounts in major units. @param {number[]} amounts @param {string} currency */
export function sumOf(amounts, currency) {
  const scale = 10 ** decimalsOf(currency);
  return amounts.reduce((sum, amount) => sum + Math.round(amount * scale), 0) / scale;
}

/** Records by a value of theirs, in the order in which the values come. @template T @param {T[]} records @param {(record: T) => string} by @returns {[string, T[]][]} */
export function grouped(records, by) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const record of records) groups.set(by(record), [...(groups.get(by(record)) ?? []), record]);
  return [...groups];
}

const LIMITS = [0, 30, 60, 90];

/**
 * Open amounts by days past due: not due, 1–30, 31–60, 61–90, more.
 * @param {{amount_due: number, overdue_days: number}[]} invoices @param {string} currency
 */
export function ageing(invoices, currency) {
  const buckets = [...LIMITS, Infinity].map((to, index) => {
    const from = index ? LIMITS[index - 1] + 1 : -Infinity;
    const within = invoices.filter(({ overdue_days: days }) => days >= from && days <= to);
    return { from: index ? from : 0, to, count: within.length, amount: sumOf(within.map(({ amount_due: due }) => due), currency) };
  });
  return buckets;
}

/** What each customer owes, and how much of it is overdue: the most first. @param {any[]} invoices @param {string} currency */
export function owing(invoices, currency) {
  const due = (/** @type {any[]} */ own) => sumOf(own.map((one) => one.amount_due), currency);
  return grouped(invoices, (one) => one.customer_id)
    .map(([customer, own]) => ({ customer, count: own.length, open: due(own), overdue: due(own.filter(({ overdue }) => overdue)) }))
    .sort((one, other) => other.open - one.open);
}

/** One amount less another, exactly. @param {number} amount @param {number} less @param {string} currency */
export const difference = (amount, less, currency) => sumOf([amount, -less], currency);
