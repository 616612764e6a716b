// One event: what it is, its door list, who waits, and what may be done with it.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useResourceName } from '../../app/names.js';
import { money } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { ask, link, route } from '../../app/route.js';
import { showSpan } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status, Tabs } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { Door } from './door.js';
import { EditEvent } from './event-form.js';
import { Seats } from './seats.js';
import { Waiting } from './waiting.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['event', 'event_registration', 'event_waitlist_entry', 'calendar_block']);

/** @param {{event: any}} props */
function About({ event }) {
  const room = useResourceName(event.resource_id);
  return html`<${Facts} pairs=${[
    [t('State'), html`<${Status} status=${event.status} />`], [t('When'), showSpan(event.start_time, event.end_time, zone.value)], [t('Room'), room || event.venue],
    [t('Seats'), html`<${Seats} event=${event} />`], [t('Price'), event.price ? money(event.price, event.currency) : t('free')], [t('Price for visitors'), event.visitor_price !== null && money(event.visitor_price, event.currency)],
    [t('Seen by'), word(event.visibility)], [t('Seats of one customer'), event.max_per_customer], [t('Why it was cancelled'), event.cancelled_reason],
  ]} />${event.description && html`<p class="about" dir="auto">${event.description}</p>`}`;
}

/** @param {{event: any, open: (form: string) => void}} props */
function Actions({ event, open }) {
  const isOpen = ['draft', 'published'].includes(event.status);
  const duplicate = async () => {
    const made = await act({ send: () => post(`/events/${event.id}/duplicate`), types: TYPES, done: t('A draft like it is made.') });
    if (made) ask({ tab: 'drafts', event: made.data.id });
  };
  return html`<div class="actions"><${Button} act=${duplicate}>${t('Duplicate')}<//>
    ${isOpen && html`<${Button} kind="danger" act=${() => open('cancel')}>${t('Cancel the event')}<//><${Button} act=${() => open('edit')}>${t('Edit')}<//>`}
    ${event.status !== 'published' && html`<${Button} kind="danger" act=${() => open('archive')}>${t('Archive')}<//>`}
    ${event.status === 'draft' && html`<${Button} kind="primary" act=${() => act({ send: () => post(`/events/${event.id}/publish`), types: TYPES, done: t('The event is published.') })}>${t('Publish')}<//>`}</div>`;
}

/** @param {{id: string, close: () => void}} props */
export function EventPage({ id, close }) {
  const event = useRecord(`/events/${id}`);
  const [form, setForm] = useState('');
  const { part = 'about' } = route.value.query;
  const done = () => setForm('');
  const parts = [['about', t('Event')], ['door', t('Door list')], ['waiting', t('Waiting list')]].map(([value, label]) => ({ value, label, href: link('events', '', { ...route.value.query, part: value }) }));
  return html`<${Dialog} title=${event.data?.title ?? t('Event')} close=${close} class="wide"><div class="event"><${Read} of=${event}>${(/** @type {any} */ data) => html`
    <${Tabs} label=${t('Parts of the event')} value=${part} tabs=${parts} />
    ${part === 'about' && html`<${About} event=${data} /><${Actions} event=${data} open=${setForm} />`}
    ${part === 'door' && html`<${Door} event=${data} />`}${part === 'waiting' && html`<${Waiting} event=${data} />`}
    ${form === 'edit' && html`<${EditEvent} event=${data} close=${done} />`}
    ${form === 'archive' && html`<${Confirm} title=${t('Archive this event?')} label=${t('Archive')} close=${done} agree=${async () => { if (await act({ send: () => remove(`/events/${id}`), types: TYPES, done: t('The event is archived.') })) close(); }} />`}
    ${form === 'cancel' && html`<${Confirm} title=${t('Cancel this event?')} label=${t('Cancel the event')} close=${done} agree=${() => act({ send: () => post(`/events/${id}/cancel`), types: TYPES, done: t('The event is cancelled.') })}><p>${t('Everybody who is registered is told, and what was paid is given back.')}</p><//>`}`}<//></div><//>`;
}
