// A product is changed: what it is called, whether it is offered, and price and tax of each of its options.
import { html } from '../../vendor/preact.js';
import { useRecord } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { TaxRateField } from '../settings/tax-rate-field.js';

/** What the fields show of a product. @param {any} product */
const valuesOf = ({ title, is_active, options }) => ({ title, is_active, options: options.map((/** @type {any} */ one) => ({ ...one, price: String(one.price), tax_rate: String(one.tax_rate ?? ''), tax_rate_id: one.tax_rate_id ?? '' })) });

/** The request that the fields stand for: options are replaced whole, and keep their ids. @param {any} values */
const requestOf = ({ title, is_active, options }) => ({
  title, is_active, options: options.map((/** @type {any} */ one) => ({ ...one, price: Number(one.price), tax_rate: one.tax_rate === '' ? null : Number(one.tax_rate), tax_rate_id: one.tax_rate_id || null })),
});

/** The fields of one option, as a form of their own. @param {{form: any, at: number, currency: string}} props */
function Option({ form, at, currency }) {
  const { options } = form.values;
  const own = {
    values: options[at], problemOf: (/** @type {string} */ field) => form.problemOf(`options[${at}].${field}`),
    set: (/** @type {any} */ changes) => form.set({ options: options.map((/** @type {any} */ one, /** @type {number} */ index) => (index === at ? { ...one, ...changes } : one)) }),
  };
  const name = options[at].title || form.values.title;
  return html`<fieldset class="option"><legend dir="auto">${name}</legend><div class="fields">${options.length > 1 && html`<${Input} form=${own} name="title" label=${t('Name')} maxlength="200" />`}
    <${Input} form=${own} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency })} required />
    <${Input} form=${own} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} hint=${t('Empty for that of the location')} /><${TaxRateField} form=${own} none=${t('None: the percent, or that of the location')} /></div></fieldset>`;
}

/** @param {{product: any, close: () => void}} props */
function Whole({ product, close }) {
  const editing = useEditing({ path: `/shop-products/${product.id}`, record: product, values: valuesOf, request: requestOf, done: t('The product is changed.'), types: ['shop_product', 'shop_stock'], name: 'product', close });
  const { form, isConflict } = editing;
  return html`<form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Input} form=${form} name="title" label=${t('Title')} required maxlength="200" />
    <${Input} form=${form} name="is_active" type="checkbox" label=${t('It is offered')} />${form.values.options.map((/** @type {any} */ one, /** @type {number} */ at) => html`<${Option} key=${one.id} form=${form} at=${at} currency=${product.currency} />`)}
    ${!isConflict && html`<${FormProblem} form=${form} fields=${['title', 'options']} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form>`;
}

/** @param {{id: string, close: () => void}} props */
export function ProductForm({ id, close }) {
  const product = useRecord(`/shop-products/${id}`);
  return html`<${Dialog} title=${product.data?.title ?? '…'} close=${close}><${Read} of=${product} lines=${5}>${(/** @type {any} */ record) => html`<${Whole} product=${record} close=${close} />`}<//><//>`;
}
