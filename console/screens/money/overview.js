// What is owed and how late, who owes most, what came in this month, and what failed.
import { html } from '../../vendor/preact.js';
import { money, number } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { currentTime, dayOf, startOf, text } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Read } from '../../ui/states.js';
import { Customer } from './columns.js';
import { LATE } from './dunning.js';
import { ageing, grouped, owing, sumOf } from './sums.js';

/** @param {{label: string, value: any, note?: any, to: string, tone?: string}} props */
const Figure = ({ label, value, note, to, tone = '' }) => html`<a class=${`card ${tone}`} href=${to}><small>${label}</small><strong>${value}</strong><small>${note ?? ' '}</small></a>`;

/** Name of a bucket of days past due, by the first of them. @param {number} from */
export function lateLabel(from) {
  if (!from) return t('Not due yet');
  const to = (LATE[LATE.indexOf(from) + 1] ?? Infinity) - 1;
  return to === Infinity ? t('more than {days} days', { days: from - 1 }) : t('{from} to {to} days', { from, to });
}

/** Open amounts by how late they are. @param {{invoices: any[], currency: string}} props */
function Ageing({ invoices, currency }) {
  const buckets = ageing(invoices, currency);
  const most = Math.max(...buckets.map(({ amount }) => amount), 1);
  const to = (/** @type {number} */ from) => (from ? link('money', '', { tab: 'overdue', late: from }) : link('money', '', { tab: 'invoices', status: 'issued' }));
  return html`<section class="card"><h2>${t('What is open, by days past due')}</h2><div class="scrolls" tabindex="0" role="region" aria-label=${t('What is open, by days past due')}><table class="plain-table ageing"><thead><tr><th>${t('Past due')}</th><th class="number">${t('Invoices')}</th><th class="number">${t('Open')}</th><th aria-hidden="true"></th></tr></thead>
    <tbody>${buckets.map((bucket) => html`<tr key=${bucket.from}><td><a href=${to(bucket.from)}>${lateLabel(bucket.from)}</a></td><td class="number">${number(bucket.count)}</td><td class="number">${money(bucket.amount, currency)}</td>
      <td class="ageing-place" aria-hidden="true">${bucket.amount > 0 && html`<span class=${`ageing-bar late-${bucket.from}`} style=${{ width: `${(100 * bucket.amount) / most}%` }} />`}</td></tr>`)}</tbody></table></div></section>`;
}

/** Who owes most, and how much of it is late. @param {{invoices: any[], currency: string}} props */
function Owing({ invoices, currency }) {
  const most = owing(invoices, currency).slice(0, 6);
  return html`<section class="card"><h2>${t('Who owes most')}</h2>${most.length ? html`<ol class="plain">${most.map(({ customer, open, overdue, count }) => html`<li key=${customer} class="run-line"><div class="who"><${Customer} id=${customer} /><br /><small>${plural(count, '{count} invoice', '{count} invoices')}</small></div>
    <div class="number"><strong>${money(open, currency)}</strong>${overdue > 0 && html`<br /><small class="late">${t('{amount} overdue', { amount: money(overdue, currency) })}</small>`}</div></li>`)}</ol>` : html`<p class="quiet">${t('Nobody owes anything.')}</p>`}</section>`;
}

/** What came in, less what was given back, by whatever the journal says of cash: a refund counts when it is made, whenever its payment was. @param {any[] | undefined} entries @param {string} currency */
function paidSaid(entries, currency) {
  if (!entries) return '…';
  const cash = entries.flatMap(({ lines }) => lines).filter((/** @type {any} */ line) => line.account === 'cash' && line.currency === currency);
  return money(sumOf(cash.flatMap((/** @type {any} */ { debit, credit }) => [debit, -credit]), currency), currency);
}

/** Entries of the month that move cash: payments and refunds, and what credit notes gave back. @param {string} since @param {string | undefined} location */
function useCash(since, location) {
  const of = (/** @type {string} */ kind) => ({ location_id: location, from: since, document_type: kind });
  const [payments, notes] = [useAll('/ledger/entries', of('payment')), useAll('/ledger/entries', of('credit_note'))];
  return payments.data && notes.data && [...payments.data, ...notes.data];
}

export function Overview() {
  const at = { location_id: place.value?.id };
  const first = `${dayOf(currentTime(), zone.value).slice(0, 8)}01`;
  const open = useAll('/invoices', { ...at, status: 'issued' });
  const cash = useCash(text(startOf(first, zone.value)), place.value?.id);
  const [drafts, failed, waiting] = [useRecord('/invoices', { ...at, status: 'draft', limit: 1 }), useRecord('/payment-transactions', { ...at, status: 'failed', limit: 1 }), useRecord('/invoice-items', { ...at, pending: true, limit: 1 })];
  const run = link('money', '', { tab: 'run' });
  return html`<${Read} of=${open}>${(/** @type {any[]} */ invoices) => html`<div class="stack">${grouped(invoices.length ? invoices : [{ currency: place.value?.currency }], ({ currency }) => currency).map(([currency, all]) => {
    const owed = invoices.length ? all : [];
    const overdue = owed.filter((one) => one.overdue);
    const sum = (/** @type {any[]} */ of) => money(sumOf(of.map((one) => one.amount_due), currency), currency);
    return html`<section key=${currency} class="stack"><div class="money-figures">
      <${Figure} label=${t('Open')} value=${sum(owed)} note=${plural(owed.length, '{count} invoice', '{count} invoices')} to=${link('money', '', { tab: 'invoices', status: 'issued' })} />
      <${Figure} label=${t('Overdue')} value=${sum(overdue)} tone=${overdue.length ? 'tone-bad' : ''} note=${plural(overdue.length, '{count} invoice', '{count} invoices')} to=${link('money', '', { tab: 'overdue' })} />
      <${Figure} label=${t('Paid this month')} value=${paidSaid(cash, currency)} note=${t('less refunds')} to=${link('money', '', { tab: 'payments', from: first })} />
      <${Figure} label=${t('Drafts')} value=${drafts.total ?? '…'} to=${run} /><${Figure} label=${t('Items that wait')} value=${waiting.total ?? '…'} to=${run} />
      <${Figure} label=${t('Failed payments')} value=${failed.total ?? '…'} tone=${failed.total ? 'tone-bad' : ''} to=${link('money', '', { tab: 'payments', status: 'failed' })} /></div>
      <div class="money-halves"><${Ageing} invoices=${owed} currency=${currency} /><${Owing} invoices=${owed} currency=${currency} /></div></section>`;
  })}</div>`}<//>`;
}
