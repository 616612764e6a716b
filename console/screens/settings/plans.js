// The catalogue: plans without a location, which are published to locations.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { merchant } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { priceOf } from './membership-words.js';
import { PlanPage } from './plan.js';
import { openMade, place } from './settings.js';
import { CURRENCIES } from './world.js';

/** @param {{close: () => void}} props */
function NewPlan({ close }) {
  const form = useForm({
    initial: { name: '', price: '', currency: merchant.value?.default_currency ?? 'EUR', billing_cycle: 'monthly' }, draft: 'settings.new-plan',
    send: ({ price, ...others }, key) => post('/plans', { ...others, price: Number(price) }, { key }),
    done: ({ data }) => { invalidate(['plan']); tell(t('The plan is made. Publish it to offer it at locations.')); close(); openMade('plans', data.id); },
  });
  return html`<${Dialog} title=${t('New plan')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" />
    <div class="fields"><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price')} required /><${Input} form=${form} name="currency" label=${t('Currency')} options=${CURRENCIES(form.values.currency)} /><${Input} form=${form} name="billing_cycle" label=${t('Cycle')} options=${['monthly', 'yearly'].map((value) => ({ value, label: word(value) }))} /></div>
    <${FormProblem} form=${form} fields=${['name', 'price', 'currency', 'billing_cycle']} /><${FormActions} form=${form} label=${t('Make the plan')} close=${close} /></form><//>`;
}

export function Section() {
  const { id } = route.value.query;
  const all = useAll(id ? null : '/plans');
  const [isMaking, setMaking] = useState(false);
  if (id) return html`<${PlanPage} key=${id} id=${id} />`;
  return html`<div class="head-line"><h2>${t('Catalogue')}</h2><span class="spring" /><${Button} kind="primary" icon="add" act=${() => setMaking(true)}>${t('New plan')}<//></div>
    <p class="quiet">${t('A plan that is published to several locations is changed here once, and follows everywhere.')}</p>
    <${Read} of=${all} empty=${html`<${Empty} title=${t('The catalogue is empty.')} icon="contracts"><p>${t('With one location you do not need it: make membership plans there.')}</p><//>`}>${(/** @type {any[]} */ records) => html`<ul class="plain items-list">
      ${[...records].sort((one, other) => Number(other.is_active) - Number(one.is_active) || one.display_order - other.display_order || one.name.localeCompare(other.name)).map((plan) => html`<li key=${plan.id}><span class="name"><a href=${place('plans', { id: plan.id })} dir="auto">${plan.name}</a><small dir="auto">${plan.tagline}</small></span>
        <span class="detail two"><span>${priceOf(plan.price, plan.currency, plan.billing_cycle)}</span><small>${plan.published_location_ids.length ? plural(plan.published_location_ids.length, 'at {count} location', 'at {count} locations') : t('not published')} · ${plural(plan.subscriber_count ?? 0, '{count} subscription', '{count} subscriptions')}</small></span>
        <span class="side"><${Status} status=${plan.is_active ? 'active' : 'archived'} label=${plan.is_active ? t('Active') : t('Inactive')} /></span></li>`)}</ul>`}<//>
    ${isMaking && html`<${NewPlan} close=${() => setMaking(false)} />`}`;
}
