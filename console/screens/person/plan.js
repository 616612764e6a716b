// Plans that a customer has: what they cost, how far they go, and what changes with them.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { isAdmin, locations, ofTheirs } from '../../app/place.js';
import { showChanged, useAll, useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { link } from '../../app/route.js';
import { addDays, dayOf, showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { noticeOf } from '../../ui/notice.js';
import { Empty, Read } from '../../ui/states.js';
import { BeginPlan } from './begin-plan.js';
import { ChangePlan } from './change-plan.js';
import { CancelPlan, ItemForm, PausePlan, TYPES } from './plan-forms.js';
import { ReturnDeposit, isHeld } from './return-deposit.js';

const day = (/** @type {string | null | undefined} */ date) => (date ? showDay(date, { dateStyle: 'medium' }) : '');
const zoneOf = (/** @type {any} */ one) => locations.value.find(({ id }) => id === one.location_id)?.time_zone ?? 'UTC';
const per = (/** @type {string} */ cycle) => /** @type {Record<string, string>} */ ({ daily: t('a day'), weekly: t('a week'), monthly: t('a month'), quarterly: t('a quarter'), yearly: t('a year') })[cycle] ?? cycle;
/** The last day of the present period: an end is the first instant after it. @param {any} one */
const periodEnd = (one) => one.current_period_end && addDays(dayOf(one.current_period_end, zoneOf(one)), -1);
const isOver = (/** @type {any} */ one) => ['cancelled', 'incomplete_expired'].includes(one.status);

/** @param {any} one */
const resume = (one) => act({ send: () => post(`/subscriptions/${one.id}/resume`), types: TYPES, done: t('The pause ends.') });
/** @param {any} one */
const uncancel = (one) => act({
  send: () => post(`/subscriptions/${one.id}/uncancel`), types: TYPES, done: t('The plan goes on.'),
  show: () => showChanged(one.id, (before) => ({ ...before, cancel_at_period_end: false, cancel_at: null, end_date: null, notice_given_at: null })),
});
/** @param {any} one @param {any} item */
const removeItem = (one, item) => act({
  send: () => remove(`/subscriptions/${one.id}/items/${item.id}`), types: TYPES, done: t('{what} is not charged any more.', { what: item.description }),
  show: () => showChanged(one.id, (before) => ({ ...before, items: before.items.filter((/** @type {any} */ other) => other.id !== item.id) })),
  undo: () => post(`/subscriptions/${one.id}/items`, { description: item.description, unit_amount: item.unit_amount, quantity: item.quantity, recurrence: item.recurrence }),
});

/** @param {{one: any}} props */
const Items = ({ one }) => (one.items.length ? html`<ul class="plain lines items">${one.items.map((/** @type {any} */ item) => html`<li key=${item.id}><span>${item.quantity > 1 ? `${item.quantity} × ` : ''}<bdi>${item.description}</bdi></span> <small>${item.recurrence === 'recurring' ? t('every period') : t('once')} · ${t('from {day}', { day: day(item.start_date) })}</small>
  <span class="spring" /><span class="number">${money(item.unit_amount, one.currency)}</span>${isAdmin.value && !isOver(one) && html`<${Button} kind="quiet" icon="close" label=${t('Remove {what}', { what: item.description })} act=${() => removeItem(one, item)} />`}</li>`)}</ul>` : null);

/** What is to come: a pause, another plan, an end. @param {{one: any}} props */
const Coming = ({ one }) => html`
  ${one.pause && html`<p class="note">${one.pause.until ? t('Paused from {from} until {until}', { from: day(one.pause.from), until: day(one.pause.until) }) : t('Paused from {from} until somebody resumes it', { from: day(one.pause.from) })}</p>`}
  ${one.scheduled_change && html`<p class="note">${t('{plan} from {day}, for {price}', { plan: one.scheduled_change.membership_plan_name, day: day(one.scheduled_change.effective_date), price: money(one.scheduled_change.price, one.currency) })}</p>`}
  ${!isOver(one) && one.end_date && html`<p class="note">${one.cancel_at_period_end ? t('Notice is given: it ends on {day}', { day: day(one.end_date) }) : t('It ends on {day}', { day: day(one.end_date) })}</p>`}`;

/** @param {{one: any}} props */
const Deposit = ({ one: { deposit, currency } }) => html`${money(deposit.amount, currency)} <${Status} status=${deposit.status} />${deposit.kept_amount > 0 && html` <small>${t('{amount} kept', { amount: money(deposit.kept_amount, currency) })}</small>`}`;

/** @param {{one: any, open: (form: string) => void}} props */
const Choices = ({ one, open }) => {
  const isRunning = ['active', 'past_due', 'paused', 'scheduled'].includes(one.status);
  if (!isRunning || !isAdmin.value) return null;
  return html`<div class="actions"><${Button} act=${() => open('item')}>${t('Charge something else')}<//>${isHeld(one) && html`<${Button} act=${() => open('deposit')}>${t('Return the deposit …')}<//>`}
    ${one.pause ? html`<${Button} act=${() => resume(one)}>${t('Resume')}<//>` : one.status !== 'scheduled' && html`<${Button} act=${() => open('pause')}>${t('Pause …')}<//>`}
    ${one.cancel_at_period_end ? html`<${Button} act=${() => uncancel(one)}>${t('Take notice back')}<//>` : html`<${Button} kind="danger" act=${() => open('cancel')}>${t('Cancel …')}<//>`}
    <${Button} kind="primary" act=${() => open('change')}>${t('Change plan …')}<//></div>`;
};

/** @param {{one: any}} props */
function Subscription({ one }) {
  const plan = useRecord(`/memberships/${one.membership_plan_id}`);
  const [form, setForm] = useState('');
  const close = () => setForm('');
  const name = plan.data?.name ?? '…';
  return html`<article class=${`card plan ${isOver(one) ? 'over' : ''}`} aria-label=${name}><div class="card-head"><h2>${one.quantity > 1 ? `${one.quantity} × ` : ''}${name}</h2><${Status} status=${one.status} /><span class="spring" />
      <strong>${money(one.price, one.currency)} <small>${per(one.cycle)}</small></strong></div>
    <${Coming} one=${one} />
    <${Facts} pairs=${[[t('Location'), locations.value.find(({ id }) => id === one.location_id)?.name], [t('Since'), day(one.start_date)], [t('Present period'), one.current_period_start && t('{from} to {to}', { from: day(dayOf(one.current_period_start, zoneOf(one))), to: day(periodEnd(one)) })],
      [t('Committed until'), day(one.commitment_ends_at)], [t('Notice'), noticeOf(one)], [t('Trial until'), day(one.trial_end_date)],
      [t('Credits each cycle'), one.credits_per_cycle || ''], [t('Day passes each cycle'), one.day_passes_per_cycle || ''], [t('Guests each cycle'), one.guest_passes_per_cycle ?? ''],
      [t('Deposit'), one.deposit && html`<${Deposit} one=${one} />`], [t('Paid by'), one.collection === 'charge' ? t('Card, by itself') : t('Invoice')]]} />
    <${Items} one=${one} /><${Choices} one=${one} open=${setForm} />
    ${form === 'item' && html`<${ItemForm} one=${one} close=${close} />`}${form === 'pause' && html`<${PausePlan} one=${one} plan=${plan.data} close=${close} />`}
    ${form === 'cancel' && html`<${CancelPlan} one=${one} close=${close} />`}${form === 'change' && html`<${ChangePlan} one=${one} close=${close} />`}${form === 'deposit' && html`<${ReturnDeposit} one=${one} close=${close} />`}</article>`;
}

/** @param {{id: string}} props */
const ByCompany = ({ id }) => html`<li><a href=${link('person', id, { tab: 'plan' })}>${useCustomerName(id) || '…'}</a></li>`;

/** @param {{of: any, isCompany: boolean}} props */
export function Plan({ of, isCompany }) {
  const list = useAll('/subscriptions', { customer_id: of.id, ...ofTheirs() });
  const [isBeginning, setBeginning] = useState(false);
  const none = html`<${Empty} title=${t('No plan of their own.')} icon="contracts" />`;
  return html`<div class="head-line">${!isCompany && of.company_ids?.length > 0 && html`<p class="by-company">${t('What the companies have that they are in:')}</p><ul class="plain across">${of.company_ids.map((/** @type {string} */ id) => html`<${ByCompany} key=${id} id=${id} />`)}</ul>`}
      <span class="spring" />${isAdmin.value && of.status === 'active' && html`<${Button} kind="primary" icon="add" act=${() => { setBeginning(true); }}>${t('Begin a plan')}<//>`}</div>
    <${Read} of=${list} empty=${none}>${(/** @type {any[]} */ all) => html`<div class="stack">${[...all.filter((one) => !isOver(one)), ...all.filter(isOver)].map((one) => html`<${Subscription} key=${one.id} one=${one} />`)}</div>`}<//>
    ${isBeginning && html`<${BeginPlan} of=${of} close=${() => setBeginning(false)} />`}`;
}
