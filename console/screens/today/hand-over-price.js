// What handing bookings over would cost, and give back.
import { html } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { money } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { paidBy, sumOf } from './price.js';

/** Why a booking of a series is not handed over. @param {string} reason of a rule, or the code of a refusal */
export const whyNot = (reason) => /** @type {Record<string, string>} */ ({
  outside_opening_hours: t('It is outside the opening hours.'), too_early: t('It is further ahead than they may book.'), too_late: t('It is too soon for them to book.'), over_capacity: t('They are too many people for it.'),
  for_admins: t('Only admins may book it.'), for_subscribers: t('Only those with a plan may book it.'), cooldown: t('It is too close to another booking of theirs.'), too_many_free_bookings: t('They have as many free bookings as they may.'),
  too_many_calendar_days: t('They have booked on as many days as they may.'), customer_blocked: t('This customer is blocked.'), member_blocked: t('This customer is blocked.'), insufficient_balance: t('Credits or day passes do not suffice.'), not_payable: t('It cannot be paid in this way.'),
  resource_inactive: t('What is booked is not active any more.'), invalid_state: t('This cannot be done in its present state.'), booking_conflict: t('This time is taken.'),
})[reason] ?? word(reason);

/** What comes back to whoever had it. @param {any} charges @param {string} currency */
function givenBack({ credits_applied: credits, credits_reserved: later, day_passes_applied: passes, day_passes_reserved: passesLater, invoice_amount: invoiced, external_amount: external }, currency) {
  const [credit, pass] = [sumOf([...credits, ...later]), sumOf([...passes, ...passesLater])];
  return [
    credit && plural(credit, '{count} credit', '{count} credits'), pass && plural(pass, '{count} day pass', '{count} day passes'),
    invoiced && t('{amount} of the invoice', { amount: money(invoiced, currency) }), external && t('{amount} that were paid here', { amount: money(external, currency) }),
  ].filter(Boolean);
}

/** @param {{outcome: string}} props */
const Outcome = ({ outcome }) => (outcome === 'pending' ? html`<${Badge} tone="waiting">${t('Waits for approval')}<//>` : html`<${Badge} tone="good">${t('Confirmed at once')}<//>`);

/** @param {{refusal: any}} props */
const NotYet = ({ refusal }) => html`<p class=${refusal ? 'problem' : 'quiet'}>${refusal ? reasonOf(refusal) : t('What it costs is shown when it is known who gets it.')}</p>`;

/** @param {{of: {data?: any, refusal?: any}, booking: any}} props */
export function HandedOverPrice({ of: { data, refusal }, booking }) {
  const payer = useCustomerName(data?.payer_id ?? null);
  const paid = data ? paidBy({ ...data.charged, currency: data.currency }) : [];
  const back = data ? givenBack(data.given_back, data.currency) : [];
  return html`<section class="price" aria-label=${t('Price')} role="status">${data ? html`<table class="breakdown"><tbody>
      <tr class="total"><th scope="row">${t('Price for them')}</th><td class="number">${money(data.total_amount, data.currency)}</td></tr></tbody></table>
    <p class="quiet">${t('So far {amount}.', { amount: money(booking.total_amount, booking.currency) })}</p>
    ${paid.length > 0 && html`<p>${payer ? t('{name} pays: {charges}', { name: payer, charges: paid.join(' · ') }) : paid.join(' · ')}</p>`}
    <p>${back.length ? t('Given back: {charges}', { charges: back.join(' · ') }) : t('Nothing was charged that would be given back.')}</p><${Outcome} outcome=${data.outcome} />` : html`<${NotYet} refusal=${refusal} />`}</section>`;
}

/** The prices of the next bookings of a series. @param {{of: {data?: any, refusal?: any}, zone: string}} props */
export function SeriesPrices({ of: { data, refusal }, zone }) {
  if (!data) return html`<section class="price" aria-label=${t('Price')} role="status"><${NotYet} refusal=${refusal} /></section>`;
  const shown = data.bookings.flatMap((/** @type {any} */ { preview }) => preview ?? []);
  const total = shown.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.total_amount, 0);
  return html`<section class="price" aria-label=${t('Price')} role="status"><table class="breakdown"><caption class="hidden">${t('Price of each')}</caption><tbody>
    ${data.bookings.map((/** @type {any} */ { booking_id: id, start_time: start, preview, reason }) => html`<tr key=${id}><th scope="row"><time>${showInstant(start, zone)}</time>
        ${reason ? html` <small class="problem">${whyNot(reason)}</small>` : html`${preview.outcome === 'pending' && html` <small>${t('Waits for approval')}</small>`} <small>${t('Given back: {charges}', { charges: givenBack(preview.given_back, preview.currency).join(' · ') || t('nothing') })}</small>`}</th>
      <td class="number">${preview && money(preview.total_amount, preview.currency)}</td></tr>`)}
    ${shown.length > 0 && html`<tr class="total"><th scope="row">${t('Total')}</th><td class="number">${money(total, shown[0].currency)}</td></tr>`}</tbody></table>
    ${data.left > 0 && html`<p class="quiet">${plural(data.left, '{count} more follows after these.', '{count} more follow after these.')}</p>`}</section>`;
}
