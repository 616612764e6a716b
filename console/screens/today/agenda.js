// The day as a list by resource: on a phone, and on paper.
import { html } from '../../vendor/preact.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { namingOf } from './entries.js';
import { times, titleOf, toneWord } from './marks.js';
import { showSpan } from '../../app/time.js';
import { whoIs } from './who.js';

/** @typedef {import('./entries.js').Entry} Entry */

/** @param {{entry: Entry, stretch: import('./stretch.js').Stretch, open?: (entry: Entry) => void}} props */
function Item({ entry, stretch, open }) {
  const name = entry.customer_id ? whoIs(entry.customer_id, namingOf(entry)).value : '';
  const isWhole = entry.start <= stretch.from && entry.end >= stretch.to;
  const when = isWhole ? t('All day') : stretch.view === 'day' ? times(Math.max(entry.start, stretch.from), Math.min(entry.end, stretch.to), stretch.zone) : showSpan(entry.start, entry.end, stretch.zone);
  const content = html`<span class="time">${when}</span><span class="what" dir="auto">${titleOf(entry, name)}${entry.units > 1 && entry.kind === 'booking' ? html` <small>${plural(entry.units, '{count} unit', '{count} units')}</small>` : ''}</span><span class="state">${toneWord(entry.tone)}</span>`;
  return html`<li class=${`entry ${entry.tone}`}>${open && entry.kind !== 'part' ? html`<button type="button" onClick=${() => open(entry)}>${content}</button>` : html`<div>${content}</div>`}</li>`;
}

/**
 * @param {{rows: import('./layout.js').Row[], entries: Map<string, Entry[]>, stretch: import('./stretch.js').Stretch, open?: (entry: Entry) => void, make?: (resource: any) => void, toggle?: (key: string) => void}} props
 * Without `open` it is for paper.
 */
export const Agenda = ({ rows, entries, stretch, open, make, toggle }) => html`<div class="agenda">${rows.map((row) => {
  if (row.kind === 'group') {
    if (!toggle) return html`<h2 key=${row.key} dir="auto">${row.name}</h2>`;
    return html`<h2 key=${row.key}><button type="button" aria-expanded=${String(!row.isClosed)} onClick=${() => toggle(row.key)}><bdi>${row.name}</bdi> <small>${row.count}</small></button></h2>`;
  }
  const own = entries.get(row.key) ?? [];
  if (!open && !own.length) return null;
  return html`<section key=${row.key} aria-label=${row.resource.name}><header><h3 dir="auto">${row.resource.name}${!own.length && html` <small>${t('Nothing is booked.')}</small>`}</h3>
    ${make && !row.resource.isElsewhere && html`<${Button} icon="add" kind="quiet" label=${t('Book {room}', { room: row.resource.name })} act=${() => make(row.resource)} />`}</header>
    ${own.length > 0 && html`<ul class="plain">${own.map((entry) => html`<${Item} key=${entry.key} entry=${entry} stretch=${stretch} open=${open} />`)}</ul>`}</section>`;
})}</div>`;
