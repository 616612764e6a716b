// What a list is asked for, kept in the address.
import { html } from '../../vendor/preact.js';
import { ask, route } from '../../app/route.js';
import { t, word } from '../../app/words.js';

const change = (/** @type {string} */ name) => (/** @type {any} */ event) => ask({ [name]: event.target.value });

/** @param {{name: string, label: string, values: string[]}} props */
export const Pick = ({ name, label, values }) => html`<label>${label} <select onChange=${change(name)}><option value="">${t('All')}</option>
  ${values.map((one) => html`<option key=${one} value=${one} selected=${one === route.value.query[name]}>${word(one)}</option>`)}</select></label>`;

/** Days from and to, both included; `first` and `last` where the address says nothing. @param {{first?: string, last?: string}} props */
export function Days({ first = '', last = '' }) {
  const { from = first, to = last } = route.value.query;
  return html`<label>${t('From')} <input type="date" value=${from} max=${to || undefined} onChange=${change('from')} /></label>
    <label>${t('To')} <input type="date" value=${to} min=${from || undefined} onChange=${change('to')} /></label>`;
}
