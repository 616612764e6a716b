// The life of an invoice, put together from the records, the letters and the event log.
import { money } from '../../app/money.js';
import { t, word } from '../../app/words.js';

/** @typedef {{at: string, said: string, tone: string, actor?: any, note?: string, status?: string}} Happening */

/** What the event log tells, by its type: the tone and the sentence. @type {() => Record<string, [string, string]>} */
const told = () => ({
  'invoice.created': ['info', t('The draft was made.')], 'invoice.updated': ['quiet', t('It was changed.')], 'invoice.issued': ['info', t('It was issued.')], 'invoice.sent': ['info', t('It was sent.')],
  'invoice.reminder_due': ['waiting', t('A reminder was due.')], 'invoice.overdue': ['bad', t('It was overdue.')], 'invoice.reopened': ['waiting', t('Something of it is due again.')],
  'invoice.paid': ['good', t('It was paid in full.')], 'invoice.voided': ['quiet', t('It was voided.')], 'invoice.uncollectible': ['bad', t('It was given up.')],
});

/** What the invoice itself says of what may be too old for the log, by the same types. @param {any} invoice @returns {[string, string | null][]} */
const ownDates = (invoice) => [
  ['invoice.created', invoice.created_at === invoice.issued_at ? null : invoice.created_at], ['invoice.issued', invoice.issued_at], ['invoice.sent', invoice.last_sent_at],
  ['invoice.reminder_due', invoice.last_reminded_at], ['invoice.paid', invoice.paid_at], ['invoice.voided', invoice.voided_at], ['invoice.uncollectible', invoice.uncollectible_at],
];

/** Instants of one happening in two records differ a little. */
const SAME_MS = 5_000;

/** @param {any} invoice @param {any[]} events newest first @returns {Happening[]} */
function ofInvoice(invoice, events) {
  const words = told();
  // What changes of an issued invoice are its sums, of which payments and credit notes tell.
  const isTold = (/** @type {any} */ { type, object }) => words[type] && (type !== 'invoice.updated' || object?.status === 'draft');
  const isIssue = (/** @type {any} */ { type, object }) => type === 'invoice.created' && object?.status && object.status !== 'draft';
  const logged = [...events].reverse().filter(isTold).map((event) => ({ type: isIssue(event) ? 'invoice.issued' : event.type, at: event.occurred_at, actor: event.actor }));
  const isLogged = (/** @type {string} */ type, /** @type {string} */ at) => logged.some((event) => event.type === type && Math.abs(Date.parse(event.at) - Date.parse(at)) < SAME_MS);
  const own = ownDates(invoice).flatMap(([type, at]) => (at && !isLogged(type, at) ? [{ type, at, actor: undefined }] : []));
  return [...own, ...logged].map(({ type, at, actor }) => ({ at, actor, tone: words[type][0], said: words[type][1] }));
}

/** @param {any} payment @returns {Happening[]} */
const ofPayment = (payment) => [
  { at: payment.paid_at ?? payment.created_at, tone: payment.status === 'failed' ? 'bad' : 'good', said: t('{amount} by {method}: {status}', { amount: money(payment.amount, payment.currency), method: word(payment.method), status: word(payment.status) }), note: [payment.gateway_reference, payment.note].filter(Boolean).join(' · ') },
  ...payment.refunds.map((/** @type {any} */ refund) => ({ at: refund.refunded_at, tone: 'waiting', said: t('{amount} were refunded.', { amount: money(refund.amount, payment.currency) }), note: refund.reason })),
];

/** @param {any} note @returns {Happening[]} */
const ofNote = (note) => [{ at: note.created_at, tone: 'waiting', said: t('Credit note {number} over {amount}', { number: note.number, amount: money(note.total, note.currency) }), note: word(note.reason) }, ...(note.voided_at ? [{ at: note.voided_at, tone: 'quiet', said: t('Credit note {number} was voided.', { number: note.number }) }] : [])];

/** @param {any} letter @returns {Happening} */
const ofLetter = (letter) => ({ at: letter.sent_at ?? letter.created_at, tone: 'quiet', said: t('Letter: {subject}', { subject: letter.subject }), note: letter.email, status: letter.status });

/**
 * Everything that happened, oldest first.
 * @param {{invoice: any, payments: any[], notes: any[], letters: any[], events: any[]}} records @returns {Happening[]}
 */
export const happeningsOf = ({ invoice, payments, notes, letters, events }) => [...ofInvoice(invoice, events), ...payments.flatMap(ofPayment), ...notes.flatMap(ofNote), ...letters.map(ofLetter)]
  .filter(({ at }) => at).sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
