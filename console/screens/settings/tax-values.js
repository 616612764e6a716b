// What a tax rate is from which day on: each value with its category of EN 16931, and the reason where no tax is asked for.
import { html } from '../../vendor/preact.js';
import { addDays } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Field } from '../../ui/controls.js';
import { numberOr } from './spec.js';
import { CATEGORIES, categoryName, hasReason } from './tax-words.js';

/** @param {string} category @param {import('./tax-words.js').TaxValue} value */
const inCategory = (category, value) => ({ ...value, category, percent: category === 'S' ? value.percent : 0, exemption_reason: hasReason(category) ? value.exemption_reason : '' });

/** @param {{form: any, place: number, value: import('./tax-words.js').TaxValue, change: (changes: any) => void, away?: () => void}} props */
function Value({ form, place, value, change, away }) {
  const problem = (/** @type {string} */ field) => form.problemOf(`values[${place}].${field}`);
  const whole = !['from', 'percent', 'category', 'exemption_reason'].some(problem) && form.problemOf(`values[${place}]`);
  return html`<li class="tax-value" aria-label=${t('From {day}', { day: value.from })}>
    <${Field} label=${t('From')} problem=${problem('from')}>${(/** @type {any} */ attributes) => html`<input type="date" required value=${value.from} onInput=${(/** @type {any} */ event) => change({ from: event.target.value })} ...${attributes} />`}<//>
    <${Field} label=${t('Category')} problem=${problem('category')}>${(/** @type {any} */ attributes) => html`<select onChange=${(/** @type {any} */ event) => change(inCategory(event.target.value, value))} ...${attributes}>${CATEGORIES.map((one) => html`<option key=${one} value=${one} selected=${one === value.category}>${`${one} · ${categoryName(one)}`}</option>`)}</select>`}<//>
    ${value.category === 'S' && html`<${Field} label=${t('Percent')} problem=${problem('percent')}>${(/** @type {any} */ attributes) => html`<input type="number" min="0" max="100" step="any" required value=${String(value.percent)} onInput=${(/** @type {any} */ event) => change({ percent: numberOr(event.target.value) })} ...${attributes} />`}<//>`}
    ${hasReason(value.category) && html`<${Field} class="grow" label=${t('Why, as documents say it')} problem=${problem('exemption_reason')}>${(/** @type {any} */ attributes) => html`<input required maxlength="200" dir="auto" value=${value.exemption_reason} onInput=${(/** @type {any} */ event) => change({ exemption_reason: event.target.value })} ...${attributes} />`}<//>`}
    ${away && html`<${Button} kind="quiet" icon="close" label=${t('Take the value from {day} away', { day: value.from })} act=${away} />`}
    ${whole && html`<small class="problem">${whole}</small>`}</li>`;
}

/** @param {{form: any}} props */
export function TaxValues({ form }) {
  const values = /** @type {import('./tax-words.js').TaxValue[]} */ (form.values.values);
  const set = (/** @type {any[]} */ next) => form.set({ values: next });
  const last = values[values.length - 1];
  const whole = form.problemOf('values') && !values.some((_, place) => form.problemOf(`values[${place}]`)) && form.problemOf('values');
  return html`<ul class="plain tax-values">${values.map((value, place) => html`<${Value} key=${place} form=${form} place=${place} value=${value}
      change=${(/** @type {any} */ changes) => set(values.map((one, at) => (at === place ? { ...one, ...changes } : one)))} away=${values.length > 1 ? () => set(values.filter((_, at) => at !== place)) : undefined} />`)}</ul>
    ${whole && html`<p class="problem">${whole}</p>`}
    <${Button} icon="add" act=${() => set([...values, { ...last, from: last?.from ? addDays(last.from, 1) : '' }])}>${t('Another value from a day on')}<//>`;
}
