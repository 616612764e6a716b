// The billing run: what waits for an invoice, the drafts, and after it what was issued today.
import { html } from '../../vendor/preact.js';
import { place, zone } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { currentTime, dayOf } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { invoiceColumns } from './columns.js';
import { Drafts, sumsSaid } from './drafts.js';
import { Everything, useLastRun } from './everything.js';
import { Progress } from './progress.js';
import { Renewals } from './renewals.js';
import { WaitingItems } from './waiting.js';

/** @param {{number: number, title: string, count?: number, about: string, children?: any}} props */
const Step = ({ number, title, count, about, children }) => html`<section class="card run-step"><header><span class="run-number" aria-hidden="true">${number}</span><div><h2>${title} ${count ? html`<span class="count">${count}</span>` : ''}</h2><small>${about}</small></div></header>${children}</section>`;

export function BillingRun() {
  const at = { location_id: place.value?.id };
  const today = dayOf(currentTime(), zone.value);
  const items = useAll('/invoice-items', { ...at, pending: true });
  const drafts = useAll('/invoices', { ...at, status: 'draft' });
  const issued = useAll('/invoices', { ...at, issued_from: today, issued_to: today });
  const last = useLastRun(at.location_id);
  const nothing = (/** @type {string} */ title) => html`<p class="quiet">${title}</p>`;
  return html`<div class="stack"><div class="money-halves">
    <${Step} number=${1} title=${t('Waits for an invoice')} count=${items.data?.length} about=${t('Bookings, orders and fees that stand on no invoice yet.')}><${Read} of=${items} lines=${3} empty=${nothing(t('Nothing waits.'))}>${(/** @type {any[]} */ all) => html`<${WaitingItems} items=${all} />`}<//><${Everything} run=${last} count=${items.data?.length ?? 0} /><//>
    <${Step} number=${2} title=${t('Drafts')} count=${drafts.data?.length} about=${t('They can still be changed. With the issue they get their numbers.')}><${Read} of=${drafts} lines=${3} empty=${nothing(t('There are no drafts.'))}>${(/** @type {any[]} */ all) => html`<${Drafts} drafts=${all} />`}<//><${Progress} kind="issue" /><//></div>
    <${Renewals} />
    <section><div class="head-line run-after"><h2>${t('Issued today')}</h2>${issued.data?.length > 0 && html`<span class="quiet">${plural(issued.data.length, '{count} invoice', '{count} invoices')}</span><span class="spring" /><strong>${sumsSaid(issued.data)}</strong>`}</div>
      <${Read} of=${issued} lines=${3} empty=${html`<${Empty} title=${t('Nothing was issued today.')} icon="money" />`}>${(/** @type {any[]} */ all) => html`<${Table} label=${t('Issued today')} columns=${invoiceColumns().filter(({ name }) => name !== 'issued')} records=${all} />`}<//></section></div>`;
}
