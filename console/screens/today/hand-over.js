// Gives the time of a booking, or of those of a series, to another customer. What that costs and gives back is shown
// before it is done: of a series for the next bookings, as many as one request hands over.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { useCustomerName } from '../../app/names.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { usePreview } from '../person/preview.js';
import { HandedOverPrice, SeriesPrices, whyNot } from './hand-over-price.js';
import { sources } from './sources.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['booking', 'booking_series', 'member', 'invoice', 'waitlist_entry']);
const FIELDS = ['customer_id', 'payment_source', 'title', 'comment'];

/** @typedef {'this' | 'this_and_following' | 'all'} Scope */
/** What was handed over so far, and what stays with its reason; `from` is where the next part begins. @typedef {{count: number, refused: any[], from: string}} Done */

/** @type {() => {value: Scope, label: string}[]} */
const scopes = () => [{ value: 'this', label: t('Only this one') }, { value: 'this_and_following', label: t('This one and those that follow') }, { value: 'all', label: t('All of its series that have not begun') }];

/** The request that the fields stand for; null while nobody is chosen. @param {any} values @param {any} booking @param {string} from */
function requestOf({ customer_id: customer, payment_source: source, title, comment, override, scope }, booking, from) {
  if (!customer) return null;
  const part = scope === 'this' ? {} : from ? { scope: 'this_and_following', booking_id: from } : { scope, booking_id: booking.id };
  return { customer_id: customer, ...(source && { payment_source: source }), ...(title && { title }), ...(comment && { comment }), ...(override && { override: true }), ...part };
}

/** The booking of a series from which on it goes on: what was refused would come first again. @param {any} series @param {any} answer @param {string} from */
function nextOf(series, { handed_over: given, refused }, from) {
  if (!refused.length) return from;
  const last = [...given, ...refused].sort((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time)).at(-1);
  return series.booking_ids[series.booking_ids.indexOf(last.booking_id) + 1] ?? from;
}

/** Whether somebody may say that the policy is set aside. @param {any} preview @param {any} refusal */
const isByRule = ({ data, refusal: previewed }, refusal) => [previewed, refusal].some((one) => one?.code === 'rule_violation') || data?.bookings?.some((/** @type {any} */ { reason }) => reason);

/** @param {{done: Done, zone: string}} props */
const SoFar = ({ done: { count, refused }, zone }) => html`<div class="note" role="status"><p>${plural(count, '{count} booking was handed over.', '{count} bookings were handed over.')}</p>
  ${refused.length > 0 && html`<p>${t('These stay as they were:')}</p><ul>${refused.map(({ booking_id: id, start_time: start, reason }) => html`<li key=${id}><time>${showInstant(start, zone)}</time>: ${whyNot(reason)}</li>`)}</ul>`}</div>`;

/** @param {{booking: any, zone: string, close: () => void}} props */
export function HandOver({ booking, zone, close }) {
  const { data: series } = useRecord(booking.series_id ? `/booking-series/${booking.series_id}` : null);
  const [done, setDone] = useState(/** @type {Done} */ ({ count: 0, refused: [], from: '' }));
  const [isOver, setOver] = useState(false);
  const form = useForm({
    initial: { customer_id: '', payment_source: '', title: '', comment: '', override: false, scope: 'this' }, name: `hand-over.${booking.id}`,
    send: (values, key) => post(pathOf(values), requestOf(values, booking, done.from), { key }),
    done: ({ data }) => {
      invalidate(TYPES);
      if (data.id) { tell(t('It is handed over.')); ask({ booking: data.id }); return; }
      const next = { count: done.count + data.handed_over.length, refused: [...done.refused, ...data.refused], from: nextOf(series, data, done.from) };
      setDone(next);
      if (data.left || next.refused.length) { setOver(!data.left); return; }
      tell(plural(next.count, '{count} booking was handed over.', '{count} bookings were handed over.'));
      close();
    },
  });
  const { values, set } = form;
  const isOne = values.scope === 'this';
  const pathOf = (/** @type {any} */ { scope }) => /** @type {any} */ (scope === 'this' ? `/bookings/${booking.id}/hand-over` : `/booking-series/${booking.series_id}/hand-over`);
  const preview = usePreview(`${pathOf(values)}-preview`, isOver ? null : requestOf({ ...values, title: '', comment: '' }, booking, done.from), done.count + done.refused.length);
  const name = useCustomerName(values.customer_id || null);
  const isRefused = Boolean(preview.refusal) || preview.data?.bookings?.some((/** @type {any} */ { reason }) => reason);
  if (isOver) return html`<div class="hand-over"><h3>${t('Hand the booking over')}</h3><${SoFar} done=${done} zone=${zone} /><div class="actions"><${Button} act=${close}>${t('Back')}<//></div></div>`;
  const count = preview.data?.bookings?.length ?? 1;
  return html`<form class="hand-over" onSubmit=${form.submit} novalidate><h3>${t('Hand over to another customer')}</h3>
    ${done.count + done.refused.length > 0 && html`<${SoFar} done=${done} zone=${zone} />`}
    <${CustomerField} label=${t('Who gets it')} value=${values.customer_id} choose=${(/** @type {string} */ id) => set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
    ${booking.series_id && series && !done.count && html`<${Input} form=${form} name="scope" label=${t('Which of its series')} options=${scopes()} />`}
    <div class="fields"><${Input} form=${form} name="payment_source" label=${t('Payment')} options=${[{ value: '', label: t('As before') }, ...sources()]} /><${Input} form=${form} name="title" label=${t('What it is for')} maxlength="200" /></div>
    <${Input} form=${form} name="comment" label=${t('Reason')} hint=${t('Who had it is told this.')} maxlength="500" />
    ${isOne ? html`<${HandedOverPrice} of=${preview} booking=${booking} />` : html`<${SeriesPrices} of=${preview} zone=${zone} />`}
    ${(isByRule(preview, form.refusal) || values.override) && html`<${Input} form=${form} name="override" type="checkbox" label=${t('Hand it over all the same')} hint=${t('Sets the policy aside; the booking says so.')} />`}
    <${FormProblem} form=${form} fields=${FIELDS} />
    <${FormActions} form=${{ ...form, isBlocked: preview.isOld || !preview.data || isRefused }} label=${!isOne && preview.data ? plural(count, 'Hand {count} booking over', 'Hand {count} bookings over') : name ? t('Hand over to {name}', { name }) : t('Hand the booking over')} close=${close} /></form>`;
}
