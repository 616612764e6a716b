// One resource: what it is, who may book it and how, when, and for how much.
import { html, useState } from '../../vendor/preact.js';
import { act, reasonOf, tell } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { put, remove } from '../../app/request.js';
import { go } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Part, RecordHead, SaveBar, useEditing } from './editing.js';
import { HoursEditor } from './hours-editor.js';
import { FutureBookings } from './location-state.js';
import { POLICY, PolicyFields, WHOLE_POLICY, policyTitles } from './policy-fields.js';
import { Rates } from './rates.js';
import { AUDIENCES, TYPES, audienceOf } from './resource-words.js';
import { place } from './settings.js';
import { TaxRateField } from './tax-rate-field.js';

const CHANGED = /** @type {import('../../app/api').ObjectType[]} */ (['resource', 'booking']);
/** @type {import('./spec.js').Spec} */
const SPEC = {
  name: 'text', type: 'text', description: 'text', capacity: 'optional', units: 'number', floor_id: 'nothing', parent_resource_id: 'nothing', amenities: 'lines',
  visibility: 'text', booking_permission: 'text', requires_approval: 'raw', day_passes_enabled: 'raw', ...WHOLE_POLICY,
  'schedule.default': 'raw', 'schedule.public': 'raw', 'schedule.closed_dates': 'words', rates: 'steps', credit_rates: 'steps', price_cap_per_day: 'optional', tax_rate: 'optional', tax_rate_id: 'nothing',
};

/** @param {string[]} values @param {(value: string) => string} name */
const options = (values, name) => values.map((value) => ({ value, label: name(value) }));

/** @param {{form: any, resource: any}} props */
function About({ form, resource }) {
  const floors = useAll('/floors', { location_id: resource.location_id });
  const others = useAll('/resources', { location_id: resource.location_id });
  const wholes = (others.data ?? []).filter((/** @type {any} */ one) => one.id !== resource.id && !one.parent_resource_id);
  const named = (/** @type {any[]} */ all, /** @type {string} */ none) => [{ value: '', label: none }, ...all.map(({ id, name }) => ({ value: id, label: name }))];
  return html`<${Part} title=${t('About')}><div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><${Input} form=${form} name="type" label=${t('Type')} options=${options(TYPES, word)} /></div>
    <div class="fields"><${Input} form=${form} name="capacity" type="number" min="1" label=${t('People')} hint=${t('How many it is made for')} /><${Input} form=${form} name="units" type="number" min="1" label=${t('Units')} hint=${t('How many can be booked at once, such as desks')} required /></div>
    <div class="fields"><${Input} form=${form} name="floor_id" label=${t('Floor')} options=${named(floors.data ?? [], t('None'))} />${!resource.child_resource_ids.length && html`<${Input} form=${form} name="parent_resource_id" label=${t('Part of')} hint=${t('It is taken while the whole is booked.')} options=${named(wholes, t('Nothing'))} />`}</div>
    <${Input} form=${form} name="description" type="textarea" label=${t('Description')} /><${Input} form=${form} name="amenities" type="textarea" rows="3" label=${t('What it has')} hint=${t('One on each line, such as a screen')} /><//>`;
}

/** @param {{resource: any}} props */
function ResourceForm({ resource }) {
  const editing = useEditing({ path: `/resources/${resource.id}`, record: resource, spec: SPEC, types: ['resource'], name: 'resource', done: t('The resource is changed.') });
  const { form } = editing;
  const titles = policyTitles();
  return html`<form onSubmit=${form.submit}><${About} form=${form} resource=${resource} />
    <${Part} title=${t('Who')} note=${resource.exclusive_membership_plan_ids.length ? plural(resource.exclusive_membership_plan_ids.length, '{count} membership plan names it: it is for its subscribers.', '{count} membership plans name it: it is for their subscribers.') : ''}>
      <div class="fields"><${Input} form=${form} name="visibility" label=${t('Who sees it')} options=${options(AUDIENCES, audienceOf)} /><${Input} form=${form} name="booking_permission" label=${t('Who books it')} options=${options(AUDIENCES, audienceOf)} /></div>
      <${Input} form=${form} type="checkbox" name="requires_approval" label=${t('Bookings wait for approval')} /><${Input} form=${form} type="checkbox" name="day_passes_enabled" label=${t('Day passes pay for it')} /><//>
    <${Part} title=${t('Prices')} note=${t('The longest length that fits counts; at certain times the rate for them.')}><${Rates} form=${form} name="rates" unit=${resource.currency ?? t('Amount')} />
      <div class="fields"><${Input} form=${form} type="number" min="0" step="any" name="price_cap_per_day" label=${t('At most a day')} hint=${t('Empty for no cap')} /><${Input} form=${form} type="number" min="0" max="100" step="any" name="tax_rate" label=${t('Tax in percent')} hint=${t('Empty for that of the location')} /><${TaxRateField} form=${form} none=${t('None: the percent, or that of the location')} /></div><//>
    <${Part} title=${t('Prices in credits')}><${Rates} form=${form} name="credit_rates" unit=${t('Credits')} /><//>
    ${Object.keys(POLICY).map((group) => html`<${Part} key=${group} title=${titles[group]}><${PolicyFields} form=${form} group=${group} /><//>`)}
    <${Part} title=${t('Schedule')} note=${t('Within the opening hours of the location.')}><${HoursEditor} form=${form} name="schedule.default" label=${t('Schedule')} none=${t('As the location')} />
      <h3 class="group-title">${t('For the public')}</h3><${HoursEditor} form=${form} name="schedule.public" label=${t('For the public')} none=${t('The same')} />
      <${Input} form=${form} name="schedule.closed_dates" label=${t('Closed on')} hint=${t('Days such as 2026-12-24, by commas')} pattern="\\s*(\\d{4}-\\d{2}-\\d{2}\\s*(,\\s*|$))*" /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** @param {{resource: any}} props */
function State({ resource }) {
  const [asked, setAsked] = useState(/** @type {any} */ (null));
  const [isLeaving, setLeaving] = useState(false);
  const set = (/** @type {boolean} */ isActive, /** @type {string} */ what = '') => act({
    send: () => put(`/resources/${resource.id}`, { is_active: isActive, ...(what && { on_future_bookings: what }) }), types: CHANGED, done: isActive ? t('The resource is active.') : t('The resource is inactive.'),
    refused: (refusal) => (refusal.code === 'in_use' && !what ? setAsked(refusal) : tell(reasonOf(refusal), { isProblem: true })),
  });
  const archive = async () => { if (await act({ send: () => remove(`/resources/${resource.id}`), types: CHANGED, done: t('The resource is archived.') })) go('settings', '', { section: 'resources' }); };
  return html`<${Part} title=${t('State')}><div class="across"><${Button} act=${() => set(!resource.is_active)}>${resource.is_active ? t('Make it inactive') : t('Make it active')}<//><${Button} kind="danger" act=${() => setLeaving(true)}>${t('Archive')}<//></div>
    ${asked && html`<${FutureBookings} refusal=${asked} zone=${zone.value} decide=${(/** @type {string} */ what) => set(false, what)} close=${() => setAsked(null)} />`}
    ${isLeaving && html`<${Confirm} title=${t('Archive {name}?', { name: resource.name })} label=${t('Archive')} close=${() => setLeaving(false)} agree=${archive}><p>${t('This is for good. It is refused while it is booked or assigned.')}</p><//>`}<//>`;
}

/** @param {{id: string}} props */
export function ResourcePage({ id }) {
  const resource = useRecord(`/resources/${id}`);
  return html`<${Read} of=${resource} lines=${10}>${(/** @type {any} */ record) => html`<${RecordHead} back=${place('resources')} section=${t('Resources')} title=${record.name} state=${html`<${Status} status=${record.is_active ? 'active' : 'archived'} label=${record.is_active ? t('Active') : t('Inactive')} />`} />
    <div class="stack"><${ResourceForm} resource=${record} /><${State} resource=${record} /></div>`}<//>`;
}
