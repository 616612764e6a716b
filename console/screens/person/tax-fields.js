// How a customer is taxed: as what is sold is, or not, because they owe the tax themselves or are exempt.
import { html } from '../../vendor/preact.js';
import { t, word } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';

export const TAX_FIELDS = ['tax_status', 'tax_exemption_reason'];

/** What the fields show. @param {any} [record] */
export const taxValues = (record) => ({ tax_status: record?.tax_status ?? 'standard', tax_exemption_reason: record?.tax_exemption_reason ?? '' });

const choices = () => [{ value: 'standard', label: t('As what is sold is taxed') }, { value: 'reverse_charge', label: t('Reverse charge: they owe it themselves') }, { value: 'exempt', label: t('Exempt') }];

/** What each status asks for, and does. @param {string} status */
const hintOf = (status) => /** @type {Record<string, string>} */ ({
  reverse_charge: t('It needs a tax number that has the form of its country, and a postal address in another country than the business. Whether the law gives it, you have to know: of the use of a room the tax is where the room is.'),
  exempt: t('Documents say the reason.'),
})[status];

/** @param {{form: any}} props */
export const TaxFields = ({ form }) => html`<${Input} form=${form} name="tax_status" label=${t('Tax')} options=${choices()} hint=${hintOf(form.values.tax_status)} />
  ${(form.values.tax_status === 'exempt' || form.problemOf('tax_exemption_reason')) && html`<${Input} form=${form} name="tax_exemption_reason" label=${t('Why they are exempt, as documents say it')} hint=${t('Such as Article 151 of Directive 2006/112/EC')} required=${form.values.tax_status === 'exempt'} maxlength="200" dir="auto" autocomplete="off" />`}`;

/** The tax of a customer who pays none, among the facts. @param {any} record @returns {[string, any]} */
export const taxFact = (record) => [t('Tax'), record.tax_status !== 'standard' && html`<${Status} status="pending" label=${record.tax_status === 'exempt' ? t('Exempt') : t('Reverse charge')} />${record.tax_status === 'exempt' && html` <span dir="auto">${record.tax_exemption_reason}</span>`}`];

/** A tax number with what is known of it: of members it is judged when they owe the tax themselves. @param {any} record */
export const taxNumber = (record) => record.tax_id && html`<span dir="auto">${record.tax_id}</span>${record.tax_id_status && html` <${Status} status=${record.tax_id_status === 'form_checked' ? 'approved' : 'pending'} label=${word(record.tax_id_status)} />`}`;
