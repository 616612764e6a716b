// Rates of a resource, in money or in credits: by length, and at certain times of the week.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { WEEKDAYS } from './hours.js';
import { dayName } from './hours-editor.js';
import { numberOr } from './spec.js';

const NEW = { from_minutes: 0, flat_amount: 0, unit_amount: 10, per_minutes: 60, valid: null };

/** @param {{label: string, value: number | string, change: (value: number | string) => void, [other: string]: any}} props */
const Amount = ({ label, value, change, ...others }) => html`<label>${label} <input type="number" min="0" step="any" required value=${String(value)} onInput=${(/** @type {any} */ event) => change(numberOr(event.target.value))} ...${others} /></label>`;

/** When a rate is for. @param {{valid: any, change: (valid: any) => void}} props */
function Times({ valid, change }) {
  if (!valid) return html`<${Button} kind="quiet" act=${() => change({ weekdays: ['saturday', 'sunday'], from: '00:00', to: '24:00' })}>${t('Only at times …')}<//>`;
  const flip = (/** @type {string} */ day) => change({ ...valid, weekdays: WEEKDAYS.filter((one) => (one === day ? !valid.weekdays.includes(one) : valid.weekdays.includes(one))) });
  return html`<fieldset class="weekday-boxes" aria-label=${t('Days of this rate')}>${WEEKDAYS.map((day) => html`<label key=${day}><input type="checkbox" checked=${valid.weekdays.includes(day)} onChange=${() => flip(day)} /> ${dayName(day, 'short')}</label>`)}
    <label>${t('from')} <input type="time" value=${valid.from} onChange=${(/** @type {any} */ event) => change({ ...valid, from: event.target.value })} /></label>
    <label>${t('to')} <input type="time" value=${valid.to === '24:00' ? '00:00' : valid.to} onChange=${(/** @type {any} */ event) => change({ ...valid, to: event.target.value === '00:00' ? '24:00' : event.target.value })} /></label>
    <${Button} kind="quiet" act=${() => change(null)}>${t('At all times')}<//></fieldset>`;
}

/** @param {{form: any, name: string, unit: string}} props */
export function Rates({ form, name, unit }) {
  const rates = /** @type {any[]} */ (form.values[name]);
  const set = (/** @type {any[]} */ next) => form.set({ [name]: next });
  const change = (/** @type {number} */ index, /** @type {any} */ changes) => set(rates.map((rate, place) => (place === index ? { ...rate, ...changes } : rate)));
  const whole = form.problemOf(name);
  return html`<ul class="plain lines">${rates.map((rate, index) => html`<li key=${index} class="line">
      <${Amount} label=${t('From minutes')} value=${rate.from_minutes} change=${(/** @type {any} */ from) => change(index, { from_minutes: from })} />
      <${Amount} label=${t('{unit} at once', { unit })} value=${rate.flat_amount} change=${(/** @type {any} */ flat) => change(index, { flat_amount: flat })} />
      <${Amount} label=${t('{unit} by the time', { unit })} value=${rate.unit_amount} change=${(/** @type {any} */ amount) => change(index, { unit_amount: amount })} />
      <${Amount} label=${t('per minutes')} min="1" value=${rate.per_minutes} change=${(/** @type {any} */ per) => change(index, { per_minutes: per })} />
      <${Button} kind="quiet" icon="close" label=${t('Take this rate away')} act=${() => set(rates.filter((_, place) => place !== index))} />
      <${Times} valid=${rate.valid} change=${(/** @type {any} */ valid) => change(index, { valid })} />
      ${form.problemOf(`${name}[${index}]`) && html`<small class="problem">${form.problemOf(`${name}[${index}]`)}</small>`}</li>`)}</ul>
    ${!rates.length && html`<p class="quiet">${t('Free of charge')}</p>`}
    ${whole && !rates.some((_, index) => form.problemOf(`${name}[${index}]`)) && html`<p class="problem">${whole}</p>`}
    <${Button} icon="add" act=${() => set([...rates, { ...NEW, from_minutes: rates.length ? Number(rates[rates.length - 1].from_minutes) + 60 : 0 }])}>${t('Add a rate')}<//>`;
}
