// A payment that came in otherwise is recorded.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { money } from '../../app/money.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

/** @param {{invoice: any, close: () => void}} props */
export function PayForm({ invoice, close: leave }) {
  // What is due changes: a draft is of the invoice as it was when it was typed, and goes with who goes back. The key is of
  // the form, because a payment whose answer was lost changes the invoice.
  const draft = `money.pay.${invoice.id}.${invoice.version}`;
  const close = () => { keepDraft(draft, null); leave(); };
  const form = useForm({
    initial: { amount: String(invoice.amount_due), method: 'bank_transfer', gateway_reference: '', note: '', excess: 'refuse' }, draft, name: `money.pay.${invoice.id}`,
    send: ({ amount, method, excess, gateway_reference: reference, note }, key) => post(`/invoices/${invoice.id}/pay`, { method, excess, amount: Number(amount), ...(reference && { gateway_reference: reference }), ...(note && { note }) }, { key }),
    done: () => { invalidate(['invoice', 'payment_transaction']); tell(t('The payment is recorded.')); close(); },
  });
  const methods = [['bank_transfer', t('Bank transfer')], ['cash', t('Cash')], ['cheque', t('Cheque')], ['external', t('Elsewhere')], ['balance', t('From the balance')]].map(([value, label]) => ({ value, label }));
  const excess = [{ value: 'refuse', label: t('is refused') }, { value: 'balance', label: t('goes to the balance') }];
  return html`<${Dialog} title=${t('Record a payment')} close=${close}><form onSubmit=${form.submit}>
    <div class="fields"><${Input} form=${form} name="amount" type="number" min="0" step="any" label=${t('Amount in {currency}', { currency: invoice.currency })} hint=${t('{amount} are open', { amount: money(invoice.amount_due, invoice.currency) })} required />
      <${Input} form=${form} name="method" label=${t('How')} options=${methods} /><${Input} form=${form} name="excess" label=${t('What is too much')} options=${excess} /><${Input} form=${form} name="gateway_reference" label=${t('Reference')} /></div>
    <${Input} form=${form} name="note" label=${t('Note')} /><${FormProblem} form=${form} fields=${['amount', 'method', 'gateway_reference', 'note']} />
    <${FormActions} form=${form} label=${t('Record')} close=${close} /></form><//>`;
}
