// One plan of the catalogue: where it is offered on which terms, and prices to come.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { put, remove } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Part, RecordHead, SaveBar, useEditing } from './editing.js';
import { PriceChange, Publish } from './plan-forms.js';
import { place } from './settings.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['plan', 'membership_plan']);
/** @type {import('./spec.js').Spec} */
const SPEC = { name: 'text', tagline: 'text', description: 'text', price: 'number', credits: 'number', day_passes: 'number', features: 'lines', display_order: 'number' };

/** @param {{plan: any}} props */
function PlanForm({ plan }) {
  const editing = useEditing({ path: `/plans/${plan.id}`, record: plan, spec: SPEC, types: TYPES, name: 'plan', done: t('The plan is changed.') });
  const { form } = editing;
  return html`<form onSubmit=${form.submit}><${Part} title=${t('About')} note=${t('Membership plans of locations follow in what they do not have as their own.')}>
      <div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><${Input} form=${form} name="tagline" label=${t('In a few words')} maxlength="200" /></div><${Input} form=${form} name="description" type="textarea" label=${t('Description')} /><${Input} form=${form} name="features" type="textarea" label=${t('What it offers')} hint=${t('One on each line')} />
      <div class="fields"><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency: plan.currency })} hint=${t('It applies from now on.')} required /><${Input} form=${form} name="credits" type="number" min="0" label=${t('Credits')} required /><${Input} form=${form} name="day_passes" type="number" min="0" label=${t('Day passes')} required /><${Input} form=${form} name="display_order" type="number" min="0" label=${t('Place in lists')} required /></div><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** Where a plan is offered. @param {{plan: any}} props */
function Adoption({ plan }) {
  const adoption = useRecord(`/plans/${plan.id}/adoption`);
  const houses = useAll('/locations');
  const nameOf = (/** @type {string} */ id) => houses.data?.find((/** @type {any} */ one) => one.id === id)?.name ?? '…';
  return html`<${Read} of=${adoption} lines=${2}>${(/** @type {any} */ { offers }) => (offers.length ? html`<ul class="plain items-list">${offers.map((/** @type {any} */ offer) => html`<li key=${offer.membership_plan_id}>
    <span class="name"><a href=${place('memberships', { id: offer.membership_plan_id })} dir="auto">${nameOf(offer.location_id)}</a><small>${plural(offer.subscriber_count, '{count} subscription', '{count} subscriptions')}</small></span>
    <span class="detail two"><span>${money(offer.price, offer.currency)}</span><small>${offer.inherits.includes('price') ? t('follows the price of the catalogue') : t('has its own price')}</small></span><span class="side"><${Status} status=${offer.is_active ? 'active' : 'archived'} label=${offer.is_active ? t('Offered') : t('Not offered')} /></span></li>`)}</ul>` : html`<p class="quiet">${t('It is not published anywhere yet.')}</p>`)}<//>`;
}

/** @param {{id: string}} props */
export function PlanPage({ id }) {
  const plan = useRecord(`/plans/${id}`);
  const [open, setOpen] = useState('');
  const activate = (/** @type {boolean} */ isActive) => act({
    send: () => (isActive ? put(`/plans/${id}`, { is_active: true }) : remove(`/plans/${id}`)), types: TYPES, done: isActive ? t('The plan is active.') : t('The plan is inactive.'), undo: () => (isActive ? remove(`/plans/${id}`) : put(`/plans/${id}`, { is_active: true })),
  });
  return html`<${Read} of=${plan} lines=${8}>${(/** @type {any} */ record) => html`
    <${RecordHead} back=${place('plans')} section=${t('Catalogue')} title=${record.name} state=${html`<${Status} status=${record.is_active ? 'active' : 'archived'} label=${record.is_active ? t('Active') : t('Inactive')} />`}>
      <${Button} act=${() => activate(!record.is_active)}>${record.is_active ? t('Make it inactive') : t('Make it active')}<//>${record.is_active && html`<${Button} kind="primary" act=${() => setOpen('publish')}>${t('Publish …')}<//>`}<//>
    <div class="stack"><${PlanForm} plan=${record} />
      <${Part} title=${t('Where it is offered')} note=${word(record.billing_cycle)}><${Adoption} plan=${record} /><//>
      <${Part} title=${t('Prices to come')}>${record.price_changes.length ? html`<ul>${record.price_changes.map((/** @type {any} */ change) => html`<li key=${change.effective_from}>${t('{price} from {instant}', { price: money(change.price, record.currency), instant: showInstant(change.effective_from, zone.value) })} · ${change.apply_to === 'renewals' ? t('also for subscriptions that renew') : t('only for new subscriptions')}</li>`)}</ul>` : html`<p class="quiet">${t('None are planned.')}</p>`}
        <${Button} act=${() => setOpen('price')}>${t('Plan a price …')}<//><//></div>
    ${open === 'publish' && html`<${Publish} plan=${record} close=${() => setOpen('')} />`}${open === 'price' && html`<${PriceChange} plan=${record} close=${() => setOpen('')} />`}`}<//>`;
}
