// A plan for a customer, with what it costs before it begins.
import { html } from '../../vendor/preact.js';
import { locations } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { currentTime, dayOf, showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { money } from '../../app/money.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { homeOf } from './home.js';
import { filled, finish } from './plan-forms.js';
import { Grants, Preview, PreviewedInvoice, usePreview } from './preview.js';

/** @param {any} values @param {string} customer */
const requestOf = (values, customer) => ({ ...filled({ membership_plan_id: values.membership_plan_id, start_date: values.start_date, end_date: values.end_date }), customer_id: customer, quantity: Number(values.quantity) || 1, collection: values.collection });

/** @param {{of: any, close: () => void}} props */
export function BeginPlan({ of, close }) {
  const own = homeOf(of);
  const form = useForm({
    initial: { location_id: own?.id ?? '', membership_plan_id: '', start_date: dayOf(currentTime(), own?.time_zone ?? 'UTC'), end_date: '', quantity: '1', collection: 'send_invoice' }, draft: `begin.${of.id}`,
    send: (values, key) => post('/subscriptions', requestOf(values, of.id), { key }), done: finish(t('The plan is begun.'), close),
  });
  const plans = useAll('/memberships', { location_id: form.values.location_id });
  const preview = usePreview('/subscriptions/preview', form.values.membership_plan_id && form.values.start_date ? requestOf(form.values, of.id) : null);
  const options = [{ value: '', label: t('Choose a plan') }, ...(plans.data ?? []).map((/** @type {any} */ one) => ({ value: one.id, label: `${one.name} · ${money(one.price, one.currency)}` }))];
  const isAt = /** @type {any[]} */ (plans.data ?? []).some(({ id }) => id === form.values.membership_plan_id);
  return html`<${Dialog} title=${t('Begin a plan')} close=${close}><form onSubmit=${form.submit}>
    <div class="fields"><${Input} form=${form} name="location_id" label=${t('Location')} options=${locations.value.map(({ id, name }) => ({ value: id, label: name }))} />
      <${Input} form=${form} name="membership_plan_id" label=${t('Plan')} options=${options} required />
      <${Input} form=${form} name="start_date" type="date" label=${t('First day')} required /><${Input} form=${form} name="end_date" type="date" label=${t('Last day')} hint=${t('Open-ended when left out')} />
      <${Input} form=${form} name="quantity" type="number" min="1" label=${t('How many')} /><${Input} form=${form} name="collection" label=${t('Paid by')} options=${[{ value: 'send_invoice', label: t('Invoice') }, { value: 'charge', label: t('Card, by itself') }]} /></div>
    <${Preview} of=${isAt ? preview : {}}>${(/** @type {any} */ data) => html`${data.periods.map((/** @type {any} */ period) => html`<section key=${period.start_date}><h3>${t('{from} to {to}', { from: showDay(period.start_date, { dateStyle: 'medium' }), to: showDay(period.end_date, { dateStyle: 'medium' }) })}</h3>
      <${Grants} grants=${period.grants} />${period.invoice ? html`<${PreviewedInvoice} invoice=${period.invoice} />` : html`<p class="quiet">${t('Nothing is invoiced.')}</p>`}</section>`)}
      ${data.commitment_ends_at && html`<p class="quiet">${t('Committed until {day}.', { day: showDay(data.commitment_ends_at, { dateStyle: 'medium' }) })}</p>`}`}<//>
    <${FormProblem} form=${form} fields=${['membership_plan_id', 'start_date', 'end_date', 'quantity', 'collection']} />
    <${FormActions} form=${form} label=${t('Begin')} close=${close} /></form><//>`;
}
