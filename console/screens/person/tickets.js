// What somebody asked for help with.
import { html, useState } from '../../vendor/preact.js';
import { ofTheirs, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Empty } from '../../ui/states.js';
import { NewTicket } from '../tickets/new-ticket.js';
import { List } from './list.js';

const columns = () => [
  { name: 'subject', label: t('Ticket'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<a class="truncate" dir="auto" href=${link('tickets', '', { ticket: one.id })}>${`#${one.number} ${one.subject || one.description.slice(0, 80)}`}</a>` },
  { name: 'type', label: t('About'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => word(one.type) },
  { name: 'priority', label: t('Priority'), width: '7rem', show: (/** @type {any} */ one) => word(one.priority) },
  { name: 'made', label: t('Made'), width: '11rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
  { name: 'status', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status} />` },
];

/** @param {{of: any}} props */
export function Tickets({ of }) {
  const [isMaking, setMaking] = useState(false);
  const list = useList('/tickets', { requester_id: of.id, ...ofTheirs() });
  return html`<div class="head-line"><span class="spring" /><${Button} icon="add" act=${() => { setMaking(true); }}>${t('New ticket')}<//></div>
    <${List} of=${list} label=${t('Tickets')} columns=${columns()} empty=${html`<${Empty} title=${t('No tickets.')} icon="tickets" />`} />
    ${isMaking && html`<${NewTicket} requester=${of.id} close=${() => setMaking(false)} />`}`;
}
