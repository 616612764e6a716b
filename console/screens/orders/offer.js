// What the shop offers: each option of each product with its price and its tax.
import { html, useState } from '../../vendor/preact.js';
import { money, number } from '../../app/money.js';
import { isAdmin, place } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { ExportButton } from '../../ui/export-button.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { linesOf } from './basket.js';
import { NewProduct, ProductForm } from './product-form.js';

/** What is said of an option's tax. @param {any} option @param {any[]} rates those that the reader may know */
function taxOf({ tax_rate: percent, tax_rate_id: id }, rates) {
  if (id) return rates.find((rate) => rate.id === id)?.name ?? t('A tax rate of its own');
  return percent === null ? t('As the location') : t('{percent} %', { percent: number(percent) });
}

/** @param {any[]} rates @param {(product: string) => void} open */
const columns = (rates, open) => [
  { name: 'title', label: t('Product'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<span dir="auto">${one.title}</span>${one.sku && html`<br /><small>${one.sku}</small>`}` },
  { name: 'price', label: t('Price'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => money(one.price, one.currency) },
  { name: 'tax', label: t('Tax'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`<span dir="auto">${taxOf(one.option, rates)}</span>` },
  { name: 'state', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => !one.isActive && html`<${Badge}>${t('Not offered')}<//>` },
  ...(isAdmin.value ? [{ name: 'change', label: html`<span class="hidden">${t('Actions')}</span>`, width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<${Button} aria-label=${t('Change: {title}', { title: one.title })} act=${() => open(one.product_id)}>${t('Change')}<//>` }] : []),
];

export function Offer() {
  const products = useAll('/shop-products', { location_id: place.value?.id });
  const rates = useAll(isAdmin.value ? '/tax-rates' : null);
  const [product, setProduct] = useState('');
  const [isMaking, setMaking] = useState(false);
  const rowsOf = (/** @type {any[]} */ all) => all.flatMap((one) => linesOf([one]).map((line, index) => ({ ...line, id: line.key, option: one.options[index], currency: one.currency, isActive: one.is_active })));
  const add = isAdmin.value && html`<${Button} icon="add" act=${() => setMaking(true)}>${t('New product')}<//>`;
  const none = html`<${Empty} title=${t('The shop has no products yet.')} icon="orders"><p>${t('What is sold at the desk or ordered by members: coffee, lockers, packages of credits.')}</p><//>`;
  return html`<div class="head-line"><span class="spring" /><${ExportButton} collection="shop_products" query=${{ location_id: place.value?.id }} name=${t('All products as CSV')} />${add}</div><${Read} of=${products} empty=${none}>${(/** @type {any[]} */ all) => html`<${Table} label=${t('Products')} columns=${columns(rates.data ?? [], setProduct)} records=${rowsOf(all)} height=${52} />`}<//>
    ${product && html`<${ProductForm} id=${product} close=${() => setProduct('')} />`}${isMaking && html`<${NewProduct} close=${() => setMaking(false)} />`}`;
}
