// A product of the shop: made, changed, and taken out of the shop.
import { html, useRef, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { currency, place } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { AUDIENCES, audienceOf } from '../settings/resource-words.js';
import { Grants, Options } from './product-options.js';
import { newProduct, requestOf, valuesOf } from './product-values.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['shop_product', 'shop_stock', 'shop_category']);
const FIELDS = ['title', 'description', 'category_id', 'visibility', 'refund_policy', 'kind', 'options', 'grants', 'name'];
const NEW = 'new';

/** @param {{form: any, location: string, currency: string, isNew?: boolean}} props */
function Fields({ form, location, currency: code, isNew }) {
  const categories = useAll('/shop-categories', { location_id: location });
  const { category_id: category } = form.values;
  const known = (categories.data ?? []).map((/** @type {any} */ one) => ({ value: one.id, label: one.name }));
  const choices = [...(isNew ? [{ value: '', label: t('Choose a category') }] : []), ...known, ...(isNew ? [{ value: NEW, label: t('A new category …') }] : [])];
  if (category && category !== NEW && !known.some((/** @type {any} */ { value }) => value === category)) choices.push({ value: category, label: '…' });
  const audiences = AUDIENCES.filter((one) => one !== 'exclusive_members').map((value) => ({ value, label: audienceOf(value) }));
  const refunds = [{ value: 'until_in_progress', label: t('Until it is made ready') }, { value: 'no_refund', label: t('Never') }];
  const kinds = [{ value: 'goods', label: t('Something that is handed over') }, { value: 'credit_package', label: t('A package of credits or day passes') }];
  return html`<${Input} form=${form} name="title" label=${t('Title')} required maxlength="200" autocomplete="off" />
    ${isNew && html`<${Input} form=${form} name="kind" label=${t('What it is')} options=${kinds} />`}
    <div class="fields"><${Input} form=${form} name="category_id" label=${t('Category')} options=${choices} required />${category === NEW && html`<${Input} form=${{ ...form, problemOf: () => form.problemOf('name') }} name="category" label=${t('Name of the category')} required maxlength="200" autocomplete="off" />`}
      <${Input} form=${form} name="visibility" label=${t('Who may order it')} options=${audiences} /><${Input} form=${form} name="refund_policy" label=${t('Orders can be cancelled')} options=${refunds} /></div>
    <${Input} form=${form} name="description" type="textarea" rows="2" label=${t('Description')} maxlength="5000" />
    <${Input} form=${form} name="is_active" type="checkbox" label=${t('It is offered')} /><${Input} form=${form} name="featured" type="checkbox" label=${t('It is shown first')} /><${Grants} form=${form} /><${Options} form=${form} currency=${code} />`;
}

/** @param {{close: () => void}} props */
export function NewProduct({ close }) {
  const { id: location } = place.value;
  // A category that was made stays made when the product is refused: the repeat goes on from there.
  const made = useRef(/** @type {any} */ (null));
  const categoryOf = async (/** @type {any} */ { category_id: chosen, category }, /** @type {string} */ key) => {
    if (chosen !== NEW) return chosen;
    made.current ??= (await post('/shop-categories', { location_id: location, name: category.trim() }, { key: `${key}-category` })).data;
    return made.current.id;
  };
  const form = useForm({
    initial: newProduct(), draft: `new-product.${location}`,
    send: async (values, key) => post('/shop-products', { ...requestOf(values), kind: /** @type {'goods'} */ (values.kind), location_id: location, category_id: await categoryOf(values, key) }, { key: `${key}-product` }),
    done: () => { invalidate(TYPES); tell(t('The product is made.')); close(); },
  });
  return html`<${Dialog} title=${t('New product')} close=${close} class="product-dialog"><form onSubmit=${form.submit}><${Fields} form=${form} location=${location} currency=${currency.value} isNew />
    <${FormProblem} form=${form} fields=${FIELDS} /><${FormActions} form=${form} label=${t('Make the product')} close=${close} /></form><//>`;
}

/** @param {{product: any, close: () => void}} props */
function Whole({ product, close }) {
  const [isLeaving, setLeaving] = useState(false);
  const editing = useEditing({ path: `/shop-products/${product.id}`, record: product, values: valuesOf, request: requestOf, done: t('The product is changed.'), types: TYPES, name: 'product', close });
  const { form, isConflict } = editing;
  const leave = async () => { if (await act({ send: () => remove(`/shop-products/${product.id}`), types: TYPES, done: t('The product is out of the shop.') })) close(); };
  return html`<form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Fields} form=${form} location=${product.location_id} currency=${product.currency} />
      ${!isConflict && html`<${FormProblem} form=${form} fields=${FIELDS} />`}<${FormActions} form=${form} label=${t('Save')} close=${close}><${Button} kind="danger" act=${() => setLeaving(true)}>${t('Archive …')}<//><//></form>
    ${isLeaving && html`<${Confirm} title=${t('Archive {name}?', { name: product.title })} label=${t('Archive')} close=${() => setLeaving(false)} agree=${leave}><p>${t('It is ordered no more. Its orders stay, and are handed over, cancelled and returned as before.')}</p><//>`}`;
}

/** @param {{id: string, close: () => void}} props */
export function ProductForm({ id, close }) {
  const product = useRecord(`/shop-products/${id}`);
  return html`<${Dialog} title=${product.data?.title ?? '…'} close=${close} class="product-dialog"><${Read} of=${product} lines=${5}>${(/** @type {any} */ record) => html`<${Whole} product=${record} close=${close} />`}<//><//>`;
}
