// The tax rate by date that something refers to; without one its plain percent applies.
import { html } from '../../vendor/preact.js';
import { isAdmin } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Input } from '../../ui/form.js';
import { today, valueOn, valueSaid } from './tax-words.js';

/** @param {{form: any, none: string, name?: string, label?: string, hint?: string}} props `none` says what holds without one; who may not read tax rates leaves it as it is */
export function TaxRateField({ form, none, name = 'tax_rate_id', label = t('Tax rate'), hint = t('It goes before the percent.') }) {
  const rates = useAll(isAdmin.value ? '/tax-rates' : null);
  const present = form.values[name];
  const known = (rates.data ?? []).map((/** @type {any} */ rate) => ({ value: rate.id, label: `${rate.name} · ${valueSaid(valueOn(rate.values, today()))}` }));
  const gone = present && rates.data && !known.some((/** @type {any} */ { value }) => value === present) ? [{ value: present, label: t('A tax rate that was deleted') }] : [];
  const reading = present && !rates.data ? [{ value: present, label: '…' }] : [];
  if (!isAdmin.value) return present && html`<p class="quiet">${t('A tax rate applies that an admin chose; it goes before the percent.')}</p>`;
  return html`<${Input} form=${form} name=${name} label=${label} hint=${hint} options=${[{ value: '', label: none }, ...known, ...gone, ...reading]} />`;
}
