// Drafts, which are issued one by one or all of them.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Customer, InvoiceLink } from './columns.js';
import { run, runAll } from './runs.js';
import { grouped, sumOf } from './sums.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['invoice', 'invoice_item']);
const issue = (/** @type {any} */ draft) => post(`/invoices/${draft.id}/issue`);

/** Sums of records by currency, as words. @param {any[]} records */
export const sumsSaid = (records) => grouped(records, ({ currency }) => currency).map(([currency, all]) => money(sumOf(all.map(({ total }) => total), currency), currency)).join(' + ');

/** @param {{draft: any}} props */
const Draft = ({ draft }) => html`<li class="run-line"><div class="who"><${Customer} id=${draft.customer_id} /><br /><small><${InvoiceLink} id=${draft.id}>${t('Look at the draft')}<//> · ${draft.items.length ? plural(draft.items.length, '{count} line', '{count} lines') : html`<span class="late">${t('no lines yet')}</span>`}</small></div>
  <strong class="number">${money(draft.total, draft.currency)}</strong>
  <${Button} kind="primary" disabled=${!draft.items.length} act=${() => act({ send: () => issue(draft), types: TYPES, done: t('The invoice is issued.') })}>${t('Issue')}<//></li>`;

/** @param {{drafts: any[]}} props */
export function Drafts({ drafts }) {
  const [isAsking, setAsking] = useState(false);
  const whole = drafts.filter(({ items }) => items.length);
  const issueAll = () => {
    runAll({ kind: 'issue', of: place.value.name, types: TYPES, records: whole, send: issue, done: (count) => plural(count, '{count} invoice is issued.', '{count} invoices are issued.') });
  };
  const isRunning = Boolean(run.value && !run.value.isOver);
  return html`<ul class="plain">${drafts.map((draft) => html`<${Draft} key=${draft.id} draft=${draft} />`)}</ul>
    ${whole.length > 0 && html`<div class="actions run-sum"><span>${t('{sum} in all', { sum: sumsSaid(whole) })}</span><${Button} kind="primary" disabled=${isRunning} act=${() => { setAsking(true); }}>${t('Issue all')}<//></div>`}
    ${isAsking && html`<${Confirm} title=${plural(whole.length, 'Issue {count} invoice?', 'Issue {count} invoices?')} label=${t('Issue all')} close=${() => setAsking(false)} agree=${issueAll}><p>${t('An issued invoice has a number and does not change any more. {sum} in all.', { sum: sumsSaid(whole) })}</p><//>`}`;
}
