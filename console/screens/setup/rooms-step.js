// Step 2: rooms and desks, several at once. Lines that were refused stay, with the reason.
import { html } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { currency, place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { useForm } from '../../ui/form.js';
import { TYPES } from '../settings/resource-words.js';
import { StepActions, StepHead } from './step.js';
import { emptyRows, filledRows, resourceOf } from './steps.js';

/** Makes the lines one after the other; those that were refused are left, with why. @param {any[]} rows */
async function makeAll(rows) {
  const left = /** @type {any[]} */ ([]);
  const filled = /** @type {any[]} */ (filledRows(rows));
  for (const row of filled) {
    await post('/resources', resourceOf(row, place.value.id)).catch((refusal) => left.push({ ...row, problem: reasonOf(refusal) }));
  }
  invalidate(['resource']);
  return { left, made: filled.length - left.length };
}

/** @param {{row: any, number: number, change: (changes: any) => void, drop: () => void}} props */
const Row = ({ row, number, change, drop }) => html`<tr><td><input dir="auto" value=${row.name} maxlength="200" autocomplete="off" aria-label=${t('Name in line {number}', { number })} aria-invalid=${row.problem ? 'true' : undefined} placeholder=${t('Name')} onInput=${(/** @type {any} */ event) => change({ name: event.target.value, problem: undefined })} />${row.problem && html`<small class="problem">${row.problem}</small>`}</td>
  <td><select value=${row.type} aria-label=${t('Type in line {number}', { number })} onChange=${(/** @type {any} */ event) => change({ type: event.target.value })}>${TYPES.map((type) => html`<option key=${type} value=${type} selected=${type === row.type}>${word(type)}</option>`)}</select></td>
  <td class="short"><input type="number" min="1" max="1000" value=${row.units} aria-label=${t('How many in line {number}', { number })} onInput=${(/** @type {any} */ event) => change({ units: event.target.value })} /></td>
  <td class="short"><input type="number" min="0" step="any" value=${row.price} aria-label=${t('Price an hour in line {number}', { number })} placeholder=${t('free')} onInput=${(/** @type {any} */ event) => change({ price: event.target.value })} /></td>
  <td><${Button} kind="quiet" icon="close" label=${t('Take line {number} away', { number })} act=${drop} /></td></tr>`;

/** @param {{known: any[], next: () => void}} props */
export function RoomsStep({ known, next }) {
  const form = useForm({
    initial: { rows: emptyRows() }, draft: `setup.rooms.${place.value.id}`,
    send: async ({ rows }) => makeAll(rows),
    done: ({ left, made }) => {
      if (made) tell(plural(made, '{count} resource is made.', '{count} resources are made.'));
      if (left.length) form.set({ rows: left });
      else next();
    },
  });
  const { rows } = form.values;
  const set = (/** @type {any[]} */ changed) => form.set({ rows: changed });
  const filled = filledRows(rows).length;
  return html`<${StepHead} title=${t('What can be booked?')} about=${t('Ten hot desks are one line with 10 of them. Prices by length, policies and pictures come later, in the settings.')} />
    ${known.length > 0 && html`<p class="known"><strong>${plural(known.length, '{count} is there already:', '{count} are there already:')}</strong> <span dir="auto">${known.slice(0, 12).map(({ name }) => name).join(', ')}${known.length > 12 ? ' …' : ''}</span></p>`}
    <form onSubmit=${form.submit}><table class="setup-rows"><thead><tr><th scope="col">${t('Name')}</th><th scope="col">${t('Type')}</th><th scope="col">${t('How many')}</th><th scope="col">${t('{currency} an hour', { currency: currency.value })}</th><th><span class="hidden">${t('Take away')}</span></th></tr></thead>
      <tbody>${rows.map((row, index) => html`<${Row} key=${index} row=${row} number=${index + 1} change=${(/** @type {any} */ changes) => set(rows.map((one, place) => (place === index ? { ...one, ...changes } : one)))} drop=${() => set(rows.filter((_, place) => place !== index))} />`)}</tbody></table>
      <${Button} icon="add" act=${() => set([...rows, { name: '', type: rows.at(-1)?.type ?? 'meeting_room', units: '1', price: '' }])}>${t('Another line')}<//>
      <${StepActions} step="rooms" form=${filled ? form : null} label=${plural(filled, 'Make {count} resource', 'Make {count} resources')} skip=${known.length ? t('Go on') : t('Skip')} /></form>`;
}
