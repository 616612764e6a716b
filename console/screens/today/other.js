// Blocks, holds, offers, events and assignments beside the timeline.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useCustomerName } from '../../app/names.js';
import { namingOf } from './entries.js';
import { showChanged } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { link } from '../../app/route.js';
import { showInstant, showSpan } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Facts } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { toneWord } from './marks.js';

/** @typedef {import('./entries.js').Entry} Entry */

/** @param {Entry} entry */
function blockAgain({ record }) {
  const { resource_id: id, start_time: start, end_time: end, kind, reason } = record;
  return post('/calendar-blocks', { resource_id: id, start_time: start, end_time: end, kind, reason });
}

/** @param {{entry: Entry, move: () => void, close: () => void}} props */
function BlockActions({ entry, move, close }) {
  const { record } = entry;
  if (record.made_by) return html`<p class="quiet">${t('It was made by a ticket, and changes only with that.')}</p>`;
  const free = async () => {
    close();
    await act({ send: () => remove(`/calendar-blocks/${record.id}`), show: () => showChanged(record.id, () => null), types: ['calendar_block', 'waitlist_entry'], done: t('The time is free again'), undo: () => blockAgain(entry) });
  };
  return html`<div class="actions"><${Button} act=${move}>${t('Move…')}<//><${Button} kind="danger" act=${free}>${t('Delete the block')}<//></div>`;
}

/** @param {{entry: Entry, close: () => void}} props */
function HoldActions({ entry: { record }, close }) {
  const release = async () => {
    close();
    await act({ send: () => remove(`/booking-holds/${record.id}`), show: () => showChanged(record.id, () => null), types: ['booking_hold', 'waitlist_entry'], done: t('The time is free again') });
  };
  return html`<div class="actions"><${Button} kind="danger" act=${release}>${t('Release')}<//></div>`;
}

/** @param {{entry: Entry, close: () => void}} props */
function OfferActions({ entry: { record }, close }) {
  const answer = async (/** @type {'accept' | 'decline'} */ how, /** @type {string} */ done) => {
    close();
    await act({ send: () => post(/** @type {any} */ (`/waitlist-entries/${record.id}/${how}`)), types: ['waitlist_entry', 'booking'], done });
  };
  return html`<div class="actions"><${Button} kind="danger" act=${() => answer('decline', t('Declined: the next one gets the offer'))}>${t('Decline for them')}<//>
    <${Button} kind="primary" act=${() => answer('accept', t('Booked'))}>${t('Accept for them')}<//></div>`;
}

/** @param {{entry: Entry, zone: string, room: string, move: () => void, close: () => void}} props */
export function OtherPanel({ entry, zone, room, move, close }) {
  const { kind, record, start, end } = entry;
  const name = useCustomerName(record.customer_id, namingOf(entry));
  const who = record.customer_id && html`<a href=${link('person', record.customer_id)}>${name || '…'}</a>`;
  const until = record.offer_expires_at ?? record.expires_at;
  const days = kind === 'assigned' && (record.end_date ? t('{from} to {to}', { from: record.start_date, to: record.end_date }) : t('from {from} on', { from: record.start_date }));
  return html`<${Dialog} title=${entry.title || toneWord(kind)} close=${close} class="today-dialog beside">
    <${Facts} pairs=${[
      [t('What it is'), toneWord(kind)], [t('Resource'), room], [t('When'), days || showSpan(start, end, zone)], [t('Who'), who], [t('Kind'), kind === 'block' && word(record.kind)],
      [t('Units'), entry.units > 1 && entry.units], [t('Until'), until && showInstant(until, zone)], [t('Where'), kind === 'event' && record.venue],
      [t('Seats'), kind === 'event' && record.seats_taken !== undefined && (record.capacity ? t('{taken} of {seats} taken', { taken: record.seats_taken, seats: record.capacity }) : plural(record.seats_taken, '{count} seat taken', '{count} seats taken'))],
    ]} />
    ${kind === 'block' && html`<${BlockActions} entry=${entry} move=${move} close=${close} />`}
    ${kind === 'hold' && html`<${HoldActions} entry=${entry} close=${close} />`}
    ${kind === 'offer' && html`<${OfferActions} entry=${entry} close=${close} />`}
    ${kind === 'event' && html`<p><a href=${link('events', record.made_by?.id ?? record.id)}>${t('Show the event')}</a></p>`}<//>`;
}
