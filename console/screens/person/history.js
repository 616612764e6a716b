// What happened to a customer, and what they did themselves: who, when, and what it was before.
import { html, useState } from '../../vendor/preact.js';
import { useCustomerName } from '../../app/names.js';
import { locations, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { link } from '../../app/route.js';
import { dayOf, showDay, showInstant, showTime } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Choice } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { changesOf, kindOf, partsOf } from './changes.js';
import { byDay } from './sums.js';

/** Sentences of the changes that are frequent; others are said by their words. @param {string} type @param {string} who */
const sentence = (type, who) => /** @type {Record<string, string>} */ ({
  'member.created': t('{who} made this member', { who }), 'member.updated': t('{who} changed the profile', { who }), 'member.blocked': t('{who} blocked the member', { who }),
  'member.unblocked': t('{who} unblocked the member', { who }), 'member.anonymised': t('{who} anonymised the member', { who }), 'member.deleted': t('{who} deleted the member', { who }),
  'company.created': t('{who} made this company', { who }), 'company.updated': t('{who} changed the company', { who }), 'company.archived': t('{who} archived the company', { who }),
  'company.restored': t('{who} restored the company', { who }), 'company_member.created': t('{who} added somebody to a company', { who }), 'company_member.deleted': t('{who} removed somebody from a company', { who }),
  'booking.created': t('{who} made a booking', { who }), 'booking.updated': t('{who} changed a booking', { who }), 'booking.cancelled': t('{who} cancelled a booking', { who }), 'booking.rescheduled': t('{who} moved a booking', { who }),
  'booking.confirmed': t('{who} confirmed a booking', { who }), 'booking.checked_in': t('{who} checked in a booking', { who }), 'booking.checked_out': t('{who} checked out a booking', { who }),
  'check_in.created': t('{who} checked somebody in', { who }), 'check_in.updated': t('{who} checked somebody out', { who }),
  'invoice.created': t('{who} drafted an invoice', { who }), 'invoice.issued': t('{who} issued an invoice', { who }), 'invoice.paid': t('{who} recorded that an invoice is paid', { who }), 'invoice.voided': t('{who} voided an invoice', { who }),
  'payment_transaction.created': t('{who} recorded a payment', { who }), 'subscription.created': t('{who} began a plan', { who }), 'subscription.updated': t('{who} changed a plan', { who }), 'subscription.cancelled': t('{who} cancelled a plan', { who }),
  'ticket.created': t('{who} made a ticket', { who }), 'ticket.updated': t('{who} changed a ticket', { who }), 'ticket.assigned': t('{who} assigned a ticket', { who }), 'ticket.solved': t('{who} solved a ticket', { who }),
  'ticket_comment.created': t('{who} commented on a ticket', { who }), 'visitor_visit.created': t('{who} announced a visitor', { who }), 'shop_order.created': t('{who} ordered something', { who }),
})[type] ?? t('{who}: {record}, {what}', { who, record: word(type.split('.')[0]), what: word(type.split('.')[1]).toLocaleLowerCase() });

/** Who acted, in words. @param {any} actor @param {string} name */
function whoOf(actor, name) {
  if (!actor) return t('Somebody who is gone');
  if (actor.type === 'member') return name || '…';
  return { client: t('A program'), schedule: t('The schedule'), operator: t('The service’s operator') }[/** @type {string} */ (actor.type)] ?? word(actor.type);
}

/** @param {{id: string}} props */
const Person = ({ id }) => html`<a href=${link('person', id)}>${useCustomerName(id) || '…'}</a>`;
const placeName = (/** @type {string} */ id) => locations.value.find((one) => one.id === id)?.name ?? t('another location');

/** @param {{field: string, value: any}} props */
function Value({ field, value }) {
  const kind = kindOf(field, value);
  if (kind === 'nothing') return html`<span class="quiet">${t('nothing')}</span>`;
  if (kind === 'yes') return t('yes');
  if (kind === 'no') return t('no');
  if (kind === 'instant') return html`<time>${showInstant(value, zone.value)}</time>`;
  if (kind === 'person') return html`<${Person} id=${value} />`;
  if (kind === 'location') return [value].flat().map(placeName).join(', ');
  if (kind === 'list') return value.map((/** @type {any} */ one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', ');
  if (kind === 'fields') return JSON.stringify(value);
  return field === 'status' || field === 'role' || field === 'priority' || field === 'type' ? word(String(value)) : String(value);
}

/** @param {{change: import('./changes.js').Change}} props */
const Change = ({ change }) => {
  const isNested = kindOf(change.field, change.before) === 'fields' || kindOf(change.field, change.after) === 'fields';
  const parts = isNested && !Array.isArray(change.after) ? partsOf(change.before, change.after) : [change];
  return html`${parts.map((part) => html`<li key=${part.field}><span class="quiet">${word(part.field.replace(/_ids?$/, ''))}</span> <del><${Value} field=${part.field} value=${part.before} /></del> <span aria-label=${t('became')}>→</span> <ins><${Value} field=${part.field} value=${part.after} /></ins></li>`)}`;
};

/** @param {{event: any, isShort?: boolean}} props */
export function Event({ event, isShort = false }) {
  const name = useCustomerName(event.actor?.type === 'member' ? event.actor.id : null);
  const changes = changesOf(event);
  const at = isShort ? showInstant(event.occurred_at, zone.value) : showTime(event.occurred_at, zone.value);
  return html`<li class=${`event by-${event.actor?.type ?? 'nobody'}`}><time datetime=${event.occurred_at}>${at}</time><div><span>${sentence(event.type, whoOf(event.actor, name))}</span>
    ${changes.length > 0 && html`<ul class="plain changes">${changes.slice(0, isShort ? 3 : 30).map((change) => html`<${Change} key=${change.field} change=${change} />`)}</ul>`}
    ${!event.object && html`<small class="quiet">${t('What it was is not shown.')}</small>`}</div></li>`;
}

/** @param {{of: any, isCompany: boolean}} props */
export function History({ of, isCompany }) {
  const [view, setView] = useState('object_id');
  const list = useList('/event-log', { [view]: of.id });
  const views = [{ value: 'object_id', label: t('What happened to them') }, { value: 'actor_id', label: t('What they did') }];
  return html`${!isCompany && html`<div class="head-line"><${Choice} label=${t('Whose')} value=${view} options=${views} choose=${setView} /></div>`}
    <${Read} of=${list} empty=${html`<${Empty} title=${t('Nothing in the last 90 days.')} icon="clock" />`}>${(/** @type {any[]} */ events) => html`
      ${byDay(events, (event) => dayOf(event.occurred_at, zone.value)).map(([day, all]) => html`<section key=${day} class="history-day"><h2>${showDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</h2>
        <ol class="plain history">${all.map((event) => html`<${Event} key=${event.id} event=${event} />`)}</ol></section>`)}
      ${list.next && html`<${Button} act=${list.more}>${t('Show earlier ones')}<//>`}`}<//>`;
}
