// Tickets as a board: a column for each state, in which what is late stands above.
import { html, useState } from '../../vendor/preact.js';
import { isAdmin, locations, me, place } from '../../app/place.js';
import { useAll, useList } from '../../app/records.js';
import { ask, route } from '../../app/route.js';
import { t, word } from '../../app/words.js';
import { Button, Choice, SearchField } from '../../ui/controls.js';
import { Empty, Read, Unread } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Card } from './card.js';
import { Metrics } from './metrics.js';
import { move, stateName } from './move.js';
import { columnsOf, fits, pathBetween } from './moves.js';
import { NewTicket, ticketTypes } from './new-ticket.js';
import { ClosingQuestion } from './ticket-forms.js';
import { TicketPage } from './ticket.js';

await Promise.all([style(import.meta.url, '../person/person.css'), style(import.meta.url, 'tickets.css')]);

const NEAR = 60;

/** @param {{name: string, label: string, value?: string, options: {value: string, label: string}[]}} props */
const Filter = ({ name, label, value = route.value.query[name] ?? '', options }) => html`<select aria-label=${label} value=${value} onChange=${(/** @type {any} */ event) => ask({ [name]: event.target.value || null })}>
  ${options.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.label}</option>`)}</select>`;

/** @param {{location: string}} props */
function Filters({ location }) {
  const { q = '', who = 'all', sensitive = '' } = route.value.query;
  const any = (/** @type {string} */ label) => ({ value: '', label });
  return html`<div class="people-filters" role="search"><${Choice} label=${t('Whose')} value=${who} choose=${(/** @type {string} */ next) => ask({ who: next === 'all' ? null : next })}
      options=${[{ value: 'all', label: t('All') }, { value: 'mine', label: t('Mine') }, { value: 'nobody', label: t('Nobody’s') }]} />
    <${Filter} name="type" label=${t('What they are about')} options=${[any(t('Everything')), ...ticketTypes().map((value) => ({ value, label: word(value) }))]} />
    <${Filter} name="priority" label=${t('Priority')} options=${[any(t('Any priority')), ...['urgent', 'high', 'normal', 'low'].map((value) => ({ value, label: word(value) }))]} />
    <${Filter} name="location" label=${t('Location')} value=${location} options=${[{ value: 'all', label: t('All locations') }, ...locations.value.map(({ id, name }) => ({ value: id, label: name }))]} />
    ${isAdmin.value && html`<label class="check sensitive"><input type="checkbox" checked=${sensitive === 'yes'} onChange=${() => ask({ sensitive: sensitive ? null : 'yes' })} /> <span>${t('Sensitive ones')}</span></label>`}
    <${SearchField} label=${t('Search these tickets')} value=${q} search=${(/** @type {string} */ words) => ask({ q: words || null })} /></div>`;
}

/** @param {{state: string, tickets: any[], isCut: boolean, held: any, hold: (ticket: any) => void, more?: () => any}} props */
function Column({ state, tickets, isCut, held, hold, more }) {
  const [shown, setShown] = useState(NEAR);
  const path = held ? pathBetween(held.status, state) : null;
  const onDragOver = (/** @type {any} */ event) => { if (path?.length) event.preventDefault(); };
  const onDrop = (/** @type {any} */ event) => { event.preventDefault(); if (held) move(held, state); hold(null); };
  const of = [held && path?.length && 'open-to', held && path === null && 'shut'].filter(Boolean).join(' ');
  return html`<section class=${`column ${of}`} data-state=${state} aria-label=${stateName(state)} onDragOver=${onDragOver} onDrop=${onDrop}><h2>${stateName(state)} <span class="count">${tickets.length}${more ? '+' : ''}</span></h2>
    <div class="ticket-list" tabindex="0" role="group" aria-label=${stateName(state)}>${tickets.slice(0, shown).map((ticket) => html`<${Card} key=${ticket.id} ticket=${ticket} hold=${hold} />`)}
      ${tickets.length === 0 && !isCut && html`<p class="quiet">${t('None')}</p>`}${isCut && html`<p class="quiet" role="status">${t('Only the newest of them were looked through.')}</p>`}
      ${tickets.length > shown ? html`<${Button} act=${() => { setShown(shown + NEAR); }}>${t('Show more')}<//>` : more && html`<${Button} act=${more}>${t('Show older ones')}<//>`}</div></section>`;
}

/** @param {{open: any[], closed: any}} props */
function Board({ open, closed }) {
  const [held, hold] = useState(/** @type {any} */ (null));
  // What the API cannot be asked for is looked for in what was read.
  const { q, who } = route.value.query;
  const all = [...open, ...(closed.data ?? [])].filter((ticket) => fits(ticket, route.value.query, me.value.id));
  const unread = html`<${Unread} of=${[closed]} />`;
  if (!open.length && closed.data && !closed.data.length) return html`<${Empty} title=${t('No tickets. Nobody needs help.')} icon="check" />`;
  return html`${unread}<div class="board">${columnsOf(all).map(({ state, tickets }) => html`<${Column} key=${state} state=${state} tickets=${tickets} isCut=${state === 'closed' && Boolean(closed.next && (q || who === 'nobody'))} held=${held} hold=${hold} more=${state === 'closed' && closed.next ? closed.more : undefined} />`)}</div>`;
}

export function Screen() {
  const { ticket, location: chosen, sensitive, type, who, priority } = route.value.query;
  const [isMaking, setMaking] = useState(false);
  const location = chosen ?? place.value?.id ?? 'all';
  const query = { location_id: location === 'all' ? undefined : location, sensitive: sensitive === 'yes' ? true : undefined };
  const open = useAll('/tickets', { ...query, open: true });
  const closed = useList('/tickets', { ...query, status: 'closed', type: sensitive ? undefined : type, priority, assignee_id: who === 'mine' ? me.value.id : undefined, limit: 25 });
  return html`<div class="head-line"><h1>${t('Tickets')}</h1><${Metrics} location=${query.location_id} /><span class="spring" /><${Button} kind="primary" icon="add" act=${() => { setMaking(true); }}>${t('New ticket')}<//></div>
    <${Filters} location=${location} />
    <${Read} of=${open} lines=${8}>${(/** @type {any[]} */ data) => html`<${Board} open=${data} closed=${closed} />`}<//>
    ${ticket && html`<${TicketPage} key=${ticket} id=${ticket} close=${() => ask({ ticket: null })} />`}
    <${ClosingQuestion} />${isMaking && html`<${NewTicket} close=${() => setMaking(false)} />`}`;
}
