// What happened to an invoice, in order of time, by whom, and what comes next.
import { html } from '../../vendor/preact.js';
import { useCustomerName } from '../../app/names.js';
import { merchant, zone } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { dayOf, showDay, showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { Unread } from '../../ui/states.js';
import { day } from './columns.js';
import { dunningOf } from './dunning.js';
import { happeningsOf } from './happenings.js';

/** Who acted. @param {{actor: any}} props */
function Actor({ actor }) {
  const name = useCustomerName(actor.type === 'member' ? actor.id : null);
  const who = actor.type === 'member' ? name || '…' : { client: t('A program'), schedule: t('The schedule'), operator: t('The service’s operator') }[/** @type {string} */ (actor.type)] ?? word(actor.type);
  return html`<span>${who}</span>`;
}

/** @param {{happening: import('./happenings.js').Happening}} props */
const Line = ({ happening: { at, said, tone, actor, note, status } }) => html`<li class=${tone}>${said} ${status && html`<${Status} status=${status} />`}
  <small>${note && html`<span class="life-note">${note}</span>`}<time datetime=${at}>${showInstant(at, zone.value)}</time>${actor && html` · <${Actor} actor=${actor} />`}</small></li>`;

/** What is to come of an invoice that is not paid. @param {{invoice: any}} props */
function Next({ invoice }) {
  const { next, isDue } = dunningOf(invoice, merchant.value?.invoice_settings?.reminder_days ?? []);
  const reminder = next && (isDue ? t('A reminder is due now.') : t('The next reminder goes out on {day}.', { day: showDay(dayOf(next, zone.value), { dateStyle: 'medium' }) }));
  return html`${reminder && html`<li class="to-come">${reminder}</li>`}${!invoice.overdue && html`<li class="to-come">${t('It is due on {day}.', { day: day(invoice.due_date) ?? '' })}</li>`}`;
}

/** @param {{invoice: any}} props */
export function Life({ invoice }) {
  const payments = useAll('/payment-transactions', { invoice_id: invoice.id });
  const notes = useAll('/credit-notes', { invoice_id: invoice.id });
  const letters = useAll('/letters', { object_id: invoice.id });
  const events = useAll('/event-log', { object_id: invoice.id });
  const all = happeningsOf({ invoice, payments: payments.data ?? [], notes: notes.data ?? [], letters: letters.data ?? [], events: events.data ?? [] });
  return html`<${Unread} of=${[payments, notes, letters, events]} /><ol class="life">${all.map((happening, index) => html`<${Line} key=${index} happening=${happening} />`)}${invoice.status === 'issued' && html`<${Next} invoice=${invoice} />`}</ol>`;
}
