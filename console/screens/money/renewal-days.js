// On which day the next invoice of a subscription is made.
import { addDays } from '../../app/time.js';

/** States in which the next invoice is to come. */
export const RENEWING = /** @type {const} */ (['active', 'past_due', 'scheduled', 'paused']);

const MONTHS = /** @type {Record<string, number>} */ ({ monthly: 1, quarterly: 3, yearly: 12 });

/** The day a cycle later; a month that is shorter ends it. @param {string} day @param {string} cycle */
export function cycleLater(day, cycle) {
  if (!MONTHS[cycle]) return addDays(day, cycle === 'weekly' ? 7 : 1);
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + MONTHS[cycle];
  const first = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = addDays(`${Math.floor((month + 1) / 12)}-${String(((month + 1) % 12) + 1).padStart(2, '0')}-01`, -1);
  const same = addDays(first, Number(day.slice(8)) - 1);
  return same < last ? same : last;
}

/** First day of the next period that is charged; null where there is none. @param {any} subscription @param {(instant: string) => string} dayOf */
function firstDay({ status, start_date: start, trial_end_date: trial, current_period_end: end, pause }, dayOf) {
  const next = status === 'scheduled' ? (trial ? addDays(trial, 1) : start) : end && dayOf(end);
  const isPaused = next && pause && pause.behaviour === 'void' && pause.from <= next && (!pause.until || pause.until > next);
  return isPaused ? pause.until : next;
}

/**
 * Day of the next invoice: when the next period begins that is charged, or so many days before as it is invoiced in
 * advance. Null where the subscription ends before, or is paused until somebody resumes it.
 * @param {any} subscription @param {string} today @param {(instant: string) => string} dayOf @returns {string | null}
 */
export function nextInvoice(subscription, today, dayOf) {
  const { cycle, end_date: ends, cancel_at_period_end: isLeaving, invoice_days_in_advance: before = 0 } = subscription;
  let first = firstDay(subscription, dayOf);
  // What is invoiced in advance may have its invoice already: then the next one is a cycle later.
  while (first && addDays(first, -before) < today) first = cycleLater(first, cycle);
  return !first || isLeaving || (ends && ends < first) ? null : addDays(first, -before);
}

/** Subscriptions whose next invoice is made until a day, the next first. @param {any[]} subscriptions @param {string} today @param {string} until @param {(instant: string) => string} dayOf */
export const renewalsOf = (subscriptions, today, until, dayOf) => subscriptions.map((subscription) => ({ subscription, day: nextInvoice(subscription, today, dayOf) ?? '' }))
  .filter(({ day }) => day && day <= until).sort((one, other) => one.day.localeCompare(other.day));
