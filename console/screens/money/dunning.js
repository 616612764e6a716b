// How far the reminders of an invoice are.
import { currentTime } from '../../app/time.js';

/** @typedef {{days: number[], step: number, sent: number, next: string | null, last: string | null, isDue: boolean}} Dunning */

const DAY_MS = 86_400_000;

/** How many of the days are over: those before the next reminder, which comes at the beginning of a local day. @param {number[]} days @param {any} invoice */
function stepOf(days, { next_reminder_at: next, due_date: due, status }) {
  if (status === 'draft') return 0;
  if (!next) return days.length;
  const until = Math.round((Date.parse(next) - Date.parse(due)) / DAY_MS);
  return days.filter((day) => day < until).length;
}

/**
 * Days from the due date on which people are reminded, at which of them it is, and when the next reminder goes out. Of
 * several days that were missed one reminder counts.
 * @param {any} invoice @param {number[]} usual days of the merchant @param {number} [now] @returns {Dunning}
 */
export function dunningOf(invoice, usual, now = currentTime()) {
  const days = [...(invoice.reminder_days ?? usual)].sort((one, other) => one - other);
  const next = invoice.next_reminder_at;
  return { days, step: stepOf(days, invoice), sent: invoice.reminders_sent, next, last: invoice.last_reminded_at, isDue: Boolean(next) && Date.parse(next) <= now };
}

/** Buckets of days past due, as the ageing has them, by the first of their days. */
export const LATE = [1, 31, 61, 91];

/** Whether an invoice is in the bucket that begins at a day. @param {any} invoice @param {number} from */
export const isLateSince = ({ overdue_days: days }, from) => days >= from && days < (LATE[LATE.indexOf(from) + 1] ?? Infinity);
