// A row of the timeline: a resource with its entries, or the head of a group.
import { html } from '../../vendor/preact.js';
import { Icon } from '../../ui/icons.js';
import { plural, t } from '../../app/words.js';
import { Bar, longClass, percent } from './bar.js';
import { times } from './marks.js';
import { shareOf } from './stretch.js';

/**
 * @typedef {{at: number, end: number, entry: string | null} | null} Spot where the cursor is in this row; `at` is NaN at the row's name
 * @param {{row: import('./layout.js').Group, index: number, isAt: boolean, toggle: (key: string) => void}} props
 */
export const GroupRow = ({ row, index, isAt, toggle }) => html`<div role="row" class="line group" data-row=${row.key} aria-rowindex=${index + 2} style=${{ transform: `translateY(${row.top}px)`, height: `${row.height}px` }}>
  <div role="rowheader" class="name"><button type="button" tabindex=${isAt ? 0 : -1} aria-expanded=${String(!row.isClosed)} onClick=${() => toggle(row.key)}>
    <${Icon} name=${row.isClosed ? 'right' : 'down'} size=${14} /><span class="truncate" dir="auto">${row.name}</span> <small>${row.count}</small></button></div></div>`;

/** How much of many units is taken, through the day. @param {{row: import('./layout.js').Line, stretch: import('./stretch.js').Stretch}} props */
function Levels({ row: { levels, resource }, stretch }) {
  return (levels ?? []).map(({ from, to, taken }) => {
    const [start, end] = [shareOf(stretch, from), shareOf(stretch, to)];
    if (end <= start) return null;
    const place = { left: percent(start), width: percent(end - start) };
    const label = t('{taken} of {units} taken', { taken, units: resource.units });
    return html`<div key=${from} class=${`level ${taken >= resource.units ? 'full' : ''} ${longClass(start, end)}`} aria-hidden="true" style=${place} title=${`${label}, ${times(from, to, stretch.zone)}`}>
      <i style=${{ height: percent(taken / resource.units) }} /><span>${stretch.view === 'day' ? label : `${taken}/${resource.units}`}</span></div>`;
  });
}

/** What stands under a resource's name. @param {any} resource */
const noteOf = ({ units, capacity }) => (units > 1 ? plural(units, '{count} unit', '{count} units') : capacity ? plural(capacity, '{count} person', '{count} people') : '');

/** @param {{row: import('./layout.js').Line, index: number, stretch: import('./stretch.js').Stretch, closed: string, spot: Spot, spotLabel: string, isChosen: boolean, toggle: (key: string) => void}} props */
export function ResourceRow({ row, index, stretch, closed, spot, spotLabel, isChosen, toggle }) {
  const { resource, entries, lanes, levels } = row;
  const note = noteOf(resource);
  const slot = spot && !spot.entry && !Number.isNaN(spot.at) && spot;
  const isMany = levels || row.isStacked;
  return html`<div role="row" class=${`line ${isChosen ? 'chosen' : ''}`} data-row=${row.key} aria-rowindex=${index + 2} style=${{ transform: `translateY(${row.top}px)`, height: `${row.height}px` }}>
    <div role="rowheader" class="name" title=${resource.name}><button type="button" tabindex=${spot && Number.isNaN(spot.at) ? 0 : -1} disabled=${!isMany} aria-expanded=${isMany ? String(!levels) : undefined} onClick=${() => toggle(row.key)}>
      <span class="truncate" dir="auto">${resource.name}</span>${isMany && html`<${Icon} name=${levels ? 'right' : 'down'} size=${14} />`}${note && html`<small>${note}</small>`}</button></div>
    <div class="track" role="presentation" style=${{ backgroundImage: closed }}>
      ${levels ? html`<${Levels} row=${row} stretch=${stretch} />` : entries.map((entry) => html`<${Bar} key=${entry.key} entry=${entry} lane=${lanes.get(entry.key)} room=${resource.name} stretch=${stretch} isAt=${spot?.entry === entry.key} />`)}
      ${slot && html`<div role="gridcell" class="slot" tabindex="0" aria-label=${spotLabel} style=${{ left: percent(shareOf(stretch, slot.at)), width: percent(shareOf(stretch, slot.end) - shareOf(stretch, slot.at)) }} />`}
    </div></div>`;
}
