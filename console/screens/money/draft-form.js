// What a draft says besides its lines.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input } from '../../ui/form.js';

const FIELDS = ['due_date', 'payment_terms_days', 'purchase_order', 'discount_amount', 'memo', 'internal_note'];

/** What the fields show of a draft. @param {any} invoice */
const valuesOf = (invoice) => ({
  due_date: invoice.due_date ?? '', payment_terms_days: String(invoice.payment_terms_days ?? ''), purchase_order: invoice.purchase_order, discount_amount: String(invoice.discount_amount || ''),
  apply_balance: invoice.apply_balance, memo: invoice.memo, internal_note: invoice.internal_note,
});

/** The request that the fields stand for. @param {any} values */
const requestOf = ({ due_date: due, payment_terms_days: terms, discount_amount: discount, purchase_order, apply_balance, memo, internal_note }) => ({
  due_date: due || null, payment_terms_days: terms === '' ? null : Number(terms), discount_amount: Number(discount || 0), purchase_order, apply_balance, memo, internal_note,
});

/** @param {{invoice: any, close: () => void}} props */
export function DraftForm({ invoice, close }) {
  const editing = useEditing({ path: `/invoices/${invoice.id}`, record: invoice, values: valuesOf, request: requestOf, done: t('The draft is changed.'), types: ['invoice'], name: 'money.draft', close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('Change the draft')} close=${close}><form onSubmit=${form.submit}><${Conflict} editing=${editing} />
    <div class="fields"><${Input} form=${form} name="due_date" type="date" label=${t('Due on')} hint=${t('or else by the days')} /><${Input} form=${form} name="payment_terms_days" type="number" min="0" label=${t('Days to pay')} hint=${t('empty for what is usual')} />
      <${Input} form=${form} name="purchase_order" label=${t('Their order')} /><${Input} form=${form} name="discount_amount" type="number" min="0" step="any" label=${t('Discount in {currency}', { currency: invoice.currency })} /></div>
    <${Input} form=${form} name="apply_balance" type="checkbox" label=${t('The customer’s balance pays what it can')} />
    <${Input} form=${form} name="memo" type="textarea" label=${t('Note to the customer')} /><${Input} form=${form} name="internal_note" type="textarea" label=${t('Internal note')} />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${FIELDS} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}
