// Overdue invoices: who, since when, which reminder they are at, and what is done about it.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { link, route } from '../../app/route.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Asked, Sheet } from './asked.js';
import { Customer, InvoiceLink, day } from './columns.js';
import { LATE, isLateSince } from './dunning.js';
import { lateLabel } from './overview.js';
import { Steps } from './steps.js';
import { grouped, sumOf } from './sums.js';

/** @param {(invoice: any, form: string) => void} ask */
const columns = (ask) => [
  { name: 'customer', label: t('Customer'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<${Customer} id=${one.customer_id} /><br /><small><${InvoiceLink} id=${one.id}>${one.number}<//></small>` },
  { name: 'due', label: t('Late'), width: '9rem', show: (/** @type {any} */ one) => html`<strong class="late">${plural(one.overdue_days, '{count} day', '{count} days')}</strong><br /><small>${t('due {day}', { day: day(one.due_date) ?? '' })}</small>` },
  { name: 'dunning', label: t('Reminders'), width: '13rem', show: (/** @type {any} */ one) => html`<${Steps} invoice=${one} />` },
  { name: 'open', label: t('Open'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<strong>${money(one.amount_due, one.currency)}</strong>${one.amount_due !== one.total && html`<br /><small>${t('of {amount}', { amount: money(one.total, one.currency) })}</small>`}` },
  { name: 'actions', label: html`<span class="hidden">${t('Actions')}</span>`, width: '10rem', show: (/** @type {any} */ one) => html`<div class="row-actions"><${Button} aria-label=${t('Paid: {number}', { number: one.number })} act=${() => ask(one, 'pay')}>${t('Paid')}<//>
    <${Button} kind="quiet" icon="more" label=${t('More for {number}', { number: one.number })} act=${() => ask(one, 'sheet')} /></div>` },
];

/** Which of them are looked at, and what that is in all. @param {{invoices: any[], shown: any[], late: number}} props */
function Line({ invoices, shown, late }) {
  const sums = grouped(shown, ({ currency }) => currency).map(([currency, all]) => money(sumOf(all.map((one) => one.amount_due), currency), currency));
  const customers = new Set(shown.map((one) => one.customer_id)).size;
  const choice = (/** @type {number} */ from, /** @type {string} */ label) => html`<a key=${from} class="chip" aria-current=${from === late ? 'true' : undefined} href=${link('money', '', { tab: 'overdue', late: from || null })}>${label} <span class="count">${from ? invoices.filter((one) => isLateSince(one, from)).length : invoices.length}</span></a>`;
  return html`<div class="head-line"><nav class="chips" aria-label=${t('How late')}>${choice(0, t('All'))}${LATE.map((from) => choice(from, lateLabel(from)))}</nav><span class="spring" />
    <span><strong>${sums.join(' + ')}</strong> <span class="quiet">${plural(customers, 'of {count} customer', 'of {count} customers')}</span></span></div>`;
}

export function Overdue() {
  const late = Number(route.value.query.late ?? 0);
  const [asked, setAsked] = useState(/** @type {{invoice: any, form: string} | null} */ (null));
  const list = useAll('/invoices', { location_id: place.value?.id, overdue: true });
  const ask = (/** @type {any} */ invoice, /** @type {string} */ form) => setAsked({ invoice, form });
  const close = () => setAsked(null);
  return html`<${Read} of=${list} empty=${html`<${Empty} title=${t('Nothing is overdue.')} />`}>${(/** @type {any[]} */ all) => {
    const invoices = all.filter(({ overdue }) => overdue).sort((one, other) => other.overdue_days - one.overdue_days);
    const shown = late ? invoices.filter((one) => isLateSince(one, late)) : invoices;
    return html`<${Line} invoices=${invoices} shown=${shown} late=${late} /><${Table} label=${t('Overdue invoices')} columns=${columns(ask)} records=${shown} height=${60} />`;
  }}<//>
    ${asked?.form === 'sheet' && html`<${Sheet} invoice=${asked.invoice} ask=${(/** @type {string} */ form) => ask(asked.invoice, form)} close=${close} />`}
    ${asked && asked.form !== 'sheet' && html`<${Asked} key=${asked.form} invoice=${asked.invoice} form=${asked.form} close=${close} />`}`;
}
