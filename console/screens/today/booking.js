// A booking beside the timeline: who, when, price, state, and what can be done with it.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { isAdmin } from '../../app/place.js';
import { showChanged, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { link, route } from '../../app/route.js';
import { showInstant, showSpan } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Button, Facts } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Cancel, CancelSeries } from './cancel.js';
import { toneOf } from './entries.js';
import { HandOver } from './hand-over.js';
import { toneWord } from './marks.js';
import { policyWords } from './price.js';

/** Colours as in the timeline. */
const TONES = /** @type {Record<string, string>} */ ({ confirmed: 'info', pending: 'waiting', here: 'good', absent: 'bad' });

/** Does one of a booking's actions, shown at once. @param {any} booking @param {string} action @param {any} after what is shown of it meanwhile @param {string} done */
const change = (booking, action, after, done) => act({
  send: () => post(/** @type {any} */ (`/bookings/${booking.id}/${action}`)), show: () => showChanged(booking.id, (old) => ({ ...old, ...after })),
  types: ['booking', 'member', 'invoice', 'waitlist_entry'], done,
});

/** @param {{booking: any, now: number, move: () => void, handOver: () => void, cancel: () => void}} props */
function Actions({ booking, now, move, handOver, cancel }) {
  const { status, checked_in_at: cameAt, checked_out_at: leftAt, no_show: noShow, policy_snapshot: policy } = booking;
  const [start, end] = [Date.parse(booking.start_time), Date.parse(booking.end_time)];
  const isConfirmed = status === 'confirmed' && !leftAt;
  const opens = start - policy.check_in.opens_minutes * 60_000;
  const instant = new Date(now).toISOString();
  return html`<div class="actions do">
    ${status === 'pending' && html`<${Button} kind="primary" icon="check" act=${() => change(booking, 'confirm', { status: 'confirmed' }, t('Confirmed'))}>${t('Confirm')}<//>
      <${Button} kind="danger" act=${() => change(booking, 'decline', { status: 'cancelled' }, t('Declined'))}>${t('Decline')}<//>`}
    ${isConfirmed && !cameAt && now >= opens && now < end && html`<${Button} kind="primary" icon="check" act=${() => change(booking, 'check-in', { checked_in_at: instant }, t('Checked in'))}>${t('Check in')}<//>`}
    ${isConfirmed && cameAt && html`<${Button} kind="primary" act=${() => change(booking, 'check-out', { checked_out_at: instant, status: 'completed' }, t('Checked out'))}>${t('Check out')}<//>`}
    ${['confirmed', 'completed'].includes(status) && !cameAt && !noShow && now >= start && html`<${Button} act=${() => change(booking, 'no-show', { no_show: true }, t('Marked as a no-show'))}>${t('No-show')}<//>`}
    ${['pending', 'confirmed'].includes(status) && !leftAt && html`<${Button} act=${move}>${t('Move…')}<//>`}
    ${isAdmin.value && ['pending', 'confirmed'].includes(status) && !cameAt && now < start && html`<${Button} act=${handOver}>${t('Hand over…')}<//>`}
    ${['pending', 'confirmed'].includes(status) && now < start && html`<${Button} kind="danger" act=${cancel}>${t('Cancel…')}<//>`}</div>`;
}

const wordsOf = (/** @type {any} */ { title, notes, attendees }) => ({ title, notes, attendees: String(attendees) });
const saidBy = (/** @type {any} */ { title, notes, attendees }) => ({ title, notes, attendees: Number(attendees) });

/** @param {{booking: any}} props */
function Words({ booking }) {
  const editing = useEditing({ path: `/bookings/${booking.id}`, record: booking, values: wordsOf, request: saidBy, done: t('Saved'), types: ['booking'], name: 'today.words' });
  const { form, isDirty, isConflict } = editing;
  return html`<form onSubmit=${form.submit} novalidate class="words-form"><${Conflict} editing=${editing} /><div class="fields"><${Input} form=${form} name="title" label=${t('What it is for')} maxlength="200" />
    <${Input} form=${form} name="attendees" label=${t('People')} type="number" min="1" /></div>
    <${Input} form=${form} name="notes" label=${t('Notes for the people who run the place')} type="textarea" rows="2" />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${['title', 'attendees', 'notes']} />`}${isDirty && html`<${FormActions} form=${form} label=${t('Save')} />`}</form>`;
}

/** @param {any} rule */
function ruleWords({ frequency, interval, until, count }) {
  const often = interval > 1 ? t('Every {interval}: {frequency}', { interval, frequency: word(frequency) }) : word(frequency);
  return [often, count ? plural(count, '{count} time', '{count} times') : '', until ? t('until {day}', { day: until }) : ''].filter(Boolean).join(', ');
}

/** @param {{booking: any, cancel: () => void}} props */
function Series({ booking, cancel }) {
  const { data: series } = useRecord(booking.series_id ? `/booking-series/${booking.series_id}` : null);
  if (!series) return null;
  const skipped = series.skipped?.length ?? 0;
  return html`<section class="series"><h3>${t('Series')}</h3><p>${ruleWords(series.rule)} · ${showSpan(series.first_start_time, series.last_start_time, booking.time_zone)}
    ${skipped > 0 && html` · ${plural(skipped, '{count} was left out', '{count} were left out')}`}</p>
    ${series.status === 'active' && html`<${Button} act=${cancel}>${t('Cancel this and the following…')}<//>`}</section>`;
}

/** The booking of whoever has the time now, or had it before. @param {{id: string}} props */
function Other({ id }) {
  const { data } = useRecord(`/bookings/${id}`);
  const name = useCustomerName(data?.customer_id, { type: 'booking', id });
  return html`<a href=${link('today', '', { ...route.value.query, booking: id })} dir="auto">${name || '…'}</a>`;
}

/** @param {{booking: any, zone: string, now: number, nameOfResource: (id: string) => string, move: (booking: any) => void}} props */
function Booking({ booking, zone, now, nameOfResource, move }) {
  const [asks, setAsks] = useState(/** @type {'' | 'cancel' | 'series' | 'hand-over'} */ (''));
  const by = { type: 'booking', id: booking.id };
  const customer = useCustomerName(booking.customer_id, by);
  const member = useCustomerName(booking.member_id, by);
  const rooms = [booking.resource_id, ...booking.additional_resource_ids].map(nameOfResource).join(', ');
  const tone = booking.status === 'cancelled' ? 'cancelled' : toneOf(booking);
  const back = () => setAsks('');
  if (asks === 'cancel') return html`<${Cancel} booking=${booking} zone=${zone} close=${back} />`;
  if (asks === 'hand-over') return html`<${HandOver} booking=${booking} zone=${zone} close=${back} />`;
  if (asks === 'series') return html`<${CancelSeries} booking=${booking} close=${back} />`;
  return html`<div class="booking">
    <p class="who"><a href=${link('person', booking.customer_id)}><strong dir="auto">${customer || '…'}</strong></a>${member && html` · <a href=${link('person', booking.member_id)} dir="auto">${member}</a>`}</p>
    <p><${Badge} tone=${TONES[tone] ?? 'quiet'}>${tone === 'cancelled' ? t('Cancelled') : toneWord(tone)}<//> <span>${showSpan(booking.start_time, booking.end_time, zone)}</span></p>
    <${Actions} booking=${booking} now=${now} move=${() => move(booking)} handOver=${() => setAsks('hand-over')} cancel=${() => setAsks('cancel')} />
    <${Facts} pairs=${[
      [t('Resource'), rooms], [t('Units'), booking.units > 1 && booking.units], [t('Price'), money(booking.total_amount, booking.currency)], [t('Payment'), word(booking.payment_source)],
      [t('Visitors'), booking.visitor_ids?.length || ''], [t('Checked in'), booking.checked_in_at && showInstant(booking.checked_in_at, zone)], [t('Checked out'), booking.checked_out_at && showInstant(booking.checked_out_at, zone)],
      [t('Holds its time until'), booking.status === 'pending' && booking.hold_expires_at && showInstant(booking.hold_expires_at, zone)],
      [t('Cancelled'), booking.cancelled_at && showInstant(booking.cancelled_at, zone)], [t('Reason'), word(booking.cancellation_reason)], [t('Fee'), booking.cancellation_fee ? money(booking.cancellation_fee, booking.currency) : ''],
      [t('Policy'), booking.overridden && t('Set aside')],
      [t('Handed over'), booking.handed_over_to_id && html`<${Other} id=${booking.handed_over_to_id} />`], [t('Taken over'), booking.handed_over_from_id && html`<${Other} id=${booking.handed_over_from_id} />`], [t('Made'), showInstant(booking.created_at, zone)],
    ]} />
    <div class="policy">${policyWords(booking.policy_snapshot.cancellation_policy, Date.parse(booking.start_time), zone).map((words) => html`<p key=${words} class="quiet">${words}</p>`)}</div>
    <${Series} booking=${booking} cancel=${() => setAsks('series')} />
    ${booking.status !== 'cancelled' && html`<${Words} booking=${booking} />`}</div>`;
}

/** @param {{id: string, zone: string, now: number, nameOfResource: (id: string) => string, move: (booking: any) => void, close: () => void}} props */
export function BookingPanel({ id, close, ...others }) {
  const booking = useRecord(`/bookings/${id}`);
  return html`<${Dialog} title=${booking.data?.title || t('Booking')} close=${close} class="today-dialog beside">
    <${Read} of=${booking}>${(/** @type {any} */ record) => html`<${Booking} booking=${record} ...${others} />`}<//><//>`;
}
