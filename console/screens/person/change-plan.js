// Another plan of the same location, with what the change does before it is done.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { filled, finish } from './plan-forms.js';
import { Grants, Preview, PreviewedInvoice, usePreview } from './preview.js';

/** @param {any} values */
const requestOf = (values) => ({ ...filled({ membership_plan_id: values.membership_plan_id, timing: values.timing, proration: values.proration }), quantity: Number(values.quantity) || 1 });

/** @param {{one: any, close: () => void}} props */
export function ChangePlan({ one, close }) {
  const form = useForm({
    initial: { membership_plan_id: '', quantity: String(one.quantity), timing: '', proration: '' }, draft: `change.${one.id}`,
    send: (values, key) => post(`/subscriptions/${one.id}/change-plan`, requestOf(values), { key }), done: finish(t('The plan is changed.'), close),
  });
  const plans = useAll('/memberships', { location_id: one.location_id });
  const preview = usePreview(`/subscriptions/${one.id}/change-plan-preview`, form.values.membership_plan_id ? requestOf(form.values) : null);
  const options = [{ value: '', label: t('Choose a plan') }, ...(plans.data ?? []).filter((/** @type {any} */ plan) => plan.currency === one.currency).map((/** @type {any} */ plan) => ({ value: plan.id, label: `${plan.name} · ${money(plan.price, plan.currency)}` }))];
  return html`<${Dialog} title=${t('Change the plan')} close=${close}><form onSubmit=${form.submit}>
    <div class="fields"><${Input} form=${form} name="membership_plan_id" label=${t('Plan')} options=${options} required /><${Input} form=${form} name="quantity" type="number" min="1" label=${t('How many')} />
      <${Input} form=${form} name="timing" label=${t('When')} hint=${t('What costs as much or more a day begins now, anything else with the next period.')} options=${[{ value: '', label: t('As its price says') }, { value: 'now', label: t('Now') }, { value: 'at_period_end', label: t('With the next period') }]} />
      <${Input} form=${form} name="proration" label=${t('What was charged for this period')} options=${[{ value: '', label: t('Unused days are credited') }, { value: 'none', label: t('Stays as it is') }, { value: 'full_credit', label: t('Is credited whole') }]} /></div>
    <${Preview} of=${preview}>${(/** @type {any} */ data) => html`<p><span class=${`status ${data.direction === 'upgrade' ? 'good' : 'quiet'}`}>${data.direction === 'upgrade' ? t('Costs as much or more a day') : t('Costs less a day')}</span> ${t('from {day}', { day: showDay(data.effective_date, { dateStyle: 'medium' }) })}</p>
      <${Grants} grants=${data.grants} />${data.invoice ? html`<${PreviewedInvoice} invoice=${data.invoice} />` : html`<p class="quiet">${t('Nothing is charged or credited now.')}</p>`}`}<//>
    <${FormProblem} form=${form} fields=${['membership_plan_id', 'quantity', 'timing', 'proration']} />
    <${FormActions} form=${form} label=${t('Change the plan')} close=${close} /></form><//>`;
}
