// Up to which rest of an invoice is written off when a payment leaves it, by currency.
import { html } from '../../vendor/preact.js';
import { currency as own } from '../../app/place.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { numberOr } from './spec.js';
import { CURRENCIES } from './world.js';

export const WRITE_OFFS = 'invoice_settings.write_off_up_to';
const MOST = 20;

/** @param {{form: any}} props */
export function WriteOffs({ form }) {
  const limits = /** @type {{currency: string, amount: any}[]} */ (form.values[WRITE_OFFS] ?? []);
  const set = (/** @type {any[]} */ next) => form.set({ [WRITE_OFFS]: next });
  const change = (/** @type {number} */ index, /** @type {any} */ changes) => set(limits.map((one, place) => (place === index ? { ...one, ...changes } : one)));
  // The currency that is not there yet: each stands here once.
  const next = [own.value, form.values.default_currency, 'EUR', 'USD'].find((code) => code && !limits.some(({ currency }) => currency === code)) ?? '';
  const problem = (/** @type {number} */ index, /** @type {string} */ name) => form.problemOf(`${WRITE_OFFS}[${index}].${name}`);
  return html`<fieldset class="boxes"><legend>${t('Small rests')}</legend><p class="quiet">${limits.length ? t('What a payment leaves of an invoice is written off, up to this amount: fees of banks, cents of currencies.') : t('Nothing is written off: an invoice of which a cent is left stays open.')}</p>
    <ul class="plain lines write-offs">${limits.map(({ currency, amount }, index) => html`<li key=${index}><label>${t('Up to')} <input type="number" min="0" step="any" required value=${String(amount)} aria-label=${t('Largest rest in {currency}', { currency })} aria-invalid=${problem(index, 'amount') ? 'true' : undefined} onInput=${(/** @type {any} */ event) => change(index, { amount: numberOr(event.target.value) })} /></label>
      <select aria-label=${t('Currency')} aria-invalid=${problem(index, 'currency') ? 'true' : undefined} value=${currency} onChange=${(/** @type {any} */ event) => change(index, { currency: event.target.value })}>${CURRENCIES(currency).map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === currency}>${label}</option>`)}</select>
      <${Button} kind="quiet" icon="close" label=${t('Take {currency} away', { currency })} act=${() => set(limits.filter((_, place) => place !== index))} />
      ${['amount', 'currency'].map((name) => problem(index, name) && html`<small class="problem">${problem(index, name)}</small>`)}</li>`)}</ul>
    ${form.problemOf(WRITE_OFFS) && !limits.some((_, index) => problem(index, 'amount') || problem(index, 'currency')) && html`<small class="problem">${form.problemOf(WRITE_OFFS)}</small>`}
    ${limits.length < MOST && html`<${Button} icon="add" act=${() => set([...limits, { currency: next || 'EUR', amount: 1 }])}>${t('Add a currency')}<//>`}</fieldset>`;
}
