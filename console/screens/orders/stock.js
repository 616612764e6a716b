// What is in stock, what runs low, and what was counted anew.
import { html, useState } from '../../vendor/preact.js';
import { place } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Badge, Button, Choice } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { linesOf } from './basket.js';
import { Adjustment } from './stock-form.js';

/** @param {{line: any}} props */
function State({ line }) {
  if (line.stock <= 0) return html`<${Badge} tone="bad">${t('sold out')}<//>`;
  return line.isLow && html`<${Badge} tone="waiting">${t('runs low')}<//>`;
}

/** @param {(line: any) => void} open */
const columns = (open) => [
  { name: 'title', label: t('Product'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<bdi>${one.title}</bdi>${one.sku && html`<br /><small>${one.sku}</small>`}` },
  { name: 'stock', label: t('In stock'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<strong>${one.stock}</strong>` },
  { name: 'level', label: t('Low from'), width: '7rem', class: 'number low-level', show: (/** @type {any} */ one) => one.level ?? '–' },
  { name: 'low', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => html`<${State} line=${one} />` },
  { name: 'change', label: html`<span class="hidden">${t('Actions')}</span>`, width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<${Button} aria-label=${t('Change: {title}', { title: one.title })} act=${() => open(one)}>${t('Change')}<//>` },
];

export function Stock() {
  const products = useAll('/shop-products', { location_id: place.value?.id });
  const [view, setView] = useState('all');
  const [line, setLine] = useState(/** @type {any} */ (null));
  const views = [{ value: 'all', label: t('All') }, { value: 'low', label: t('To be ordered') }];
  return html`<div class="head-line"><${Choice} label=${t('Which')} value=${view} options=${views} choose=${setView} /></div>
    <${Read} of=${products} empty=${html`<${Empty} title=${t('The shop has no products yet.')} icon="orders" />`}>${(/** @type {any[]} */ all) => {
      const counted = linesOf(all).filter(({ stock }) => stock !== null).sort((one, other) => (one.stock ?? 0) - (other.stock ?? 0)).map((one) => ({ ...one, id: one.key }));
      const shown = view === 'low' ? counted.filter((one) => one.isLow || (one.stock ?? 0) <= 0) : counted;
      if (!shown.length) return html`<${Empty} title=${t('There is enough of everything.')} />`;
      return html`<${Table} label=${t('Stock')} columns=${columns(setLine)} records=${shown} height=${52} />`;
    }}<//>
    ${line && html`<${Adjustment} line=${line} close=${() => setLine(null)} />`}`;
}
