// One line of a draft: added, changed or taken off.
import { html } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { TaxRateField } from '../settings/tax-rate-field.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['invoice', 'invoice_item']);
const FIELDS = ['description', 'quantity', 'unit_amount', 'discount_percent', 'tax_rate', 'tax_rate_id'];
const numberOr = (/** @type {string} */ typed, /** @type {any} */ otherwise) => (String(typed).trim() === '' ? otherwise : Number(typed));

/** A tax rate says the percent itself: another plain percent would take its place. @param {any} values @param {null | undefined} nothing what is sent for what is left empty */
const requestOf = ({ description, quantity, unit_amount: amount, discount_percent: discount, tax_rate: percent, tax_rate_id: rate }, nothing) => ({
  description, quantity: Number(quantity), unit_amount: Number(amount), discount_percent: numberOr(discount, 0), tax_rate: rate ? undefined : numberOr(percent, nothing), tax_rate_id: rate || nothing,
});

/** What a field shows for a number that may not be set. @param {number | null | undefined} value */
const typed = (value) => (value === null || value === undefined ? '' : String(value));

/** What the fields show of a line. @param {any} item */
const valuesOf = (item) => ({ description: item.description, quantity: typed(item.quantity), unit_amount: typed(item.unit_amount), discount_percent: item.discount_percent ? typed(item.discount_percent) : '', tax_rate: typed(item.tax_rate), tax_rate_id: item.tax_rate_id ?? '' });

/** @param {{form: any, currency: string}} props */
const Fields = ({ form, currency }) => html`<${Input} form=${form} name="description" label=${t('What')} required />
  <div class="fields"><${Input} form=${form} name="quantity" type="number" step="any" label=${t('Quantity')} required /><${Input} form=${form} name="unit_amount" type="number" step="any" label=${t('Each, in {currency}', { currency })} hint=${t('below zero for what is credited')} required />
    <${Input} form=${form} name="discount_percent" type="number" min="0" max="100" step="any" label=${t('Discount in percent')} /><${TaxRateField} form=${form} none=${t('None: the percent, or that of the location')} hint="" />
    ${!form.values.tax_rate_id && html`<${Input} form=${form} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} hint=${t('empty for that of the location')} />`}</div>`;

/** @param {{invoice: any, close: () => void}} props */
function NewLine({ invoice, close }) {
  const form = useForm({
    initial: { description: '', quantity: '1', unit_amount: '', discount_percent: '', tax_rate: '', tax_rate_id: '' }, draft: `money.line.${invoice.id}`,
    send: (values, key) => post('/invoice-items', { ...requestOf(values, undefined), invoice_id: invoice.id }, { key }),
    done: () => { invalidate(TYPES); tell(t('The line is added.')); close(); },
  });
  return html`<form onSubmit=${form.submit}><${Fields} form=${form} currency=${invoice.currency} /><${FormProblem} form=${form} fields=${FIELDS} /><${FormActions} form=${form} label=${t('Add')} close=${close} /></form>`;
}

/** @param {{item: any, close: () => void}} props */
function ChangeLine({ item, close }) {
  const path = /** @type {import('../../app/api').Path} */ (`/invoice-items/${item.id}`);
  const editing = useEditing({ path, record: item, values: valuesOf, request: (values) => requestOf(values, null), done: t('The line is changed.'), types: TYPES, name: 'money.line', close });
  const { form, isConflict } = editing;
  const takeOff = async () => { if (await act({ send: () => remove(path), types: TYPES, done: t('The line is taken off.') })) close(); };
  return html`<form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Fields} form=${form} currency=${item.currency} />${!isConflict && html`<${FormProblem} form=${form} fields=${FIELDS} />`}
    <${FormActions} form=${form} label=${t('Change')} close=${close}><${Button} kind="danger" act=${takeOff}>${t('Take off')}<//><//></form>`;
}

/** The line of an invoice does not say of which version it is: the item that it stands for does. @param {{id: string, close: () => void}} props */
function KnownLine({ id, close }) {
  const item = useRecord(`/invoice-items/${id}`);
  return html`<${Read} of=${item} lines=${4}>${(/** @type {any} */ record) => html`<${ChangeLine} item=${record} close=${close} />`}<//>`;
}

/** @param {{invoice: any, item: any, close: () => void}} props `item` is empty for a new line */
export const LineForm = ({ invoice, item, close }) => html`<${Dialog} title=${item.id ? t('Change the line') : t('Add a line')} close=${close}>
  ${item.id ? html`<${KnownLine} id=${item.id} close=${close} />` : html`<${NewLine} invoice=${invoice} close=${close} />`}<//>`;
