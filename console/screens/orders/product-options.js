// The options of a product, each with price, tax and stock; and what a credit package grants.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { TaxRateField } from '../settings/tax-rate-field.js';
import { newGrant, newOption } from './product-values.js';

const OPTIONS_MAX = 20;
const GRANTS_MAX = 5;

/** A record of a list as a form of its own. @param {any} form @param {string} list @param {number} at */
const inside = (form, list, at) => ({
  values: form.values[list][at], problemOf: (/** @type {string} */ field) => form.problemOf(`${list}[${at}].${field}`),
  set: (/** @type {any} */ changes) => form.set({ [list]: form.values[list].map((/** @type {any} */ one, /** @type {number} */ index) => (index === at ? { ...one, ...changes } : one)) }),
});

/** The list without one of its records. @param {any} form @param {string} list @param {number} at */
const without = (form, list, at) => form.set({ [list]: form.values[list].filter((/** @type {any} */ _, /** @type {number} */ index) => index !== at) });

/** @param {{form: any, at: number, currency: string}} props */
function Option({ form, at, currency }) {
  const { options, kind, title } = form.values;
  const own = inside(form, 'options', at);
  const isPackage = kind === 'credit_package';
  const name = options[at].title || title || t('Option {number}', { number: at + 1 });
  return html`<fieldset class="option"><legend dir="auto">${name}</legend><div class="fields">${options.length > 1 && html`<${Input} form=${own} name="title" label=${t('Name')} maxlength="200" required />`}
      <${Input} form=${own} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency })} required />
      <${Input} form=${own} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} hint=${t('Empty for that of the location')} /><${TaxRateField} form=${own} none=${t('None: the percent, or that of the location')} /></div>
    <details class="option-more"><summary>${t('Number, stock, limits')}</summary><div class="fields"><${Input} form=${own} name="sku" label=${t('Your own number')} maxlength="200" autocomplete="off" /><${Input} form=${own} name="max_per_order" type="number" min="1" label=${t('Most in one order')} hint=${t('Empty for no limit')} />
        ${!isPackage && html`<${Input} form=${own} name="credit_price" type="number" min="0" step="any" label=${t('Price in credits')} hint=${t('Empty where credits do not pay for it')} />`}</div>
      ${!isPackage && html`<${Input} form=${own} name="stock_tracked" type="checkbox" label=${t('Its stock is counted')} hint=${t('What is not counted never runs out. Pieces are counted in under Stock.')} />
        ${options[at].stock_tracked && html`<${Input} form=${own} name="low_stock_level" type="number" min="0" label=${t('Low from')} /><${Input} form=${own} name="allow_backorder" type="checkbox" label=${t('It can be ordered when there is none left')} />`}`}</details>
    ${options.length > 1 && html`<${Button} kind="quiet" icon="close" act=${() => without(form, 'options', at)}>${t('Take {name} away', { name })}<//>`}</fieldset>`;
}

/** @param {{form: any, currency: string}} props */
export const Options = ({ form, currency }) => html`${form.values.options.map((/** @type {any} */ one, /** @type {number} */ at) => html`<${Option} key=${one.id ?? at} form=${form} at=${at} currency=${currency} />`)}
  ${form.problemOf('options') && !form.values.options.some((/** @type {any} */ _, /** @type {number} */ at) => form.problemOf(`options[${at}]`)) && html`<p class="problem">${form.problemOf('options')}</p>`}
  ${form.values.options.length < OPTIONS_MAX && html`<p><${Button} icon="add" act=${() => form.set({ options: [...form.values.options, newOption()] })}>${t('Add an option')}<//></p>`}`;

/** @param {{form: any}} props */
export function Grants({ form }) {
  const { grants, kind } = form.values;
  if (kind !== 'credit_package') return null;
  const types = [{ value: 'credits', label: t('Credits') }, { value: 'day_passes', label: t('Day passes') }];
  const days = [{ value: '', label: t('Never') }, ...[30, 90, 180, 365].map((count) => ({ value: String(count), label: t('After {count} days', { count }) }))];
  return html`<fieldset class="option"><legend>${t('What one of it grants')}</legend>${grants.map((/** @type {any} */ _, /** @type {number} */ at) => html`<div class="fields" key=${at}><${Input} form=${inside(form, 'grants', at)} name="type" label=${t('What')} options=${types} />
      <${Input} form=${inside(form, 'grants', at)} name="amount" type="number" min="1" max="100000" label=${t('How many')} required /><${Input} form=${inside(form, 'grants', at)} name="duration_days" label=${t('They expire')} options=${days} /></div>
      ${grants.length > 1 && html`<${Button} kind="quiet" icon="close" act=${() => without(form, 'grants', at)}>${t('Take this away')}<//>`}`)}
    ${grants.length < GRANTS_MAX && html`<p><${Button} icon="add" act=${() => form.set({ grants: [...grants, newGrant()] })}>${t('Add something')}<//></p>`}</fieldset>`;
}
