// Periods that are asked for often, as days from and to.
import { addDays } from '../../app/time.js';

const firstOf = (/** @type {string} */ day) => `${day.slice(0, 8)}01`;

/** First day of the month that is so many months before. @param {string} day @param {number} count */
export function monthsBefore(day, count) {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** @param {string} today @returns {Record<string, [string, string]>} */
export const periodsOf = (today) => ({
  days: [addDays(today, -29), today], month: [firstOf(today), today], before: [monthsBefore(today, 1), addDays(firstOf(today), -1)],
  quarter: [addDays(today, -89), today], year: [`${today.slice(0, 4)}-01-01`, today], months: [monthsBefore(today, 11), today],
});

/** Name of the period of these days, or nothing. @param {string} from @param {string} to @param {string} today */
export const periodOf = (from, to, today) => Object.entries(periodsOf(today)).find(([, days]) => days[0] === from && days[1] === to)?.[0] ?? '';
