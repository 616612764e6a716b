// The business: its name and address, how invoices are numbered, credits, and what new resources begin with.
import { html, useEffect } from '../../vendor/preact.js';
import { merchant } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { t } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Part, SaveBar, useEditing } from './editing.js';
import { POLICY, PolicyFields, WHOLE_POLICY, policyTitles, under } from './policy-fields.js';
import { CURRENCIES, ZONES } from './world.js';
import { WRITE_OFFS, WriteOffs } from './write-offs.js';

const DEFAULTS = 'booking_defaults.';
/** @type {import('./spec.js').Spec} */
const SPEC = {
  name: 'text', legal_name: 'text', tax_id: 'text', email: 'text', phone: 'text', default_currency: 'text', default_time_zone: 'text',
  'address.line1': 'text', 'address.line2': 'text', 'address.city': 'text', 'address.state': 'text', 'address.postal_code': 'text', 'address.country_code': 'capitals',
  'invoice_settings.number_prefix': 'text', 'invoice_settings.number_padding': 'number', 'invoice_settings.credit_note_prefix': 'text', 'invoice_settings.number_per_year': 'raw', 'invoice_settings.due_days': 'number',
  'invoice_settings.tax_inclusive': 'raw', 'invoice_settings.reminder_days': 'counts', 'invoice_settings.iban': 'text', 'invoice_settings.payment_reference': 'text', 'invoice_settings.footer': 'text', [WRITE_OFFS]: 'amounts',
  'credit_settings.enabled': 'raw', 'credit_settings.discounts_apply_to_credits': 'raw', 'credit_settings.cross_location': 'raw',
  'retention.visitor_days': 'number', 'retention.letter_days': 'number', 'retention.lead_days': 'number', 'feed_settings.reports_to_hide': 'number', ...under(WHOLE_POLICY, DEFAULTS),
};

/** @param {{form: any, business: any}} props */
function Invoices({ form, business }) {
  const name = (/** @type {string} */ field) => `invoice_settings.${field}`;
  return html`<${Part} title=${t('Invoices')} note=${t('The next invoice is {number}. Another prefix begins another sequence.', { number: `${business.invoice_settings.number_prefix}${String(business.invoice_settings.next_number).padStart(business.invoice_settings.number_padding, '0')}` })}>
    <div class="fields"><${Input} form=${form} name=${name('number_prefix')} label=${t('Prefix of invoices')} /><${Input} form=${form} name=${name('credit_note_prefix')} label=${t('Prefix of credit notes')} /><${Input} form=${form} name=${name('number_padding')} type="number" min="1" max="12" label=${t('Digits')} required /></div>
    <div class="fields"><${Input} form=${form} name=${name('due_days')} type="number" min="0" max="365" label=${t('Days until they are due')} required />
      <${Input} form=${form} name=${name('reminder_days')} label=${t('Reminders, in days from when they are due')} hint=${t('By commas; below zero is before, such as -3, 7, 21')} pattern="\\s*(-?\\d+\\s*(,\\s*|$))*" /></div>
    <${Input} form=${form} name=${name('number_per_year')} type="checkbox" label=${t('Numbers begin anew each year')} /><${Input} form=${form} name=${name('tax_inclusive')} type="checkbox" label=${t('Prices on invoices contain the tax')} />
    <${Input} form=${form} name=${name('iban')} label=${t('Account (IBAN)')} />
    <${Input} form=${form} name=${name('payment_reference')} label=${t('What payers name')} options=${[{ value: 'number', label: t('The number of the invoice') }, { value: 'iso_11649', label: t('A reference that banks check (RF…)') }]} /><${Input} form=${form} name=${name('footer')} type="textarea" label=${t('Foot of invoices')} /><${WriteOffs} form=${form} /><//>`;
}

/** @param {{business: any}} props */
function BusinessForm({ business }) {
  const editing = useEditing({ path: '/merchant', record: business, spec: SPEC, types: ['merchant'], name: 'business', done: t('The business is changed.') });
  const { form } = editing;
  const titles = policyTitles();
  return html`<form onSubmit=${form.submit}>
    <${Part} title=${t('The business')} note=${t('It stands on invoices and letters.')}><div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><${Input} form=${form} name="legal_name" label=${t('Legal name')} maxlength="200" /></div>
      <div class="fields"><${Input} form=${form} name="tax_id" label=${t('Tax number')} /><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} /><${Input} form=${form} name="phone" type="tel" label=${t('Telephone')} /></div>
      <div class="fields"><${Input} form=${form} name="address.line1" label=${t('Street and number')} /><${Input} form=${form} name="address.line2" label=${t('Addition')} /><${Input} form=${form} name="address.postal_code" label=${t('Postal code')} /><${Input} form=${form} name="address.city" label=${t('Town')} /><${Input} form=${form} name="address.state" label=${t('State or province')} /><${Input} form=${form} name="address.country_code" label=${t('Country')} hint=${t('Two letters, such as NL')} maxlength="2" /></div><//>
    <${Part} title=${t('What new locations begin with')}><div class="fields"><${Input} form=${form} name="default_currency" label=${t('Currency')} options=${CURRENCIES(form.values.default_currency)} /><${Input} form=${form} name="default_time_zone" label=${t('Time zone')} options=${ZONES(form.values.default_time_zone)} /></div><//>
    <${Invoices} form=${form} business=${business} />
    <${Part} title=${t('Credits')}><${Input} form=${form} name="credit_settings.enabled" type="checkbox" label=${t('Customers pay with credits')} /><${Input} form=${form} name="credit_settings.cross_location" type="checkbox" label=${t('Credits of one location pay at others')} /><${Input} form=${form} name="credit_settings.discounts_apply_to_credits" type="checkbox" label=${t('Discounts of plans are given on credits too')} /><//>
    <${Part} title=${t('Policy of new resources')} note=${t('Resources that exist keep theirs: change them under Resources, several at once.')}>${Object.keys(POLICY).map((group) => html`<details key=${group} class="policy-group"><summary>${titles[group]}</summary><${PolicyFields} form=${form} group=${group} prefix=${DEFAULTS} /></details>`)}<//>
    <${Part} title=${t('How long things are kept')}><div class="fields"><${Input} form=${form} name="retention.visitor_days" type="number" min="1" max="3650" label=${t('Visitors, in days')} required /><${Input} form=${form} name="retention.letter_days" type="number" min="1" max="3650" label=${t('Letters, in days')} required /><${Input} form=${form} name="retention.lead_days" type="number" min="1" max="3650" label=${t('Leads, in days')} required /></div>
      <${Input} form=${form} name="feed_settings.reports_to_hide" type="number" min="1" max="20" label=${t('Reports after which a post is hidden')} required /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

export function Section() {
  const business = useRecord('/merchant');
  useEffect(() => { if (business.data) merchant.value = business.data; }, [business.data]);
  return html`<div class="head-line"><h2>${t('Business')}</h2>${business.data?.is_sandbox && html`<${Badge} tone="info">${t('Sandbox')}<//>`}</div><${Read} of=${business} lines=${10}>${(/** @type {any} */ record) => html`<${BusinessForm} business=${record} />`}<//>`;
}
