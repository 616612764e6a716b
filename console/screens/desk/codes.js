// Letting people in by a code that was typed, read out or scanned: a visitor's, or that of a ticket.
import { place } from '../../app/place.js';
import { post } from '../../app/request.js';
import { money } from '../../app/money.js';
import { plural, t } from '../../app/words.js';
import { admitVisit, change, sayVisitor } from './admit.js';
import { agreed } from './agreement.js';
import { say } from './outcome.js';
import { sentenceOf, wordOf } from './refusals.js';

/** @typedef {import('./match.js').Code} Code */

/** @param {Code} code */
const bodyOf = (code) => (code.qr_payload ? { qr_payload: code.qr_payload } : { code: code.code });
/** @param {Code} code @param {any} record @param {string} field */
const isOf = (code, record, field) => (code.qr_payload ? record.qr_payload === code.qr_payload : record[field] === code.code);

/** @param {Code} code @param {any[]} visits expected ones */
async function admitVisitorBy(code, visits) {
  const expected = visits.find((visit) => isOf(code, visit, 'code'));
  if (expected) return admitVisit(expected);
  const agreement = await agreed('');
  if (!agreement) return null;
  const body = { location_id: place.value.id, ...bodyOf(code), ...agreement.body };
  const data = await change({ who: t('Visitor'), send: () => post('/visitor-visits/check-in', body), types: ['visitor_visit'] });
  return data && sayVisitor(data);
}

/** @param {any} ticket */
export async function undoTicket(ticket) {
  const send = () => post(`/event-registrations/${ticket.id}/undo-check-in`, { quantity: 1 });
  const data = await change({ who: ticket.attendee_name, send, types: ['event_registration'] });
  return data && say('good', ticket.attendee_name, t('The check-in was taken back.'));
}

/** @param {any} ticket as it is after the check-in */
function sayTicket(ticket) {
  const left = ticket.quantity - ticket.checked_in_count;
  const seats = ticket.quantity > 1 && t('{come} of {seats} seats', { come: ticket.checked_in_count, seats: ticket.quantity });
  const unpaid = ticket.payment_status === 'unpaid' && t('Not paid: {amount}', { amount: money(ticket.total_amount, ticket.currency) });
  const others = { label: plural(left, 'Let in {count} more', 'Let in {count} more'), act: () => admitTicket(ticket, left) };
  return say(unpaid ? 'bad' : 'good', ticket.attendee_name, [ticket.event_title, t('Checked in.'), seats, unpaid].filter(Boolean).join(' · '),
    [...(left ? [others] : []), { label: t('Undo'), act: () => undoTicket(ticket) }]);
}

/** @param {any} ticket @param {number} [quantity] */
export async function admitTicket(ticket, quantity = 1) {
  const send = () => post(`/event-registrations/${ticket.id}/check-in`, { quantity });
  const data = await change({ who: ticket.attendee_name, send, types: ['event_registration'] });
  return data && sayTicket(data);
}

/** A ticket says not which event it is for: those of today are asked one after the other. @param {Code} code @param {any[]} tickets @param {any[]} events */
async function admitTicketBy(code, tickets, events) {
  const found = tickets.find((ticket) => isOf(code, ticket, 'ticket_code'));
  if (found) return admitTicket(found);
  if (!events.length) return say('bad', t('Ticket'), t('No event of today takes tickets here.'));
  let last;
  for (const event of events) {
    const answer = await post('/event-registrations/check-in', { event_id: event.id, ...bodyOf(code) }).catch((refusal) => { last = refusal; return null; });
    if (answer) {
      await change({ who: '', send: async () => answer, types: ['event_registration'] });
      return sayTicket(answer.data);
    }
    if (!['wrong_code', 'other_event'].includes(wordOf(last))) break;
  }
  const text = wordOf(last) === 'wrong_code' ? t('No event of today has a valid ticket with this code.') : sentenceOf(last);
  return say('bad', t('Ticket'), text);
}

/** @param {Code} code @param {{visits: any, tickets: any[], events: any[]}} day */
export const admitCode = (code, { visits, tickets, events }) => (code.kind === 'visit' ? admitVisitorBy(code, visits.data ?? []) : admitTicketBy(code, tickets, events));
