// Changing what is known of a member or a company. A change of somebody else in between is told, never overwritten.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input } from '../../ui/form.js';
import { AddressFields, MEMBER_FIELDS, MemberFields, addressOf, addressValues, memberOf, valuesOf } from './member-form.js';
import { TAX_FIELDS, TaxFields, taxValues } from './tax-fields.js';

/** @param {{record: any, close: () => void}} props */
export function EditMember({ record, close }) {
  const editing = useEditing({ path: `/members/${record.id}`, record, values: (member) => valuesOf(member), request: memberOf, done: t('The member is changed.'), types: ['member'], close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('Edit the member')} close=${close}><form onSubmit=${form.submit}>
    <${Conflict} editing=${editing} /><${MemberFields} form=${form} />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${MEMBER_FIELDS} />`}
    <${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}

const PAID_BY_INVOICE = () => [['rooms', t('Rooms')], ['desks', t('Desks')], ['equipment', t('Equipment')], ['events', t('Events')], ['shop', t('Shop')], ['credit_packages', t('Credit packages')]];

const companyValues = (/** @type {any} */ company) => ({
  name: company.name, legal_name: company.legal_name, tax_id: company.tax_id, billing_email: company.billing_email ?? '', notes: company.notes,
  terms: company.default_payment_terms_days === null ? '' : String(company.default_payment_terms_days), ...taxValues(company), ...addressValues(company.billing_address),
  ...Object.fromEntries(Object.entries(company.pay_with_invoice).map(([name, value]) => [`invoice_${name}`, value])),
});
const companyOf = (/** @type {any} */ values) => ({
  name: values.name, legal_name: values.legal_name, tax_id: values.tax_id, billing_email: values.billing_email || null, notes: values.notes,
  default_payment_terms_days: values.terms === '' ? null : Number(values.terms), billing_address: addressOf(values),
  tax_status: values.tax_status, tax_exemption_reason: values.tax_exemption_reason,
  pay_with_invoice: Object.fromEntries(PAID_BY_INVOICE().map(([name]) => [name, Boolean(values[`invoice_${name}`])])),
});

/** @param {{record: any, close: () => void}} props */
export function EditCompany({ record, close }) {
  const editing = useEditing({ path: `/companies/${record.id}`, record, values: companyValues, request: companyOf, done: t('The company is changed.'), types: ['company'], close });
  const { form, isConflict } = editing;
  const terms = { ...form, problemOf: () => form.problemOf('default_payment_terms_days') };
  return html`<${Dialog} title=${t('Edit the company')} close=${close}><form onSubmit=${form.submit}><${Conflict} editing=${editing} />
    <${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" />
    <div class="fields"><${Input} form=${form} name="legal_name" label=${t('Legal name')} /><${Input} form=${form} name="tax_id" label=${t('Tax number')} /></div>
    <div class="fields"><${Input} form=${form} name="billing_email" type="email" label=${t('Address for invoices')} /><${Input} form=${terms} name="terms" type="number" min="0" label=${t('Days until invoices are due')} hint=${t('Those of the business when left out')} /></div>
    <${TaxFields} form=${form} /><${AddressFields} form=${form} />
    <fieldset class="location-boxes"><legend>${t('What its members may have put on its invoice')}</legend>${PAID_BY_INVOICE().map(([name, label]) => html`<${Input} key=${name} form=${form} type="checkbox" name=${`invoice_${name}`} label=${label} />`)}</fieldset>
    <${Input} form=${form} name="notes" type="textarea" label=${t('Notes for the team')} />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${['name', 'legal_name', 'tax_id', 'billing_email', 'default_payment_terms_days', 'billing_address', 'notes', ...TAX_FIELDS]} />`}
    <${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}
