// Membership plans of the location that is chosen: what people subscribe to.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { place as house } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask, route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Choice, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { MembershipPage } from './membership.js';
import { CYCLES, priceOf, signUpOf } from './membership-words.js';
import { openMade, place } from './settings.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['membership_plan']);

/** @param {{close: () => void}} props */
function NewMembership({ close }) {
  const form = useForm({
    initial: { name: '', price: '', cycle: 'monthly' }, draft: `settings.new-membership.${house.value.id}`,
    send: ({ name, price, cycle }, key) => post('/memberships', { location_id: house.value.id, currency: house.value.currency, name, price: Number(price), cycle }, { key }),
    done: ({ data }) => { invalidate(TYPES); tell(t('The membership plan is made.')); close(); openMade('memberships', data.id); },
  });
  return html`<${Dialog} title=${t('New membership plan')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" />
    <div class="fields"><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency: house.value.currency })} required /><${Input} form=${form} name="cycle" label=${t('Cycle')} options=${CYCLES.map((value) => ({ value, label: word(value) }))} /></div>
    <${FormProblem} form=${form} fields=${['name', 'price', 'cycle']} /><${FormActions} form=${form} label=${t('Make the plan')} close=${close} /></form><//>`;
}

/** @param {{plan: any}} props */
function Line({ plan }) {
  const restore = () => act({ send: () => post(`/memberships/${plan.id}/restore`), types: TYPES, done: t('{name} is offered again.', { name: plan.name }) });
  return html`<li><span class="name"><a href=${place('memberships', { id: plan.id })} dir="auto">${plan.name}</a><small>${signUpOf(plan)}</small></span>
    <span class="detail two"><span>${priceOf(plan.price, plan.currency, plan.cycle)}</span><small>${plan.max_subscribers ? t('{count} of {most} seats', { count: plan.subscriber_count ?? 0, most: plan.max_subscribers }) : plural(plan.subscriber_count ?? 0, '{count} subscription', '{count} subscriptions')}</small></span>
    <span class="side">${plan.is_active ? html`<${Status} status="active" />` : html`<${Button} act=${restore}>${t('Offer again')}<//>`}</span></li>`;
}

export function Section() {
  const { id, tab = 'active' } = route.value.query;
  const location = house.value;
  const isActive = tab === 'active';
  const all = useAll(location && !id ? (isActive ? '/memberships' : '/memberships/deleted') : null, { location_id: location?.id });
  const [isMaking, setMaking] = useState(false);
  if (id) return html`<${MembershipPage} key=${id} id=${id} />`;
  return html`<div class="head-line"><h2>${t('Membership plans of {location}', { location: location?.name ?? '' })}</h2><span class="spring" />
      <${Choice} label=${t('Which')} value=${tab} options=${[{ value: 'active', label: t('Offered') }, { value: 'former', label: t('Not any more') }]} choose=${(/** @type {string} */ next) => ask({ tab: next === 'active' ? null : next })} />
      <${Button} kind="primary" icon="add" act=${() => setMaking(true)}>${t('New plan')}<//></div>
    <${Read} of=${all} empty=${html`<${Empty} title=${isActive ? t('Nothing is offered here yet.') : t('No former plans.')} icon="people" />`}>${(/** @type {any[]} */ records) => html`<ul class="plain items-list">${records.map((plan) => html`<${Line} key=${plan.id} plan=${plan} />`)}</ul>`}<//>
    ${isMaking && html`<${NewMembership} close=${() => setMaking(false)} />`}`;
}
