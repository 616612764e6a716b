// One credit note: what it takes back, where what was paid went, and that it is voided.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { showChanged, useRecord } from '../../app/records.js';
import { download, post } from '../../app/request.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { TYPES } from './asked.js';
import { Customer, InvoiceLink, day } from './columns.js';
import { taxSaid } from './document.js';

/** @param {{note: any}} props */
function Lines({ note }) {
  const amount = (/** @type {number} */ value) => money(value, note.currency);
  return html`<div class="invoice-paper"><div class="scrolls" tabindex="0" role="region" aria-label=${t('Amounts')}><table class="plain-table"><thead><tr><th>${t('What')}</th><th class="number">${t('Quantity')}</th><th class="number">${t('Amount')}</th></tr></thead>
    <tbody>${note.lines.map((/** @type {any} */ line, /** @type {number} */ index) => html`<tr key=${index}><td dir="auto">${line.description}</td><td class="number">${line.quantity === null ? '' : number(line.quantity)}</td><td class="number">${amount(line.amount)}</td></tr>`)}</tbody>
    <tfoot>${note.tax_lines.map((/** @type {any} */ tax) => html`<tr key=${tax.rate}><td colspan="2">${taxSaid(tax)}</td><td class="number">${amount(tax.amount)}</td></tr>`)}
      <tr class="sum"><td colspan="2">${t('Total')}</td><td class="number">${amount(note.total)}</td></tr></tfoot></table></div>${note.memo && html`<p class="memo" dir="auto">${note.memo}</p>`}</div>`;
}

/** @param {{note: any}} props */
function Whole({ note }) {
  const [isAsking, setAsking] = useState(false);
  const some = (/** @type {number} */ amount) => amount > 0 && money(amount, note.currency);
  const end = () => act({ send: () => post(`/credit-notes/${note.id}/void`), types: TYPES, done: t('The credit note is void.'), show: () => showChanged(note.id, (one) => ({ ...one, status: 'voided' })) });
  const keep = () => act({ send: () => download(`${note.number}.xml`, `/credit-notes/${note.id}/ubl`).then(() => true), types: [] });
  return html`<${Facts} pairs=${[[t('State'), html`<${Status} status=${note.status} />`], [t('Customer'), html`<${Customer} id=${note.customer_id} />`], [t('Invoice'), html`<${InvoiceLink} id=${note.invoice_id}>${note.invoice_number}<//>`], [t('Issued'), day(note.issue_date)], [t('Reason'), word(note.reason)],
      [t('Taken off what was due'), some(note.pre_payment_amount)], [t('To the balance'), some(note.credit_amount)], [t('Refunded'), some(note.refund_amount)], [t('Given back otherwise'), some(note.out_of_band_amount)]]} />
    <${Lines} note=${note} /><div class="invoice-actions"><${Button} icon="download" act=${keep}>${t('UBL')}<//><span class="spring" />${note.status === 'issued' && html`<${Button} kind="danger" act=${() => setAsking(true)}>${t('Void')}<//>`}</div>
    ${isAsking && html`<${Confirm} title=${t('Void credit note {number}?', { number: note.number })} label=${t('Void the credit note')} close=${() => setAsking(false)} agree=${end}><p>${t('What it took off the invoice is due again.')}</p><//>`}`;
}

/** @param {{id: string, close: () => void}} props */
export function CreditNotePage({ id, close }) {
  const note = useRecord(`/credit-notes/${id}`);
  return html`<${Dialog} title=${note.data ? t('Credit note {number}', { number: note.data.number }) : t('Credit note')} close=${close} class="wide"><div class="invoice"><${Read} of=${note}>${(/** @type {any} */ data) => html`<${Whole} note=${data} />`}<//></div><//>`;
}
