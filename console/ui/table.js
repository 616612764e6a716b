// Long lists: only rows that are seen are in the page, and the next hundred are read when the end comes near.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/** @typedef {{name: string, label: any, width?: string, show: (record: any) => any, class?: string}} Column */

const AROUND = 8;

/** Which rows are seen, of rows of one height in a place that scrolls. @param {any} box @param {number} height @param {number} count */
export function useSeen(box, height, count) {
  const [seen, setSeen] = useState([0, 40, height]);
  const look = () => {
    const place = box.current;
    if (!place) return;
    // On a phone a row has several lines: how many, the first one says.
    const each = Math.max(height, place.querySelector('[role=row]')?.offsetHeight ?? 0);
    const from = Math.max(0, Math.floor(place.scrollTop / each) - AROUND);
    const to = Math.min(count, Math.ceil((place.scrollTop + place.clientHeight) / each) + AROUND);
    setSeen((before) => (before.every((value, index) => value === [from, to, each][index]) ? before : [from, to, each]));
  };
  useLayoutEffect(look, [count]);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [count]);
  return { from: Math.min(seen[0], count), to: Math.min(seen[1], count), each: seen[2], look };
}

/**
 * @param {{label: string, columns: Column[], records: any[], more?: () => any, open?: (record: any) => string, height?: number, total?: number}} props
 * `open` gives the address of a record's page.
 */
export function Table({ label, columns, records, more, open, height = 44, total }) {
  const box = useRef(/** @type {any} */ (null));
  const { from, to, each, look } = useSeen(box, height, records.length);
  const reading = useRef(false);
  useEffect(() => {
    if (!more || reading.current || to < records.length - 20) return;
    reading.current = true;
    Promise.resolve(more()).finally(() => { reading.current = false; });
  }, [to, records.length]);
  const grid = { gridTemplateColumns: columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ') };
  const row = (/** @type {any} */ record, /** @type {number} */ index) => {
    const cells = columns.map(({ name, show, class: of = '', label: title }) => {
      const shown = show(record);
      return html`<div role="cell" key=${name} class=${of} data-label=${title} dir=${typeof shown === 'string' ? 'auto' : undefined}>${shown}</div>`;
    });
    const style = { ...grid, minHeight: `${height}px` };
    return html`<div role="row" class="row" key=${record.id ?? index} style=${style} aria-rowindex=${index + 2}>${cells}
      ${open && html`<a class="whole-row" href=${open(record)} tabindex="-1" aria-hidden="true" />`}</div>`;
  };
  return html`<div class="table" role="table" aria-label=${label} aria-rowcount=${(total ?? records.length) + 1}>
    <div role="row" class="row head" style=${grid} aria-rowindex="1">${columns.map(({ name, label: title, class: of = '' }) => html`<div role="columnheader" key=${name} class=${of}>${title}</div>`)}</div>
    <div class="rows" role="rowgroup" ref=${box} onScroll=${look} tabindex="0" aria-label=${label}>
      <div role="presentation" style=${{ height: `${from * each}px` }} />
      ${records.slice(from, to).map((record, index) => row(record, from + index))}
      <div role="presentation" style=${{ height: `${Math.max(0, records.length - to) * height}px` }} />
    </div></div>`;
}
