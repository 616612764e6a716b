// By when a ticket is to be solved, in words, and how bad that is.
import { dayOf, showDay, showTime } from '../../app/time.js';
import { t } from '../../app/words.js';

const SOON_MS = 2 * 3_600_000;

/** @param {any} ticket @param {string} zone @param {number} now @returns {{tone: string, text: string} | null} */
export function dueOf(ticket, zone, now) {
  if (ticket.status === 'closed') return null;
  if (ticket.status === 'solved') return ticket.breached ? { tone: 'quiet', text: t('Solved late') } : null;
  if (ticket.status === 'pending' && !ticket.breached) return { tone: 'quiet', text: t('Its time stands still') };
  if (!ticket.due_at) return null;
  const when = { day: showDay(dayOf(ticket.due_at, zone), { day: 'numeric', month: 'short' }), time: showTime(ticket.due_at, zone) };
  if (ticket.breached || Date.parse(ticket.due_at) < now) return { tone: 'bad', text: t('Late since {day}, {time}', when) };
  return { tone: Date.parse(ticket.due_at) - now < SOON_MS ? 'waiting' : 'quiet', text: t('Due {day}, {time}', when) };
}

/** @param {string} priority */
export const toneOf = (priority) => ({ urgent: 'bad', high: 'waiting', normal: 'quiet', low: 'quiet' }[priority] ?? 'quiet');
export const isSensitive = (/** @type {any} */ ticket) => ['harassment', 'offensive_content'].includes(ticket.type);
