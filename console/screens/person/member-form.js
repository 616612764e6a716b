// What can be said about a member: the same fields for a new one and for one that is known.
import { html } from '../../vendor/preact.js';
import { isAdmin, locations, me } from '../../app/place.js';
import { LANGUAGES, t, word } from '../../app/words.js';
import { Input } from '../../ui/form.js';
import { TAX_FIELDS, TaxFields, taxValues } from './tax-fields.js';

export const MEMBER_FIELDS = ['name', 'surname', 'email', 'phone', 'role', 'locale', 'location_ids', 'about', 'legal_name', 'tax_id', ...TAX_FIELDS, 'billing_address'];
const ADDRESS = ['line1', 'line2', 'postal_code', 'city', 'state', 'country_code'];
export const addressFields = ADDRESS;

/** What the form holds of a member. @param {any} [member] @param {string[]} [ids] locations of a new one */
export const valuesOf = (member, ids = []) => ({
  name: member?.name ?? '', surname: member?.surname ?? '', email: member?.email ?? '', phone: member?.phone ?? '', role: member?.role ?? 'member',
  locale: member?.locale ?? '', location_ids: member?.location_ids ?? ids, about: member?.about ?? '', legal_name: member?.legal_name ?? '', tax_id: member?.tax_id ?? '',
  ...taxValues(member), ...addressValues(member?.billing_address),
});
/** @param {any} [address] */
export const addressValues = (address) => Object.fromEntries(ADDRESS.map((name) => [`address_${name}`, address?.[name] ?? '']));

/** The address that the fields stand for. @param {Record<string, any>} values */
export const addressOf = (values) => Object.fromEntries(ADDRESS.map((name) => [name, values[`address_${name}`] ?? '']));

/** The request that the fields stand for. @param {Record<string, any>} values */
export function memberOf(values) {
  const plain = Object.fromEntries(MEMBER_FIELDS.filter((name) => name !== 'billing_address' && name !== 'locale').map((name) => [name, values[name]]));
  return { ...plain, ...(values.locale && { locale: values.locale }), billing_address: addressOf(values) };
}

/** Roles that the reader may give. */
const roles = () => (me.value?.role === 'owner' ? ['member', 'manager', 'admin', 'owner'] : isAdmin.value ? ['member', 'manager', 'admin'] : ['member']);

/** Languages of letters, and the one that the member has already. @param {string} present */
function localeOptions(present) {
  const known = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const all = present && !known.some(({ value }) => value === present) ? [{ value: present, label: `${LANGUAGES[/** @type {'en'} */ (present.split('-')[0])] ?? ''} (${present})` }, ...known] : known;
  return [{ value: '', label: t('That of the location') }, ...all];
}

/** @param {{form: any, hint?: string}} props */
export function LocationBoxes({ form, hint }) {
  const { location_ids: chosen } = form.values;
  const flip = (/** @type {string} */ id) => form.set({ location_ids: chosen.includes(id) ? chosen.filter((/** @type {string} */ one) => one !== id) : [...chosen, id] });
  const problem = form.problemOf('location_ids');
  return html`<fieldset class="location-boxes"><legend>${t('Locations')}</legend>
    ${locations.value.map(({ id, name }) => html`<label key=${id} class="check"><input type="checkbox" checked=${chosen.includes(id)} onChange=${() => flip(id)} /> <span>${name}</span></label>`)}
    ${hint && html`<small class="about">${hint}</small>`}${problem && html`<small class="problem">${problem}</small>`}</fieldset>`;
}

/** @param {{form: any}} props */
export const AddressFields = ({ form }) => html`<div class="fields">
  <${Input} form=${{ ...form, problemOf: () => form.problemOf('billing_address.line1') }} name="address_line1" label=${t('Street and number')} autocomplete="off" />
  <${Input} form=${{ ...form, problemOf: () => form.problemOf('billing_address.line2') }} name="address_line2" label=${t('Addition')} autocomplete="off" />
  <${Input} form=${{ ...form, problemOf: () => form.problemOf('billing_address.postal_code') }} name="address_postal_code" label=${t('Postal code')} autocomplete="off" />
  <${Input} form=${{ ...form, problemOf: () => form.problemOf('billing_address.city') }} name="address_city" label=${t('Town')} autocomplete="off" />
  <${Input} form=${{ ...form, problemOf: () => form.problemOf('billing_address.country_code') }} name="address_country_code" label=${t('Country')} hint=${t('Two letters, such as NL')} maxlength="2" autocomplete="off" /></div>`;

/** What is there, or wrong, is seen. @param {any} form */
const isBillingOpen = (form) => Boolean(form.values.legal_name || form.values.tax_id || form.values.address_line1 || form.values.tax_status !== 'standard') || ['legal_name', 'tax_id', ...TAX_FIELDS, 'billing_address'].some(form.problemOf);

/** @param {{form: any, isNew?: boolean}} props */
export const MemberFields = ({ form, isNew = false }) => html`
  <div class="fields"><${Input} form=${form} name="name" label=${t('Given name')} required maxlength="200" autocomplete="off" />
    <${Input} form=${form} name="surname" label=${t('Family name')} maxlength="200" autocomplete="off" /></div>
  <div class="fields"><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required autocomplete="off" disabled=${!isNew && !isAdmin.value} hint=${!isNew && !isAdmin.value ? t('Admins change by what somebody signs in.') : undefined} />
    <${Input} form=${form} name="phone" type="tel" label=${t('Telephone')} autocomplete="off" /></div>
  <div class="fields">${isAdmin.value && html`<${Input} form=${form} name="role" label=${t('Role')} options=${roles().concat(roles().includes(form.values.role) ? [] : [form.values.role]).map((value) => ({ value, label: word(value) }))} />`}
    <${Input} form=${form} name="locale" label=${t('Language of letters')} options=${localeOptions(form.values.locale)} /></div>
  <${LocationBoxes} form=${form} />
  ${!isNew && html`<${Input} form=${form} name="about" type="textarea" label=${t('About')} />
  <details class="billing" open=${isBillingOpen(form)}><summary>${t('For invoices')}</summary>
    <div class="fields"><${Input} form=${form} name="legal_name" label=${t('Legal name')} /><${Input} form=${form} name="tax_id" label=${t('Tax number')} /></div>
    <${TaxFields} form=${form} />
    <${AddressFields} form=${form} /></details>`}`;
