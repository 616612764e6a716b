// The door list: who is registered and who has come.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useAll, showChanged } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button, SearchField, Status } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { ExportButton } from '../../ui/export-button.js';
import { Empty, Read } from '../../ui/states.js';
import { whoIs } from '../today/who.js';
import { NewRegistration } from './new-registration.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['event', 'event_registration']);

/** Checks one seat in, with a way back. @param {any} registration */
const checkIn = (registration) => act({
  send: () => post(`/event-registrations/${registration.id}/check-in`, { quantity: 1 }), types: TYPES, done: t('{name} is in.', { name: registration.attendee_name || t('The guest') }),
  show: () => showChanged(registration.id, (one) => ({ ...one, checked_in_count: one.checked_in_count + 1 })),
  undo: () => post(`/event-registrations/${registration.id}/undo-check-in`, { quantity: 1 }),
});

/** Name of whose registration it is: empty until it is read. @param {any} registration */
const nameOf = ({ customer_id: customer, id }) => (customer ? whoIs(customer, { type: 'event_registration', id }).value : '');

/** @param {{registration: any, cancel: (registration: any) => void}} props */
function Line({ registration, cancel }) {
  const customer = nameOf(registration);
  const { quantity, checked_in_count: came, status } = registration;
  const isDue = status === 'confirmed' && came < quantity;
  return html`<li><div class="who"><strong dir="auto">${registration.attendee_name || customer || registration.guest?.name}</strong> <small>${registration.guest?.email ?? customer}</small><br /><small>${plural(quantity, '{count} seat', '{count} seats')}${registration.comment ? ` · ${registration.comment}` : ''}</small></div>
    <span>${came > 0 ? html`<${Status} status="checked_in" label=${t('{came} of {all} in', { came, all: quantity })} />` : html`<${Status} status=${status} />`}</span>
    <span class="across">${isDue && html`<${Button} kind="primary" icon="check" act=${() => checkIn(registration)}>${t('Check in')}<//>`}
      ${['pending', 'confirmed'].includes(status) && came === 0 && html`<${Button} kind="quiet" act=${() => cancel(registration)}>${t('Cancel')}<//>`}</span></li>`;
}

/** Registrations in which all the words are, those of the customer's name too. @param {any[]} registrations @param {string} words */
function matching(registrations, words) {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return registrations;
  return registrations.filter((one) => {
    const said = [one.attendee_name, one.guest?.name, one.guest?.email, one.ticket_code, nameOf(one)].join(' ').toLocaleLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** @param {{event: any}} props */
export function Door({ event }) {
  const list = useAll('/event-registrations', { event_id: event.id, location_id: event.location_id, order: 'asc' });
  const [words, setWords] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState(/** @type {any} */ (null));
  const cancel = () => act({ send: () => post(`/event-registrations/${leaving.id}/cancel`, { by: 'operator' }), types: TYPES, done: t('The registration is cancelled.') });
  return html`<div class="head-line"><${SearchField} label=${t('Search at the door')} value=${words} search=${setWords} /><span class="spring" /><${ExportButton} collection="event_registrations" query=${{ event_id: event.id, location_id: event.location_id }} name=${t('Registrations as CSV')} /><${Button} icon="print" act=${() => window.print()}>${t('Print')}<//>
      ${event.status === 'published' && html`<${Button} icon="add" act=${() => { setMaking(true); }}>${t('Register somebody')}<//>`}</div>
    <${Read} of=${list} empty=${html`<${Empty} title=${t('Nobody is registered yet.')} icon="people" />`}>${(/** @type {any[]} */ registrations) => {
      const found = matching(registrations, words);
      return found.length ? html`<ul class="door">${found.map((registration) => html`<${Line} key=${registration.id} registration=${registration} cancel=${setLeaving} />`)}</ul>` : html`<p class="quiet" role="status">${t('Nothing was found.')}</p>`;
    }}<//>
    ${isMaking && html`<${NewRegistration} event=${event} close=${() => setMaking(false)} />`}
    ${leaving && html`<${Confirm} title=${t('Cancel this registration?')} label=${t('Cancel the registration')} close=${() => setLeaving(null)} agree=${cancel}><p>${t('What was paid is given back.')}</p><//>`}`;
}
