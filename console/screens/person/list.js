// A list about a customer as a table, with lines of one height on a phone, too, where cells stand two in a line.
import { html } from '../../vendor/preact.js';
import { Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';

const CELL_PIXELS = 36;
const AROUND_PIXELS = 17;

/** @param {{of: any, label: string, columns: any[], empty: any, lines?: number, order?: (records: any[]) => any[]}} props */
export function List({ of, label, columns, empty, lines = 5, order = (records) => records }) {
  const isPhone = matchMedia('(max-width: 40rem)').matches;
  const height = isPhone ? Math.ceil(columns.length / 2) * CELL_PIXELS + AROUND_PIXELS : 48;
  return html`<${Read} of=${of} lines=${lines} empty=${empty}>${(/** @type {any[]} */ records) =>
    html`<${Table} label=${label} columns=${columns} records=${order(records)} more=${of.next ? of.more : undefined} total=${of.total} height=${height} />`}<//>`;
}
