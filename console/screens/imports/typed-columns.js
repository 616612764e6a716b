// Columns of dates and numbers: how they are written, and what their cells are read as before they are sent.
import { locations, zone as houseZone } from '../../app/place.js';
import { collectionOf } from './collections.js';
import { plain } from './guess.js';
import { dateOf, instantOfText, orderOf } from './typed-dates.js';
import { markOf, numberOf } from './typed-numbers.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./request.js').Values} Values */
/**
 * How a column is written: `way` is chosen, or what its cells say; empty where that is to be asked. `read` gives what a cell
 * is read as, null where it cannot be read.
 * @typedef {{index: number, column: string, kind: 'date' | 'instant' | 'number' | 'whole', way: string, isNeeded: boolean, isAsked: boolean, read: (cell: string, row: number, way?: string) => string | null, zoneOf: (row: number) => string}} Typed
 */

const KINDS = ['date', 'instant', 'number', 'whole'];

/** The zone of each row: that of the location it names, or of the one that was chosen. @param {Table} table @param {Values} values */
function zonesOf({ rows }, { collection, fields, location }) {
  const at = fields.indexOf(collectionOf(collection).place ?? '');
  const byName = new Map(locations.value.flatMap(({ id, name, time_zone: zone }) => [[plain(id), zone], [plain(name), zone]]));
  const usual = locations.value.find(({ id }) => id === location)?.time_zone ?? houseZone.value;
  return (/** @type {number} */ row) => (at < 0 ? usual : byName.get(plain(rows[row].fields[at] ?? '')) ?? usual);
}

/** @param {Table} table @param {Values} values @returns {Typed[]} */
function readColumns(table, values) {
  const known = collectionOf(values.collection).fields;
  const zoneOf = zonesOf(table, values);
  return table.headings.flatMap((column, index) => {
    const kind = /** @type {Typed['kind']} */ (known.find(({ name }) => name === values.fields[index])?.kind);
    if (!KINDS.includes(kind)) return [];
    const cells = table.rows.map(({ fields }) => (fields[index] ?? '').trim());
    const isDay = kind === 'date' || kind === 'instant';
    const said = isDay ? orderOf(cells) : markOf(cells, kind === 'whole');
    const own = 'order' in said ? said.order : said.mark;
    const way = values.ways[index] || own;
    const read = (/** @type {string} */ cell, /** @type {number} */ row, used = way) => {
      if (!cell) return '';
      if (kind === 'date') return dateOf(cell, /** @type {any} */ (used));
      if (kind === 'instant') return instantOfText(cell, /** @type {any} */ (used), zoneOf(row));
      return numberOf(cell, /** @type {any} */ (used));
    };
    return [{ index, column, kind, way, isNeeded: said.isNeeded, isAsked: said.isNeeded && !way, read, zoneOf }];
  });
}

/** What was read last: neither is read anew with every other choice. @type {{rows: Table['rows'], about: string, columns: Typed[], table: Table} | null} */
let last = null;

/** The columns of dates and numbers, and the table as it is sent. @param {Table} table @param {Values} values */
export function readTyped(table, values) {
  const { collection, fields, location, ways } = values;
  const about = JSON.stringify([collection, fields, location, ways]);
  if (last?.rows !== table.rows || last.about !== about) {
    const columns = readColumns(table, values);
    const rows = !columns.length ? table.rows : table.rows.map(({ line, fields: cells }, row) => {
      const meant = [...cells];
      for (const { index, read } of columns) if (index in meant) meant[index] = read(meant[index].trim(), row) ?? meant[index];
      return { line, fields: meant };
    });
    last = { rows: table.rows, about, columns, table: columns.length ? { ...table, rows } : table };
  }
  return last;
}

const TOLD_MAX = 3;

/** What becomes of the cells of a column: the first that are read as something else, and those that cannot be read. @param {Table} table @param {Typed} typed */
export function outcomeOf({ rows }, { index, read, isAsked }) {
  const changed = /** @type {{cell: string, meant: string, row: number}[]} */ ([]);
  const unread = /** @type {{cell: string, line: number}[]} */ ([]);
  let [changes, failures] = [0, 0];
  rows.forEach(({ line, fields }, row) => {
    const cell = (fields[index] ?? '').trim();
    const meant = read(cell, row);
    if (meant === null && !isAsked) { failures += 1; if (unread.length < TOLD_MAX) unread.push({ cell, line }); }
    if (meant !== null && meant !== cell) { changes += 1; if (changed.length < TOLD_MAX && changed.every((one) => one.cell !== cell)) changed.push({ cell, meant, row }); }
  });
  return { changed, unread, changes, failures };
}

/** The first cell that is read differently, depending on how the column is written. @param {Table} table @param {Typed} typed @param {string[]} ways */
export function exampleOf({ rows }, { index, read }, ways) {
  for (const [row, { fields }] of rows.entries()) {
    const cell = (fields[index] ?? '').trim();
    const meant = ways.map((way) => read(cell, row, way));
    if (new Set(meant).size > 1) return { cell, meant, row };
  }
  return null;
}
