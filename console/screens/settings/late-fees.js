// What is charged for invoices of a location that are paid late: a fee once, and interest by day.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Input } from '../../ui/form.js';
import { Part } from './editing.js';
import { TaxRateField } from './tax-rate-field.js';

/** @type {import('./spec.js').Spec} */
export const LATE_FEES = { 'late_fees.grace_days': 'number', 'late_fees.fixed_fee': 'number', 'late_fees.yearly_interest_percent': 'number', 'late_fees.cap_percent': 'number', 'late_fees.tax_rate_id': 'nothing' };

/** @param {{form: any}} props */
export function LateFees({ form }) {
  const { 'late_fees.fixed_fee': fee, 'late_fees.yearly_interest_percent': interest, currency } = form.values;
  const isNothing = !Number(fee) && !Number(interest);
  return html`<${Part} title=${t('Late fees')} note=${t('For invoices that are paid late. An invoice keeps what held when it was issued; what is charged waits for the customer’s next invoice.')}>
    ${isNothing && html`<p class="quiet">${t('Nothing is charged without a fee and interest.')}</p>`}
    <div class="fields"><${Input} form=${form} name="late_fees.fixed_fee" type="number" min="0" step="any" label=${t('Fee in {currency}, once', { currency })} required /><${Input} form=${form} name="late_fees.yearly_interest_percent" type="number" min="0" max="100" step="any" label=${t('Interest a year in percent')} hint=${t('Counted by day, on what is open')} required />
      <${Input} form=${form} name="late_fees.grace_days" type="number" min="0" max="365" label=${t('Days of grace')} hint=${t('After the day on which it is due')} required /><${Input} form=${form} name="late_fees.cap_percent" type="number" min="0" max="100" step="any" label=${t('At most, in percent of the invoice')} required />
      <${TaxRateField} form=${form} name="late_fees.tax_rate_id" label=${t('Tax rate of late fees')} none=${t('None: outside the scope of tax')} hint="" /></div><//>`;
}
