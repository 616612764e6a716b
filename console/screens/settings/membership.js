// One membership plan: price, what it contains, for whom, and how it ends.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { locations, zone } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Link, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { noticeEnds } from '../../ui/notice.js';
import { Read } from '../../ui/states.js';
import { Part, RecordHead, SaveBar, useEditing } from './editing.js';
import { CYCLES } from './membership-words.js';
import { openMade, place } from './settings.js';
import { TaxRateField } from './tax-rate-field.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['membership_plan']);
/** @type {import('./spec.js').Spec} */
const SPEC = {
  name: 'text', description: 'text', price: 'number', cycle: 'text', setup_fee: 'number', deposit_amount: 'number', custom_tax_rate: 'raw', tax_rate: 'number', tax_rate_id: 'nothing',
  expiring_credits: 'number', expiring_day_passes: 'number', rollover_cycles: 'number', guest_passes_per_cycle: 'optional', discount_rooms: 'number', discount_desks: 'number', discount_equipment: 'number', discount_events: 'number', discount_shop: 'number', discount_credit_packages: 'number',
  signup_enabled: 'raw', signup_type: 'text', max_subscribers: 'optional', minimum_commitment: 'raw', commitment_cycles: 'number', notice_months: 'number', notice_days: 'number', notice_ends_with: 'text', trial_days: 'number', early_termination_fee_percent: 'number', grace_days: 'number', pause_days_max: 'optional', pause_notice_days: 'number',
  exclusive_resource_ids: 'raw', exclusive_benefit_ids: 'raw',
};

/** Numbers side by side. @param {{form: any, of: [string, string, any?][]}} props */
const Numbers = ({ form, of }) => html`<div class="fields">${of.map(([name, label, hint]) => html`<${Input} key=${name} form=${form} name=${name} type="number" min="0" step="any" label=${label} hint=${hint} required=${SPEC[name] === 'number'} />`)}</div>`;

/** Records that only subscribers get. @param {{form: any, name: string, label: string, records: {id: string, name: string}[], none: string}} props */
function Reserved({ form, name, label, records, none }) {
  const chosen = form.values[name];
  const flip = (/** @type {string} */ id) => form.set({ [name]: chosen.includes(id) ? chosen.filter((/** @type {string} */ one) => one !== id) : [...chosen, id] });
  return html`<fieldset class="boxes columns"><legend>${label}</legend><div>${records.map((one) => html`<label key=${one.id} class="check"><input type="checkbox" checked=${chosen.includes(one.id)} onChange=${() => flip(one.id)} /><span dir="auto">${one.name}</span></label>`)}</div>
    ${!records.length && html`<p class="quiet">${none}</p>`}${form.problemOf(name) && html`<small class="problem">${form.problemOf(name)}</small>`}</fieldset>`;
}

/** @param {{plan: any}} props */
function MembershipForm({ plan }) {
  const editing = useEditing({ path: `/memberships/${plan.id}`, record: plan, spec: SPEC, types: TYPES, name: 'membership', done: t('The membership plan is changed.') });
  const { form } = editing;
  const resources = useAll('/resources', { location_id: plan.location_id });
  const benefits = useAll('/benefits', { location_id: plan.location_id });
  return html`<form onSubmit=${form.submit}>
    <${Part} title=${t('About')} note=${plan.inherits.length ? t('These follow the catalogue, until they get another value here: {fields}.', { fields: plan.inherits.map(word).join(', ') }) : ''}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><${Input} form=${form} name="description" type="textarea" label=${t('Description')} /><//>
    <${Part} title=${t('Price')} note=${t('Subscriptions that exist keep their price.')}><${Numbers} form=${form} of=${[['price', t('Price in {currency}', { currency: plan.currency })], ['setup_fee', t('Once, at the beginning')], ['deposit_amount', t('Deposit')]]} />
      <div class="fields"><${Input} form=${form} name="cycle" label=${t('Cycle')} hint=${t('It stays while there are subscriptions.')} options=${CYCLES.map((value) => ({ value, label: word(value) }))} /><${Input} form=${form} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} required /><${TaxRateField} form=${form} none=${t('None: that of the location')} /></div>
      <${Input} form=${form} name="custom_tax_rate" type="checkbox" label=${t('This tax instead of that of the location')} />
      ${plan.price_changes.length > 0 && html`<p class="quiet">${t('Planned:')}</p><ul>${plan.price_changes.map((/** @type {any} */ change) => html`<li key=${change.effective_from}>${t('{price} from {instant}', { price: money(change.price, plan.currency), instant: showInstant(change.effective_from, zone.value) })}</li>`)}</ul>`}<//>
    <${Part} title=${t('What it contains')} note=${t('In each cycle.')}><${Numbers} form=${form} of=${[['expiring_credits', t('Credits')], ['expiring_day_passes', t('Day passes')], ['rollover_cycles', t('Cycles that they last on')], ['guest_passes_per_cycle', t('Passes for guests'), t('Empty for no limit')]]} /><//>
    <${Part} title=${t('Discounts')} note=${t('In percent.')}><${Numbers} form=${form} of=${[['discount_rooms', t('Rooms')], ['discount_desks', t('Desks')], ['discount_equipment', t('Equipment')], ['discount_events', t('Events')], ['discount_shop', t('Shop')], ['discount_credit_packages', t('Credit packages')]]} /><//>
    <${Part} title=${t('Signing up')}><${Input} form=${form} name="signup_enabled" type="checkbox" label=${t('People sign up by themselves')} /><div class="fields"><${Input} form=${form} name="signup_type" label=${t('How')} options=${[{ value: 'request', label: t('With approval') }, { value: 'immediate', label: t('At once') }]} />
      <${Input} form=${form} name="max_subscribers" type="number" min="1" label=${t('Seats')} hint=${t('Empty for no limit')} /></div><//>
    <${Part} title=${t('How long')}><${Input} form=${form} name="minimum_commitment" type="checkbox" label=${t('There is a least term')} /><${Numbers} form=${form} of=${[['commitment_cycles', t('Least term in cycles')], ['notice_months', t('Months of notice')], ['notice_days', t('Days of notice')], ['trial_days', t('Days to try')], ['early_termination_fee_percent', t('Fee for leaving early, in percent')], ['grace_days', t('Days of grace when not paid')], ['pause_days_max', t('Days of pause at most'), t('Empty for no limit')], ['pause_notice_days', t('Notice of a pause, in days')]]} />
      <${Input} form=${form} name="notice_ends_with" label=${t('Notice ends it with')} options=${noticeEnds()} /><//>
    <${Part} title=${t('Only for subscribers')} note=${t('What is chosen here is for subscribers of plans that name it, and for nobody else.')}><${Reserved} form=${form} name="exclusive_resource_ids" label=${t('Resources')} records=${resources.data ?? []} none=${t('No rooms or desks yet.')} />
      <${Reserved} form=${form} name="exclusive_benefit_ids" label=${t('Benefits')} records=${(benefits.data ?? []).map((/** @type {any} */ { id, title }) => ({ id, name: title }))} none=${t('No benefits yet.')} /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** @param {{plan: any, close: () => void}} props */
function Duplicate({ plan, close }) {
  const form = useForm({
    initial: { name: '', location_id: plan.location_id }, name: `duplicate.${plan.id}`,
    send: ({ name, location_id: location }, key) => post(`/memberships/${plan.id}/duplicate`, { location_id: location, ...(name && { name }) }, { key }),
    done: ({ data }) => { invalidate(TYPES); tell(t('The copy is made.')); close(); openMade('memberships', data.id); },
  });
  const fitting = locations.value.filter(({ currency }) => currency === plan.currency);
  return html`<${Dialog} title=${t('Duplicate {name}', { name: plan.name })} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} hint=${t('Empty for the same with “(copy)”')} maxlength="200" />
    <${Input} form=${form} name="location_id" label=${t('Location')} hint=${t('Locations of the same currency')} options=${fitting.map(({ id, name }) => ({ value: id, label: name }))} />
    <${FormProblem} form=${form} fields=${['name', 'location_id']} /><${FormActions} form=${form} label=${t('Duplicate')} close=${close} /></form><//>`;
}

/** @param {{id: string}} props */
export function MembershipPage({ id }) {
  const plan = useRecord(`/memberships/${id}`);
  const [open, setOpen] = useState('');
  const restore = () => post(`/memberships/${id}/restore`);
  const end = () => act({ send: () => remove(`/memberships/${id}`), types: TYPES, done: t('The plan is not offered any more.'), undo: restore });
  return html`<${Read} of=${plan} lines=${10}>${(/** @type {any} */ record) => html`
    <${RecordHead} back=${place('memberships')} section=${t('Membership plans')} title=${record.name} state=${html`<${Status} status=${record.is_active ? 'active' : 'archived'} label=${record.is_active ? t('Offered') : t('Not offered')} />`}>
      <span class="quiet">${plural(record.subscriber_count ?? 0, '{count} subscription', '{count} subscriptions')}</span>${record.plan_id && html`<${Link} to=${place('plans', { id: record.plan_id })}>${t('In the catalogue')}<//>`}
      <${Button} act=${() => setOpen('copy')}>${t('Duplicate …')}<//>${record.is_active ? html`<${Button} kind="danger" act=${() => setOpen('end')}>${t('Offer no more')}<//>` : html`<${Button} act=${() => act({ send: restore, types: TYPES, done: t('{name} is offered again.', { name: record.name }) })}>${t('Offer again')}<//>`}<//>
    <${MembershipForm} plan=${record} />${open === 'copy' && html`<${Duplicate} plan=${record} close=${() => setOpen('')} />`}
    ${open === 'end' && html`<${Confirm} title=${t('Offer {name} no more?', { name: record.name })} label=${t('Offer no more')} close=${() => setOpen('')} agree=${end}><p>${t('Subscriptions go on; nobody else begins one. What is only for its subscribers is free for others.')}</p><//>`}`}<//>`;
}
