// Forms about a plan that somebody has: a pause, an end, something else that is charged.
import { html } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showDay } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

export const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['subscription', 'invoice', 'invoice_item', 'credit_transaction', 'day_pass_transaction', 'member']);

/** Leaves out what was not filled in. @param {Record<string, any>} values */
export const filled = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** What is said once a form is sent, with the way back where there is one. @param {string} said @param {() => void} close @param {() => Promise<any>} [back] */
export const finish = (said, close, back) => () => {
  invalidate(TYPES);
  tell(said, { undo: back && (() => act({ send: back, types: TYPES, done: t('Undone') })) });
  close();
};

/** @param {{one: any, plan: any, close: () => void}} props */
export function PausePlan({ one, plan, close }) {
  const form = useForm({
    initial: { from: '', until: '', behaviour: 'void' }, draft: `pause.${one.id}`,
    send: (values, key) => post(`/subscriptions/${one.id}/pause`, filled(values), { key }), done: finish(t('The pause is noted.'), close, () => post(`/subscriptions/${one.id}/resume`)),
  });
  const behaviours = [{ value: 'void', label: t('Nothing is charged') }, { value: 'draft', label: t('Dues are put into drafts') }];
  return html`<${Dialog} title=${t('Pause the plan')} close=${close}><form onSubmit=${form.submit}>
    <p>${t('It pauses with whole periods: no charges, no allowance and no benefits meanwhile. A commitment ends so much later.')}</p>
    ${plan?.pause_days_max && html`<p class="quiet">${plural(plan.pause_days_max, 'At most {count} day.', 'At most {count} days.')}</p>`}
    <div class="fields"><${Input} form=${form} name="from" type="date" label=${t('From')} hint=${t('The next period when left out')} /><${Input} form=${form} name="until" type="date" label=${t('Until')} hint=${t('Until somebody resumes it when left out')} /></div>
    <${Input} form=${form} name="behaviour" label=${t('Meanwhile')} options=${behaviours} /><${FormProblem} form=${form} fields=${['from', 'until', 'behaviour']} />
    <${FormActions} form=${form} label=${t('Pause')} close=${close} /></form><//>`;
}

/** @param {{one: any, close: () => void}} props */
export function CancelPlan({ one, close }) {
  const form = useForm({
    initial: { timing: 'at_period_end', fee_percent: '', proration: 'none' }, draft: `cancel.${one.id}`,
    send: ({ timing, fee_percent: fee, proration }, key) => post(`/subscriptions/${one.id}/cancel`, timing === 'now' ? { timing, proration, ...(fee !== '' && { fee_percent: Number(fee) }) } : { timing }, { key }),
    done: () => finish(saidOf(one), close, form.values.timing === 'now' ? undefined : () => post(`/subscriptions/${one.id}/uncancel`))(),
  });
  const isNow = form.values.timing === 'now';
  return html`<${Dialog} title=${t('Cancel the plan')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="timing" label=${t('When')} options=${[{ value: 'at_period_end', label: t('By notice, with a period') }, { value: 'now', label: t('Today') }]} />
    <p>${isNow ? t('It ends today, for the fee of leaving early. The fee and what is credited go to the next invoice, or are invoiced at once.') : t('It ends with the first period that ends after the notice and the commitment.')}</p>
    ${one.commitment_ends_at && html`<p class="note">${t('Committed until {day}.', { day: showDay(one.commitment_ends_at, { dateStyle: 'medium' }) })}</p>`}
    ${isNow && html`<div class="fields"><${Input} form=${form} name="fee_percent" type="number" min="0" max="100" step="any" label=${t('Fee, percent of what is left of the commitment')} hint=${t('That of the plan when left out')} />
      <${Input} form=${form} name="proration" label=${t('Unused days')} options=${[{ value: 'none', label: t('Not credited') }, { value: 'prorate', label: t('Credited') }, { value: 'full_credit', label: t('The whole period is credited') }]} /></div>`}
    <${FormProblem} form=${form} fields=${['timing', 'fee_percent', 'proration']} />
    <${FormActions} form=${form} label=${t('Cancel the plan')} kind="danger" close=${close} /></form><//>`;
}
/** @param {any} one */
const saidOf = (one) => (one.status === 'scheduled' ? t('The plan does not begin.') : t('The plan is cancelled.'));

/** @param {{one: any, close: () => void}} props */
export function ItemForm({ one, close }) {
  const form = useForm({
    initial: { description: '', unit_amount: '', quantity: '1', recurrence: 'recurring', start_date: '' }, draft: `item.${one.id}`,
    send: (values, key) => post(`/subscriptions/${one.id}/items`, { ...filled(values), unit_amount: Number(values.unit_amount), quantity: Number(values.quantity) }, { key }),
    done: finish(t('It is charged from its period on.'), close),
  });
  return html`<${Dialog} title=${t('Charge something else')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="description" label=${t('What stands on the invoice')} required maxlength="200" />
    <div class="fields"><${Input} form=${form} name="unit_amount" type="number" step="any" label=${t('Price in {currency}', { currency: one.currency })} required /><${Input} form=${form} name="quantity" type="number" min="1" label=${t('How many')} required />
      <${Input} form=${form} name="recurrence" label=${t('How often')} options=${[{ value: 'recurring', label: t('Every period') }, { value: 'one_off', label: t('Once') }]} />
      <${Input} form=${form} name="start_date" type="date" label=${t('From')} hint=${t('The next period when left out')} /></div>
    <${FormProblem} form=${form} fields=${['description', 'unit_amount', 'quantity', 'recurrence', 'start_date']} />
    <${FormActions} form=${form} label=${t('Add')} close=${close} /></form><//>`;
}
