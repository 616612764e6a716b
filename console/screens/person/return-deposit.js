// The deposit of a plan, given back before the plan ends: set off, refunded, or kept for a reason.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Unread } from '../../ui/states.js';
import { difference, sumOf } from '../money/sums.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['subscription', 'invoice', 'credit_note', 'balance_clearing', 'payment_transaction']);

/** Whether something of it is held that can be given back. @param {any} one a subscription */
export const isHeld = (one) => one.deposit?.status === 'invoiced' && ['active', 'past_due', 'paused', 'scheduled'].includes(one.status);

const isDeposit = (/** @type {any} */ line) => line.kind === 'deposit';
const isCharging = (/** @type {any} */ invoice) => ['issued', 'paid'].includes(invoice.status) && invoice.items.some(isDeposit);

/** What an invoice charged of it and no credit note took off, and how much of that is still due. @param {any} invoice @param {any[]} notes */
function standingOf(invoice, notes) {
  const lines = invoice.items.filter(isDeposit);
  const ids = lines.map((/** @type {any} */ { id }) => id);
  const credited = notes.filter((note) => note.invoice_id === invoice.id && note.status === 'issued').flatMap((note) => note.lines).filter((line) => ids.includes(line.invoice_item_id));
  const held = sumOf([...lines.map((/** @type {any} */ { amount }) => amount), ...credited.map(({ amount }) => -amount)], invoice.currency);
  return { invoice, held, due: Math.min(held, invoice.amount_due) };
}

/** What is held, and where it would go; null until it is read. @param {any} one a subscription */
function useStanding(one) {
  const invoices = useAll('/invoices', { subscription_id: one.id });
  const charging = invoices.data?.filter(isCharging) ?? [];
  const notes = useAll(charging.length ? '/credit-notes' : null, charging.length === 1 ? { invoice_id: charging[0].id } : { customer_id: one.customer_id });
  const isRead = invoices.data && (!charging.length || notes.data);
  const parts = charging.map((/** @type {any} */ invoice) => standingOf(invoice, notes.data ?? [])).filter((/** @type {any} */ { held }) => held > 0);
  const paid = sumOf(parts.flatMap((/** @type {any} */ { held, due }) => [held, -due]), one.currency);
  return { read: [invoices, notes], standing: isRead ? { parts, paid } : null };
}

/** @param {string} label @param {any} amount */
const line = (label, amount) => html`<tr><td>${label}</td><td class="number">${amount}</td></tr>`;

/** Where all of it goes by what is typed. @param {{one: any, standing: {parts: any[], paid: number}, values: any}} props */
function Outcome({ one, standing: { parts, paid }, values }) {
  const amount = (/** @type {number} */ value) => money(value, one.currency);
  const [refunded, kept] = [Number(values.refund_amount) || 0, Number(values.keep_amount) || 0];
  const rest = difference(difference(paid, refunded, one.currency), kept, one.currency);
  const held = parts.length ? sumOf(parts.map((part) => part.held), one.currency) : one.deposit.amount;
  return html`<table class="preview"><tbody>${line(t('Held'), html`<strong>${amount(held)}</strong>`)}
    ${parts.filter(({ due }) => due > 0).map(({ invoice, due }) => line(html`${t('Not paid: taken off the invoice')} <a href=${link('money', '', { tab: 'invoices', invoice: invoice.id })}>${invoice.number}</a>`, amount(due)))}
    ${refunded > 0 && line(t('Refunded'), amount(refunded))}${kept > 0 && line(t('Kept'), amount(kept))}</tbody>
    ${parts.length > 0 && html`<tfoot>${rest < 0 ? html`<tr><td class="problem">${t('More than was paid of it, by')}</td><td class="number problem">${amount(-rest)}</td></tr>` : line(t('To the balance, which pays open invoices first'), html`<strong>${amount(rest)}</strong>`)}</tfoot>`}</table>`;
}

/** @param {{one: any, standing: any, close: () => void}} props */
function ReturnForm({ one, standing, close }) {
  const form = useForm({
    initial: { refund_amount: '', keep_amount: '', reason: '' }, draft: `deposit.${one.id}`,
    send: ({ refund_amount: refund, keep_amount: keep, reason }, key) => post(`/subscriptions/${one.id}/return-deposit`, { ...(Number(refund) && { refund_amount: Number(refund) }), ...(Number(keep) && { keep_amount: Number(keep), reason }) }, { key }),
    done: () => {
      const refund = Number(form.values.refund_amount);
      invalidate(TYPES);
      tell(refund ? t('The deposit is returned. {amount} are promised: refund the payment, for the credit note.', { amount: money(refund, one.currency) }) : t('The deposit is returned.'));
      close();
    },
  });
  const all = standing?.parts.length ? t('At most {amount}: what was paid of it', { amount: money(standing.paid, one.currency) }) : '';
  const isKept = Number(form.values.keep_amount) > 0;
  return html`<form onSubmit=${form.submit}><p>${t('It comes back now, by a credit note. What is neither refunded nor kept goes to the balance of the customer.')}</p>
    <div class="fields"><${Input} form=${form} name="refund_amount" type="number" min="0" step="any" label=${t('Refunded, in {currency}', { currency: one.currency })} hint=${all} />
      <${Input} form=${form} name="keep_amount" type="number" min="0" step="any" label=${t('Kept, in {currency}', { currency: one.currency })} hint=${t('Such as for damage')} /></div>
    ${(isKept || form.problemOf('reason')) && html`<${Input} form=${form} name="reason" type="textarea" label=${t('Why it is kept')} required=${isKept} maxlength="5000" />`}
    <div class="preview-box" role="status">${standing ? html`<${Outcome} one=${one} standing=${standing} values=${form.values} />` : html`<p class="quiet">${t('What is held is read …')}</p>`}</div>
    <${FormProblem} form=${form} fields=${['refund_amount', 'keep_amount', 'reason']} />
    <${FormActions} form=${form} label=${t('Return the deposit')} close=${close} /></form>`;
}

/** @param {{one: any, close: () => void}} props */
export function ReturnDeposit({ one, close }) {
  const { read, standing } = useStanding(one);
  return html`<${Dialog} title=${t('Return the deposit')} close=${close}><${Unread} of=${read} />
    ${isHeld(one) ? html`<${ReturnForm} one=${one} standing=${standing} close=${close} />` : html`<p>${t('Nothing of it is held any more.')}</p><div class="actions"><${Button} act=${close}>${t('Back')}<//></div>`}<//>`;
}
