// One ticket: the conversation, its facts, and what may be done with it now.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useResourceName } from '../../app/names.js';
import { locations, zone } from '../../app/place.js';
import { showChanged, useRecord } from '../../app/records.js';
import { post, put } from '../../app/request.js';
import { link } from '../../app/route.js';
import { currentTime, showInstant, showSpan } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Badge, Button, Facts, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { Activity, Conversation } from './conversation.js';
import { dueOf, isSensitive } from './due.js';
import { TYPES, assign, move, stateName } from './move.js';
import { targetsOf } from './moves.js';
import { NewTicket, priorities, ticketTypes } from './new-ticket.js';
import { useTeam } from './team.js';
import { BlockResource, EditWords } from './ticket-forms.js';
import { useWho } from './who.js';

/** @param {any} ticket @param {any} changes */
const change = (ticket, changes) => {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, ticket[name]]));
  return act({ send: () => put(`/tickets/${ticket.id}`, changes, { version: `"${ticket.version}"` }), types: TYPES, done: t('It is changed.'), undo: () => put(`/tickets/${ticket.id}`, before), show: () => showChanged(ticket.id, (one) => ({ ...one, ...changes })) });
};

/** @param {{label: string, value: string, options: {value: string, label: string}[], choose: (value: string) => any, disabled?: boolean}} props */
const Pick = ({ label, value, options, choose, disabled }) => html`<label class="pick"><small>${label}</small><select value=${value} disabled=${disabled} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
  ${options.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.label}</option>`)}</select></label>`;

/** @param {{ticket: any}} props */
function Settings({ ticket }) {
  const team = useTeam(ticket.location_id);
  const assignee = useWho(ticket.assignee_id);
  const isClosed = ticket.status === 'closed';
  const people = [{ value: '', label: t('Nobody') }, ...team.map(({ id, name }) => ({ value: id, label: name }))];
  if (ticket.assignee_id && !team.some(({ id }) => id === ticket.assignee_id)) people.push({ value: ticket.assignee_id, label: assignee });
  const words = (/** @type {string[]} */ values) => values.map((value) => ({ value, label: word(value) }));
  const types = ticketTypes().includes(ticket.type) ? ticketTypes() : [...ticketTypes(), ticket.type];
  return html`<div class="picks"><${Pick} label=${t('Assigned to')} value=${ticket.assignee_id ?? ''} options=${people} choose=${(/** @type {string} */ id) => assign(ticket, id || null)} disabled=${isClosed} />
    <${Pick} label=${t('Priority')} value=${ticket.priority} options=${words(priorities)} choose=${(/** @type {string} */ priority) => change(ticket, { priority })} disabled=${isClosed} />
    <${Pick} label=${t('About')} value=${ticket.type} options=${words(types)} choose=${(/** @type {string} */ type) => change(ticket, { type })} disabled=${isClosed} /></div>`;
}

/** @param {{ticket: any}} props */
function About({ ticket }) {
  const requester = useWho(ticket.requester_id, ticket.id);
  const resource = useResourceName(ticket.resource_id);
  const before = useRecord(ticket.follow_up_of ? `/tickets/${ticket.follow_up_of}` : null);
  const at = locations.value.find(({ id }) => id === ticket.location_id);
  const its = at?.time_zone ?? zone.value;
  const due = dueOf(ticket, its, currentTime());
  const when = (/** @type {string | null} */ instant) => instant && html`<time>${showInstant(instant, its)}</time>`;
  return html`<${Facts} pairs=${[
    [t('State'), html`<${Status} status=${ticket.status} label=${stateName(ticket.status)} /> ${isSensitive(ticket) && html`<${Badge} tone="bad">${t('Sensitive')}<//>`}`],
    [t('Who asks'), html`<a href=${link('person', ticket.requester_id)} dir="auto">${requester}</a>`], [t('Due'), due && html`<${Badge} tone=${due.tone}>${due.text}<//>`], [t('Location'), at?.name],
    [t('Resource'), ticket.resource_id && (resource || '…')], [t('Out of use'), ticket.maintenance_block && showSpan(ticket.maintenance_block.start_time, ticket.maintenance_block.end_time, its)],
    [t('Follows'), before.data && html`<a href=${link('tickets', '', { ticket: before.data.id })}>#${before.data.number}</a>`], [t('Made'), when(ticket.created_at)], [t('First answer'), when(ticket.first_response_at)], [t('Solved'), when(ticket.solved_at)],
    [t('Closes by itself'), when(ticket.closes_at)], [t('Closed'), when(ticket.closed_at)], [t('Reopened'), ticket.reopened_count || ''], [t('Tags'), ticket.tags.join(', ')],
  ]} />`;
}

/** @param {{ticket: any, open: (form: string) => void}} props */
function Actions({ ticket, open }) {
  const isClosed = ticket.status === 'closed';
  const isDone = isClosed || ticket.status === 'solved';
  const unblock = () => act({ send: () => post(`/tickets/${ticket.id}/unblock`), types: TYPES, done: t('It can be booked again.') });
  return html`<div class="ticket-actions">${targetsOf(ticket.status).map((to) => html`<${Button} key=${to} kind=${to === 'solved' ? 'primary' : 'plain'} act=${() => move(ticket, to)}>${t('Move to: {state}', { state: stateName(to) })}<//>`)}
    ${isClosed && html`<${Button} kind="primary" act=${() => open('follow')}>${t('Follow up')}<//>`}
    ${!isClosed && html`<${Button} act=${() => open('words')}>${t('Edit')}<//>`}
    ${ticket.resource_id && !isDone && html`<${Button} act=${() => open('block')}>${ticket.maintenance_block ? t('Change when it is out of use') : t('Take out of use …')}<//>`}
    ${ticket.maintenance_block && !isDone && html`<${Button} act=${unblock}>${t('Back in use')}<//>`}</div>`;
}

/** @param {{id: string, close: () => void}} props */
export function TicketPage({ id, close }) {
  const ticket = useRecord(`/tickets/${id}`);
  const [form, setForm] = useState('');
  const done = () => setForm('');
  const title = ticket.data ? `#${ticket.data.number} ${ticket.data.subject}` : t('Ticket');
  return html`<${Dialog} title=${title} close=${close} class="wide ticket-dialog"><${Read} of=${ticket}>${(/** @type {any} */ data) => html`<div class="ticket-page">
      <div class="ticket-talk"><blockquote dir="auto">${data.description}</blockquote><${Conversation} ticket=${data} /></div>
      <aside><${Settings} ticket=${data} /><${About} ticket=${data} /><${Actions} ticket=${data} open=${setForm} /><${Activity} ticket=${data} /></aside></div>
    ${form === 'block' && html`<${BlockResource} ticket=${data} close=${done} />`}${form === 'words' && html`<${EditWords} ticket=${data} close=${done} />`}${form === 'follow' && html`<${NewTicket} follows=${data} close=${done} />`}`}<//><//>`;
}
