// One contract: what it says, who signed, what happened, and what may be done with it now.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useCustomerName, useResourceName } from '../../app/names.js';
import { money } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { download, post, remove } from '../../app/request.js';
import { ask, link } from '../../app/route.js';
import { showDay, showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Link, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { noticeOf } from '../../ui/notice.js';
import { Read } from '../../ui/states.js';
import { NoticeForm, TerminateForm } from './endings.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['contract', 'resource_assignment', 'subscription', 'invoice']);
const day = (/** @type {string | null} */ date) => date && showDay(date, { dateStyle: 'medium' });

/** Sends an action without a form. @param {any} contract @param {'issue' | 'resend' | 'renew' | 'carry-out'} action @param {string} done */
const send = (contract, action, done) => act({ send: () => post(`/contracts/${contract.id}/${action}`), types: TYPES, done });

/** @param {{item: any, currency: string}} props */
function Item({ item, currency }) {
  const { data: plan } = useRecord(item.membership_plan_id ? `/memberships/${item.membership_plan_id}` : null);
  const resource = useResourceName(item.resource_id);
  const quantity = item.quantity > 1 ? ` × ${item.quantity}` : '';
  return html`<tr><td>${word(item.kind)}</td><td dir="auto">${item.description || plan?.name || resource}${quantity}</td><td class="number">${item.price === null ? t('by the plan') : money(item.price, currency)}</td></tr>`;
}

/** @param {{contract: any}} props */
const Signers = ({ contract }) => html`<ol>${contract.signers.map((/** @type {any} */ signer) => html`<li key=${signer.id}><span dir="auto">${signer.name}</span> <small>${signer.email}</small> <${Status} status=${signer.status} />
  ${signer.signed_at && html` <small><time>${showInstant(signer.signed_at, zone.value)}</time></small>`}
  ${contract.status === 'issued' && contract.signature_method === 'manual' && signer.status !== 'signed' && html` <${Button} act=${() => act({ send: () => post(`/contracts/${contract.id}/signers/${signer.id}/sign`, { document_hash: contract.document_hash }), types: TYPES, done: t('The signature is recorded.') })}>${t('Signed on paper')}<//>`}</li>`)}</ol>`;

/** What happened, from the trail, whose entries are signed as they stand. @param {{id: string}} props */
function Trail({ id }) {
  const trail = useRecord(`/contracts/${id}/audit-trail`);
  return html`<${Read} of=${trail} lines=${3}>${(/** @type {any} */ { entries }) => html`<ol>${entries.map((/** @type {any} */ { hash, content }) => {
    const { event, at } = JSON.parse(content);
    return html`<li key=${hash}>${word(event)} <small><time>${showInstant(at, zone.value)}</time></small></li>`;
  })}</ol>`}<//>`;
}

/** What may be done with a contract in its state. @param {{contract: any, open: (form: string) => void}} props */
function Actions({ contract, open }) {
  const can = (/** @type {string[]} */ ...states) => states.includes(contract.status);
  const isOn = contract.status === 'signed' && !['expired', 'terminated'].includes(contract.stage);
  return html`<div class="actions">
    <${Button} icon="download" act=${() => download(`${contract.title}.pdf`, `/contracts/${contract.id}/document`)}>${t('PDF')}<//>
    ${can('draft') && html`<${Button} kind="danger" act=${() => open('delete')}>${t('Delete')}<//><${Button} kind="primary" act=${() => send(contract, 'issue', t('The contract is issued.'))}>${t('Issue')}<//>`}
    ${can('issued') && html`<${Button} kind="danger" act=${() => open('cancel')}>${t('Cancel')}<//>${contract.signature_method === 'e_signature' && html`<${Button} act=${() => send(contract, 'resend', t('The links are sent again.'))}>${t('Send links again')}<//>`}`}
    ${isOn && html`<${Button} kind="danger" act=${() => open('terminate')}>${t('Terminate')}<//>
      ${!contract.notice && html`<${Button} act=${() => open('notice')}>${t('Serve notice')}<//>`}
      ${!contract.renewal_id && !contract.auto_renew && contract.end_date && html`<${Button} kind="primary" act=${async () => { const made = await send(contract, 'renew', t('A draft for the next term is made.')); if (made) ask({ contract: made.data.id }); }}>${t('Renew')}<//>`}`}
    ${(contract.on_signed_status === 'failed' || contract.ending_failure) && html`<${Button} kind="primary" act=${() => send(contract, 'carry-out', t('It is tried again.'))}>${t('Try again')}<//>`}
  </div>`;
}

/** @param {{contract: any}} props */
function Body({ contract }) {
  const customer = useCustomerName(contract.customer_id);
  const { data: template } = useRecord(contract.template_id ? `/contract-templates/${contract.template_id}` : null);
  return html`<${Facts} pairs=${[
    [t('State'), html`<${Status} status=${contract.stage ?? contract.status} />`], [t('Customer'), html`<${Link} to=${link('person', contract.customer_id)}>${customer || '…'}<//>`],
    [t('Type'), word(contract.type)], [t('Template'), template?.title], [t('From'), day(contract.start_date)], [t('Until'), day(contract.end_date) || t('open-ended')],
    [t('Renews itself'), contract.auto_renew && t('by {months} months', { months: contract.renewal_term_months })], [t('Time of notice'), noticeOf(contract)],
    [t('Deposit'), contract.deposit ? money(contract.deposit, contract.currency) : ''], [t('To be signed until'), day(contract.expires_at)],
    [t('Notice'), contract.notice && t('to {day}', { day: day(contract.notice.last_date) ?? '' })], [t('Terminated'), contract.termination && day(contract.termination.date)],
    [t('Invoice'), contract.invoice_id && html`<${Link} to=${link('money', '', { tab: 'invoices', invoice: contract.invoice_id })}>${t('Open')}<//>`],
  ]} />
  ${(contract.on_signed_failure || contract.ending_failure) && html`<p class="problem" role="alert">${contract.on_signed_failure || contract.ending_failure}</p>`}
  <h3>${t('What it is about')}</h3><table class="items"><tbody>${contract.items.map((/** @type {any} */ item, /** @type {number} */ index) => html`<${Item} key=${index} item=${item} currency=${contract.currency} />`)}</tbody></table>
  <h3>${t('Signers')}</h3><${Signers} contract=${contract} />
  <h3>${t('What happened')}</h3><${Trail} id=${contract.id} />`;
}

/** @param {{id: string, close: () => void}} props */
export function ContractPage({ id, close }) {
  const contract = useRecord(`/contracts/${id}`);
  const [form, setForm] = useState('');
  const done = () => setForm('');
  return html`<${Dialog} title=${contract.data?.title ?? t('Contract')} close=${close} class="wide"><div class="contract"><${Read} of=${contract}>${(/** @type {any} */ data) => html`
    <${Body} contract=${data} /><${Actions} contract=${data} open=${setForm} />
    ${form === 'notice' && html`<${NoticeForm} contract=${data} close=${done} />`}
    ${form === 'terminate' && html`<${TerminateForm} contract=${data} close=${done} />`}
    ${form === 'delete' && html`<${Confirm} title=${t('Delete this draft?')} label=${t('Delete')} close=${done} agree=${async () => { if (await act({ send: () => remove(`/contracts/${id}`), types: TYPES, done: t('The draft is deleted.') })) close(); }} />`}
    ${form === 'cancel' && html`<${Confirm} title=${t('Cancel this contract?')} label=${t('Cancel the contract')} close=${done} agree=${() => act({ send: () => post(`/contracts/${id}/cancel`), types: TYPES, done: t('The contract is cancelled.') })}><p>${t('Nobody can sign it any more, and what it held is free.')}</p><//>`}`}<//></div><//>`;
}
