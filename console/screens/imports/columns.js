// What each column of a table is for: guessed from its heading, and chosen.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { collectionOf } from './collections.js';
import { ownKey } from './guess.js';
import { ReadAs, Written } from './written.js';

const EXAMPLES = 3;

/** The first cells of a column that say something. @param {import('./table.js').Table} table @param {number} index */
const examplesOf = ({ rows }, index) => {
  const said = /** @type {string[]} */ ([]);
  for (const { fields } of rows) {
    const cell = (fields[index] ?? '').trim();
    if (cell && !said.includes(cell)) said.push(cell);
    if (said.length === EXAMPLES) break;
  }
  return said;
};

/** @param {{form: any, table: import('./table.js').Table, typed: import('./typed-columns.js').Typed[]}} props */
export function Columns({ form, table, typed }) {
  const { fields, collection } = form.values;
  const known = collectionOf(collection).fields;
  const set = (/** @type {number} */ index, /** @type {string} */ field) => form.set({ fields: table.headings.map((_, place) => (place === index ? field : fields[place] ?? '')), ways: { ...form.values.ways, [index]: '' }, checked: null });
  const write = (/** @type {number} */ index, /** @type {string} */ way) => form.set({ ways: { ...form.values.ways, [index]: way }, checked: null });
  const options = (/** @type {string} */ heading, /** @type {string} */ chosen) => {
    const own = chosen.startsWith('metadata.') ? chosen : ownKey(heading);
    return [{ value: '', label: t('Left out') }, ...known.map(({ name, label, isNeeded }) => ({ value: name, label: isNeeded ? t('{field} (needed)', { field: label }) : label })), ...(collection === 'visits' ? [] : [{ value: own, label: t('A key of your own: {key}', { key: own.slice(9) }) }])];
  };
  return html`<table class="import-columns"><caption class="hidden">${t('What each column is for')}</caption><thead><tr><th scope="col">${t('Column')}</th><th scope="col">${t('It says, for instance')}</th><th scope="col">${t('It is for')}</th></tr></thead>
    <tbody>${table.headings.map((heading, index) => {
      const chosen = fields[index] ?? '';
      const written = typed.find((one) => one.index === index);
      const isTwice = chosen && fields.indexOf(chosen) !== index;
      return html`<tr key=${index} class=${chosen ? '' : 'left-out'}><th scope="row" dir="auto">${heading || t('(no heading)')}</th><td dir="auto">${examplesOf(table, index).map((cell) => html`<span class="truncate" dir="auto">${cell}</span>`)}${written && html`<${ReadAs} table=${table} typed=${written} />`}</td>
        <td><select aria-label=${t('What “{column}” is for', { column: heading || String(index + 1) })} aria-invalid=${isTwice ? 'true' : undefined} disabled=${!heading} value=${chosen} onChange=${(/** @type {any} */ event) => set(index, event.target.value)}>
          ${options(heading, chosen).map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === chosen}>${label}</option>`)}</select>${isTwice && html`<small class="problem">${t('Another column is for that already.')}</small>`}${written && html`<${Written} table=${table} typed=${written} choose=${(/** @type {string} */ way) => write(index, way)} />`}</td></tr>`;
    })}</tbody></table>`;
}
