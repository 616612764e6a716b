// How dates and numbers of a column are written: what they are read as is shown, and asked where it could be two things.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { showDay, showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { exampleOf, outcomeOf } from './typed-columns.js';

/** @typedef {import('./typed-columns.js').Typed} Typed */

/** What a cell is read as, for people. @param {Typed} typed @param {string | null} meant @param {number} row */
function shown({ kind, zoneOf }, meant, row) {
  if (meant === null) return t('not readable');
  if (kind === 'date') return showDay(meant, { day: 'numeric', month: 'long', year: 'numeric' });
  if (kind === 'instant') return showInstant(meant, zoneOf(row));
  return number(Number(meant), { maximumFractionDigits: 6 });
}

/** @type {(kind: Typed['kind']) => {value: string, label: string}[]} */
const waysOf = (kind) => (kind === 'date' || kind === 'instant' ? [{ value: 'dmy', label: t('The day first') }, { value: 'mdy', label: t('The month first') }] : [{ value: ',', label: t('A comma before decimals') }, { value: '.', label: t('A point before decimals') }]);

/** @param {{table: import('./table.js').Table, typed: Typed, choose: (way: string) => void}} props */
export function Written({ table, typed, choose }) {
  const { kind, column, way, isNeeded, isAsked } = typed;
  if (!isNeeded) return null;
  const ways = waysOf(kind);
  const example = exampleOf(table, typed, ways.map(({ value }) => value));
  const label = (/** @type {number} */ at) => (example ? t('{way}: “{cell}” is {meant}', { way: ways[at].label, cell: example.cell, meant: shown(typed, example.meant[at], example.row) }) : ways[at].label);
  const name = kind === 'date' || kind === 'instant' ? t('How dates of “{column}” are written', { column }) : t('How numbers of “{column}” are written', { column });
  return html`<select class="written" aria-label=${name} aria-invalid=${isAsked ? 'true' : undefined} value=${way} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${isAsked && html`<option value="" selected>${t('Say how it is written …')}</option>`}${ways.map(({ value }, at) => html`<option key=${value} value=${value} selected=${value === way}>${label(at)}</option>`)}</select>
    ${isAsked && html`<small class="problem" role="status">${t('It can be read in two ways, so it is asked.')}</small>`}`;
}

/** What cells of a column are read as. @param {{table: import('./table.js').Table, typed: Typed}} props */
export function ReadAs({ table, typed }) {
  const { changed, unread, changes, failures } = outcomeOf(table, typed);
  return html`${changed.map(({ cell, meant, row }) => html`<span key=${cell} class="read-as">${t('“{cell}” is read as {meant}', { cell, meant: shown(typed, meant, row) })}</span>`)}
    ${changes > changed.length && html`<small>${plural(changes, '{count} cell is sent in the way of the API', '{count} cells are sent in the way of the API')}</small>`}
    ${failures > 0 && html`<small class="problem">${plural(failures, '{count} cell cannot be read:', '{count} cells cannot be read:')} ${unread.map(({ cell, line }) => t('“{cell}” in line {line}', { cell, line })).join(', ')}</small>`}`;
}
