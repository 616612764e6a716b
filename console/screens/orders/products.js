// Products that can be sold, by category, each with its price, its stock and how many are taken.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { plural, t } from '../../app/words.js';
import { SearchField } from '../../ui/controls.js';
import { Empty } from '../../ui/states.js';
import { byCategory, isSoldOut, matching } from './basket.js';

/** @param {{line: import('./basket.js').Line, quantity: string, set: (quantity: string) => void}} props */
function Product({ line, quantity, set }) {
  const count = Number(quantity || 0);
  const add = (/** @type {number} */ more) => set(String(Math.max(0, count + more) || ''));
  return html`<li class=${isSoldOut(line) ? 'sold-out' : ''}><span class="what"><bdi>${line.title}</bdi><br /><small>${money(line.price, place.value.currency)}${line.credits !== null && ` · ${plural(line.credits, '{count} credit', '{count} credits')}`}
      ${line.stock !== null && html` · <span class=${line.isLow || line.stock <= 0 ? 'low' : ''}>${line.stock > 0 ? t('{count} in stock', { count: line.stock }) : t('sold out')}</span>`}</small></span>
    <span class="count-field"><button type="button" class="button only-icon" aria-label=${t('One less of {title}', { title: line.title })} disabled=${!count} onClick=${() => add(-1)}>−</button>
      <input type="number" min="0" max="1000" aria-label=${t('Quantity of {title}', { title: line.title })} value=${quantity} onInput=${(/** @type {any} */ event) => set(event.target.value)} />
      <button type="button" class="button only-icon" aria-label=${t('One more of {title}', { title: line.title })} onClick=${() => add(1)}>+</button></span></li>`;
}

/** @param {{lines: import('./basket.js').Line[], quantities: Record<string, string>, set: (key: string, quantity: string) => void}} props */
export function Products({ lines, quantities, set }) {
  const [words, setWords] = useState('');
  const categories = useAll('/shop-categories', { location_id: place.value?.id, is_active: true });
  const found = byCategory(matching(lines, words), categories.data ?? []);
  // Enter takes one of the first that is found, for who sells by keyboard alone.
  const keys = (/** @type {any} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const first = found[0]?.lines[0];
    if (words && first) { set(first.key, String(Number(quantities[first.key] || 0) + 1)); setWords(''); }
  };
  return html`<div class="sale-products"><div onKeyDown=${keys}><${SearchField} label=${t('Find a product; Enter takes it')} value=${words} search=${setWords} /></div>
    ${found.length ? found.map(({ category, lines: own }) => html`<section key=${category.id}><h3 dir="auto">${category.name}</h3><ul class="sale-lines">${own.map((line) => html`<${Product} key=${line.key} line=${line} quantity=${quantities[line.key] ?? ''} set=${(/** @type {string} */ quantity) => set(line.key, quantity)} />`)}</ul></section>`) : categories.data && html`<${Empty} title=${t('There is no such product.')} icon="orders" />`}</div>`;
}
