// A ticket on the board: what, how urgent, by when, who asks and who takes care.
import { html } from '../../vendor/preact.js';
import { useResourceName } from '../../app/names.js';
import { locations, zone } from '../../app/place.js';
import { ask } from '../../app/route.js';
import { currentTime } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { More } from '../person/actions.js';
import { Avatar } from '../person/avatar.js';
import { dueOf, isSensitive, toneOf } from './due.js';
import { move, stateName } from './move.js';
import { targetsOf } from './moves.js';
import { useWho } from './who.js';

/** @param {{ticket: any}} props */
function Marks({ ticket }) {
  const due = dueOf(ticket, locations.value.find(({ id }) => id === ticket.location_id)?.time_zone ?? zone.value, currentTime());
  return html`<div class="ticket-marks">${ticket.priority !== 'normal' && html`<${Badge} tone=${toneOf(ticket.priority)}>${word(ticket.priority)}<//>`}
    ${isSensitive(ticket) && html`<${Badge} tone="bad">${t('Sensitive')}<//>`}${due && html`<${Badge} tone=${due.tone}>${due.text}<//>`}
    ${ticket.maintenance_block && html`<${Badge} tone="waiting">${t('Out of use')}<//>`}</div>`;
}

/** @param {{id: string}} props */
function Assignee({ id }) {
  const name = useWho(id);
  return html`<span class="assignee" title=${t('Assigned to {name}', { name })}><${Avatar} of=${{ name }} size="small" /><span class="hidden">${t('Assigned to {name}', { name })}</span></span>`;
}

/** Moves a ticket, and takes the focus along to its new place. @param {any} ticket @param {string} to */
async function moveWithFocus(ticket, to) {
  const follow = () => setTimeout(() => /** @type {any} */ (document.querySelector(`[data-ticket="${ticket.id}"] .as-link`))?.focus());
  const moving = move(ticket, to);
  follow();
  await moving;
  follow();
}

/** @param {{ticket: any, hold: (ticket: any) => void}} props */
export function Card({ ticket, hold }) {
  const requester = useWho(ticket.requester_id, ticket.id);
  const resource = useResourceName(ticket.resource_id);
  const targets = targetsOf(ticket.status);
  const onDragStart = (/** @type {any} */ event) => { event.dataTransfer.setData('text/plain', ticket.id); event.dataTransfer.effectAllowed = 'move'; hold(ticket); };
  return html`<article class="ticket" draggable=${targets.length > 0} onDragStart=${onDragStart} onDragEnd=${() => hold(null)} data-ticket=${ticket.id}>
    <header><button type="button" class="as-link" dir="auto" onClick=${() => ask({ ticket: ticket.id })}><small>#${ticket.number}</small> ${ticket.subject || ticket.description.slice(0, 120)}</button>
      ${targets.length > 0 && html`<${More} label=${t('Move #{number} to …', { number: ticket.number })}>${targets.map((to) => html`<li key=${to}><button type="button" onClick=${() => moveWithFocus(ticket, to)}>${stateName(to)}</button></li>`)}<//>`}</header>
    <${Marks} ticket=${ticket} />
    <footer><div><span class="truncate" dir="auto">${requester}</span><small class="truncate" dir="auto">${resource || word(ticket.type)}</small></div>
      ${ticket.assignee_id ? html`<${Assignee} id=${ticket.assignee_id} />` : html`<small class="nobody">${t('Nobody')}</small>`}</footer></article>`;
}
