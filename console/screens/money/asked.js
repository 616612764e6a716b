// What is done with an issued invoice: recorded, sent again, voided, given up; what is final is asked first.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { showChanged } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Customer } from './columns.js';
import { CreditForm } from './credit-form.js';
import { StopLateFees, canStop } from './late-fees.js';
import { PayForm } from './pay-form.js';

export const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['invoice', 'payment_transaction', 'credit_note', 'invoice_item']);

/** Sends an invoice once more. @param {any} invoice */
export const sendAgain = (invoice) => act({
  send: () => post(`/invoices/${invoice.id}/send`), types: TYPES, done: t('{number} is sent again.', { number: invoice.number }),
  show: () => showChanged(invoice.id, (one) => ({ ...one, times_sent: one.times_sent + 1 })),
});

/** Its state shows at once. @param {any} invoice @param {'void' | 'mark-uncollectible'} action @param {string} status @param {string} done */
const end = (invoice, action, status, done) => act({
  send: () => post(`/invoices/${invoice.id}/${action}`), types: TYPES, done,
  show: () => showChanged(invoice.id, (one) => ({ ...one, status, overdue: false })),
});

/** Deletes a draft, and says so to the page that shows it. @param {any} invoice @param {() => void} gone */
const deleteDraft = async (invoice, gone) => {
  if (await act({ send: () => remove(`/invoices/${invoice.id}`), types: TYPES, done: t('The draft is deleted.') })) gone();
};

/** @param {{invoice: any, form: string, close: () => void, gone?: () => void}} props */
export function Asked({ invoice, form, close, gone = () => {} }) {
  if (form === 'delete') return html`<${Confirm} title=${t('Delete this draft?')} label=${t('Delete')} close=${close} agree=${() => deleteDraft(invoice, gone)}><p>${t('Its items wait for the next invoice again.')}</p><//>`;
  if (form === 'void') return html`<${Confirm} title=${t('Void invoice {number}?', { number: invoice.number })} label=${t('Void the invoice')} close=${close} agree=${() => end(invoice, 'void', 'voided', t('The invoice is void.'))}><p>${t('It keeps its number, and nothing is owed for it any more.')}</p><//>`;
  if (form === 'give-up') return html`<${Confirm} title=${t('Give invoice {number} up?', { number: invoice.number })} label=${t('Give up')} close=${close} agree=${() => end(invoice, 'mark-uncollectible', 'uncollectible', t('The invoice is given up.'))}><p>${t('What is open becomes bad debt.')}</p><//>`;
  if (form === 'pay') return html`<${PayForm} invoice=${invoice} close=${close} />`;
  if (form === 'stop-late-fees') return html`<${StopLateFees} invoice=${invoice} close=${close} />`;
  return form === 'credit' ? html`<${CreditForm} invoice=${invoice} close=${close} />` : null;
}

/** All that can be done with an overdue invoice, with what it means. @param {{invoice: any, ask: (form: string) => void, close: () => void}} props */
export function Sheet({ invoice, ask, close }) {
  const line = (/** @type {string} */ label, /** @type {string} */ about, /** @type {() => any} */ then, kind = 'plain') => html`<li><${Button} kind=${kind} act=${then}>${label}<//><small>${about}</small></li>`;
  return html`<${Dialog} title=${t('Invoice {number}', { number: invoice.number })} close=${close}><p><${Customer} id=${invoice.customer_id} /></p><ul class="plain sheet-lines">
    ${line(t('Record a payment'), t('Money that came to the bank or over the counter.'), () => ask('pay'), 'primary')}
    ${line(t('Send again'), t('The letter with the invoice goes to whoever pays it once more.'), () => { close(); return sendAgain(invoice); })}
    ${line(t('Credit'), t('Lines are taken back by a credit note.'), () => ask('credit'))}
    ${canStop(invoice) && line(t('Stop late fees'), t('Such as while the customer disputes the invoice.'), () => ask('stop-late-fees'))}
    ${line(t('Give up'), t('What is open becomes bad debt.'), () => ask('give-up'), 'danger')}
    ${line(t('Void'), t('It keeps its number, and nothing is owed for it any more.'), () => ask('void'), 'danger')}</ul><//>`;
}
