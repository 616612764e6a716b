// One location: what it is, when it is open, and how money, visitors and tickets work there.
import { html } from '../../vendor/preact.js';
import { readPlace } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { LANGUAGES, t } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Part, RecordHead, SaveBar, useEditing } from './editing.js';
import { Holidays } from './holidays.js';
import { HoursEditor } from './hours-editor.js';
import { LATE_FEES, LateFees } from './late-fees.js';
import { LocationState } from './location-state.js';
import { place } from './settings.js';
import { TaxRateField } from './tax-rate-field.js';
import { TimeZone } from './time-zone.js';
import { CURRENCIES } from './world.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['location']);
/** @type {import('./spec.js').Spec} */
const SPEC = {
  name: 'text', description: 'text', email: 'text', phone: 'text', language: 'nothing', network_group: 'text',
  'address.line1': 'text', 'address.line2': 'text', 'address.city': 'text', 'address.state': 'text', 'address.postal_code': 'text', 'address.country_code': 'capitals',
  opening_hours: 'raw', public_hours: 'raw', holidays: 'raw', currency: 'text', tax_rate: 'number', tax_rate_id: 'nothing', tax_inclusive: 'raw', ...LATE_FEES,
  'visitor_settings.agreement': 'text', 'visitor_settings.host_approval': 'raw', 'ticket_settings.close_after_days': 'number',
  'ticket_settings.resolution_minutes.low': 'number', 'ticket_settings.resolution_minutes.normal': 'number', 'ticket_settings.resolution_minutes.high': 'number', 'ticket_settings.resolution_minutes.urgent': 'number',
};

const languages = () => [{ value: '', label: t('That of the business') }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))];

/** @param {{form: any}} props */
const Address = ({ form }) => html`<div class="fields"><${Input} form=${form} name="address.line1" label=${t('Street and number')} /><${Input} form=${form} name="address.line2" label=${t('Addition')} />
  <${Input} form=${form} name="address.postal_code" label=${t('Postal code')} /><${Input} form=${form} name="address.city" label=${t('Town')} />
  <${Input} form=${form} name="address.state" label=${t('State or province')} /><${Input} form=${form} name="address.country_code" label=${t('Country')} hint=${t('Two letters, such as NL')} maxlength="2" /></div>`;

/** @param {{form: any}} props */
const Tickets = ({ form }) => html`<div class="fields">${[['urgent', t('Urgent')], ['high', t('High')], ['normal', t('Normal')], ['low', t('Low')]].map(([priority, label]) => html`
    <${Input} key=${priority} form=${form} type="number" min="1" name=${`ticket_settings.resolution_minutes.${priority}`} label=${label} />`)}</div>
  <${Input} form=${form} type="number" min="1" max="90" name="ticket_settings.close_after_days" label=${t('Days until a solved ticket closes')} />`;

/** @param {{location: any}} props */
function LocationForm({ location }) {
  const editing = useEditing({ path: `/locations/${location.id}`, record: location, spec: SPEC, types: TYPES, name: 'location', done: t('The location is changed.'), after: readPlace });
  const { form } = editing;
  return html`<form onSubmit=${form.submit}>
    <${Part} title=${t('Opening hours')} note=${t('When members may be there, on the clock of the location.')}><${HoursEditor} form=${form} name="opening_hours" label=${t('Opening hours')} none=${t('Around the clock')} /><//>
    <${Part} title=${t('Hours for the public')} note=${t('When people without a membership may book.')}><${HoursEditor} form=${form} name="public_hours" label=${t('Hours for the public')} none=${t('Like the opening hours')} begin=${form.values.opening_hours.length ? form.values.opening_hours : undefined} /><//>
    <${Part} title=${t('Holidays')} note=${t('The location is closed on these days.')}><${Holidays} form=${form} /><//>
    <${Part} title=${t('About')}><div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><${Input} form=${form} name="language" label=${t('Language of letters')} options=${languages()} /></div>
      <${Input} form=${form} name="description" type="textarea" label=${t('Description')} /><div class="fields"><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} /><${Input} form=${form} name="phone" type="tel" label=${t('Telephone')} /></div>
      <${Input} form=${form} name="network_group" label=${t('Network')} hint=${t('Members of locations with the same word here are members of one network.')} /><//>
    <${Part} title=${t('Address')}><${Address} form=${form} /><//>
    <${Part} title=${t('Money')} note=${t('Currency and the kind of prices stay as they are while anything here has a price.')}><div class="fields"><${Input} form=${form} name="currency" label=${t('Currency')} options=${CURRENCIES(form.values.currency)} /><${Input} form=${form} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} required /><${TaxRateField} form=${form} none=${t('None: the percent applies')} /></div>
      <${Input} form=${form} name="tax_inclusive" type="checkbox" label=${t('Prices contain the tax')} />${form.problemOf('tax_inclusive') && html`<p class="problem">${form.problemOf('tax_inclusive')}</p>`}<//>
    <${LateFees} form=${form} />
    <${Part} title=${t('Visitors')}><${Input} form=${form} name="visitor_settings.host_approval" type="checkbox" label=${t('The host is asked when a visitor has come')} /><${Input} form=${form} name="visitor_settings.agreement" type="textarea" label=${t('What visitors accept')} hint=${t('They are shown it before they check in; empty for nothing.')} /><//>
    <${Part} title=${t('Tickets')} note=${t('Minutes after which a ticket is late, by its priority.')}><${Tickets} form=${form} /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** @param {{id: string}} props */
export function LocationPage({ id }) {
  const location = useRecord(`/locations/${id}`);
  return html`<${Read} of=${location} lines=${10}>${(/** @type {any} */ record) => html`
    <${RecordHead} back=${place('locations')} section=${t('Locations')} title=${record.name} state=${html`<${Status} status=${record.is_active ? 'active' : 'archived'} label=${record.is_active ? t('Active') : t('Inactive')} />`} />
    <div class="stack"><${LocationForm} location=${record} /><${TimeZone} location=${record} /><${LocationState} location=${record} /></div>`}<//>`;
}
