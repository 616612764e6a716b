// One invoice: the document, its life, and what may be done with it now.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { locations } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { download, post } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button, Facts } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { Asked, TYPES, sendAgain } from './asked.js';
import { Customer, InvoiceStatus, day } from './columns.js';
import { Document } from './document.js';
import { DraftForm } from './draft-form.js';
import { LateFees } from './late-fees.js';
import { Life } from './life.js';
import { LineForm } from './line-form.js';
import { Steps } from './steps.js';

/** A document of the API is kept as a file; that it cannot be made is told. @param {string} name @param {import('../../app/api').Path} path */
const keep = (name, path) => act({ send: () => download(name, path).then(() => true), types: [] });

/** A copy of it as a draft, which is shown then. @param {any} invoice */
async function duplicate(invoice) {
  const made = await act({ send: () => post(`/invoices/${invoice.id}/duplicate`), types: TYPES, done: t('A draft like it is made.') });
  if (made) ask({ invoice: made.data.id });
}

/** @param {{invoice: any, open: (form: string) => void}} props */
function Actions({ invoice, open }) {
  const is = (/** @type {string[]} */ ...states) => states.includes(invoice.status);
  const owed = is('issued', 'uncollectible');
  const issue = () => act({ send: () => post(`/invoices/${invoice.id}/issue`), types: TYPES, done: t('The invoice is issued.') });
  return html`<div class="invoice-actions">
    ${!is('draft') && html`<${Button} icon="download" act=${() => keep(`${invoice.number}.pdf`, `/invoices/${invoice.id}/pdf`)}>${t('PDF')}<//><${Button} icon="download" act=${() => keep(`${invoice.number}.xml`, `/invoices/${invoice.id}/ubl`)}>${t('UBL')}<//>`}
    <${Button} act=${() => duplicate(invoice)}>${t('Duplicate')}<//><span class="spring" />
    ${is('draft') && html`<${Button} kind="danger" act=${() => open('delete')}>${t('Delete')}<//><${Button} act=${() => open('edit')}>${t('Change')}<//><${Button} kind="primary" disabled=${!invoice.items.length} act=${issue}>${t('Issue')}<//>`}
    ${owed && html`<${Button} kind="danger" act=${() => open('void')}>${t('Void')}<//>`}${is('issued') && invoice.overdue && html`<${Button} kind="danger" act=${() => open('give-up')}>${t('Give up')}<//>`}
    ${is('issued', 'paid', 'uncollectible') && html`<${Button} act=${() => open('credit')}>${t('Credit')}<//>`}${is('issued') && html`<${Button} act=${() => sendAgain(invoice)}>${invoice.times_sent ? t('Send again') : t('Send')}<//>`}
    ${owed && html`<${Button} kind="primary" act=${() => open('pay')}>${t('Record a payment')}<//>`}</div>`;
}

/** @param {any} invoice @returns {[string, any][]} */
const factsOf = (invoice) => [
  [t('State'), html`<${InvoiceStatus} invoice=${invoice} />`], [t('Customer'), html`<${Customer} id=${invoice.customer_id} />`], [t('Location'), locations.value.find(({ id }) => id === invoice.location_id)?.name],
  [t('Issued'), day(invoice.issue_date)], [t('Due'), day(invoice.due_date)], [t('Days to pay'), !invoice.due_date && invoice.payment_terms_days],
  [t('Reminders'), invoice.status === 'issued' && html`<${Steps} invoice=${invoice} />`], [t('Their order'), invoice.purchase_order], [t('Internal note'), invoice.internal_note],
];

/** @param {{invoice: any, close: () => void}} props */
function Whole({ invoice, close }) {
  const [form, setForm] = useState('');
  const [item, setItem] = useState(/** @type {any} */ (null));
  const isDraft = invoice.status === 'draft';
  return html`<${Facts} pairs=${factsOf(invoice)} /><div class="invoice-parts"><div><${Document} invoice=${invoice} edit=${isDraft ? setItem : undefined} />
      ${isDraft && html`<div class="actions"><${Button} icon="add" act=${() => setItem({})}>${t('Add a line')}<//></div>`}<${LateFees} invoice=${invoice} stop=${() => setForm('stop-late-fees')} /></div>
      <section><h3>${t('Its life')}</h3><${Life} invoice=${invoice} /></section></div>
    <${Actions} invoice=${invoice} open=${setForm} />
    <${Asked} invoice=${invoice} form=${form} close=${() => setForm('')} gone=${close} />
    ${form === 'edit' && html`<${DraftForm} invoice=${invoice} close=${() => setForm('')} />`}${item && html`<${LineForm} invoice=${invoice} item=${item} close=${() => setItem(null)} />`}`;
}

/** @param {{id: string, close: () => void}} props */
export function InvoicePage({ id, close }) {
  const invoice = useRecord(`/invoices/${id}`);
  const { number } = invoice.data ?? {};
  return html`<${Dialog} title=${number ? t('Invoice {number}', { number }) : t('Draft of an invoice')} close=${close} class="wide invoice-dialog"><div class="invoice"><${Read} of=${invoice}>${(/** @type {any} */ data) => html`<${Whole} invoice=${data} close=${close} />`}<//></div><//>`;
}
