// A customer's money: what they have, what they owe, what they paid, and the statement with its balance.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { isAdmin, locations, ofTheirs, zone } from '../../app/place.js';
import { useList, useRecord } from '../../app/records.js';
import { download, post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { dayOf, showDay, showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { Balance, Clearings } from './balance.js';
import { GiveUnits, RecordPayment } from './money-forms.js';
import { Statement } from './statement.js';
import { List } from './list.js';

const day = (/** @type {string | null} */ date) => (date ? showDay(date, { dateStyle: 'medium' }) : '');
const invoiceLink = (/** @type {string} */ id) => link('money', '', { tab: 'invoices', invoice: id });
const placeName = (/** @type {string | null} */ id) => (id ? locations.value.find((one) => one.id === id)?.name ?? '' : t('everywhere'));

/** What of a wallet expires, and when. @param {{label: string, of: any}} props */
const Wallet = ({ label, of }) => html`<section class="card wallet"><h2>${label}</h2><p class="large">${number(of.total)}</p>
  <${Facts} pairs=${[[t('Never expire'), of.permanent ? number(of.permanent) : ''], [t('Will be taken'), of.scheduled ? number(of.scheduled) : '']]} />
  ${of.expiring.length > 0 && html`<ul class="plain lines">${of.expiring.slice(0, 6).map((/** @type {any} */ part) => html`<li key=${part.bucket_id}><strong>${number(part.amount)}</strong> <small>${t('until {day}, {location}', { day: day(dayOf(Date.parse(part.expires_at) - 1, zone.value)), location: placeName(part.location_id) })}</small></li>`)}</ul>`}</section>`;

/** @param {{of: any}} props */
function Balances({ of }) {
  const balances = useRecord(`/customers/${of.id}/balances`);
  return html`<${Read} of=${balances} lines=${3}>${(/** @type {any} */ data) => html`<div class="cards">
    <${Balance} of=${of} balances=${data.money} />
    <${Wallet} label=${t('Credits')} of=${data.credits} /><${Wallet} label=${t('Day passes')} of=${data.day_passes} /></div>`}<//>`;
}

/** @param {((invoice: any) => void) | undefined} pay for those who record payments */
const invoiceColumns = (pay) => [
  { name: 'number', label: t('Invoice'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => (isAdmin.value ? html`<a href=${invoiceLink(one.id)}>${one.number ?? t('Draft')}</a>` : one.number ?? t('Draft')) },
  { name: 'issued', label: t('Issued'), width: '8rem', show: (/** @type {any} */ one) => html`<time>${day(one.issue_date)}</time>` },
  { name: 'due', label: t('Due'), width: '8rem', show: (/** @type {any} */ one) => html`<time>${day(one.due_date)}</time>` },
  { name: 'status', label: t('State'), width: '9rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.overdue ? 'overdue' : one.status} />` },
  { name: 'total', label: t('Total'), width: '7.5rem', class: 'number', show: (/** @type {any} */ one) => money(one.total, one.currency) },
  { name: 'open', label: t('Open'), width: '7.5rem', class: 'number', show: (/** @type {any} */ one) => (Number(one.amount_due) ? html`<strong>${money(one.amount_due, one.currency)}</strong>` : '') },
  { name: 'actions', label: '', width: '11rem', show: (/** @type {any} */ one) => html`<span class="across row-actions">${pay && Number(one.amount_due) > 0 && html`<${Button} act=${() => pay(one)} aria-label=${t('Paid: {number}', { number: one.number })}>${t('Paid')}<//>`}
    ${one.number && html`<${Button} kind="quiet" icon="download" label=${t('PDF of {number}', { number: one.number })} act=${() => download(`${one.number}.pdf`, `/invoices/${one.id}/pdf`)} />`}</span>` },
];

const paymentColumns = () => [
  { name: 'paid', label: t('Paid'), width: '12rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.paid_at ?? one.created_at, zone.value)}</time>` },
  { name: 'method', label: t('How'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => word(one.method) },
  { name: 'for', label: t('For'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => (one.invoice_id ? html`<a href=${invoiceLink(one.invoice_id)}>${t('An invoice')}</a>` : one.order_id ? t('An order') : t('The balance')) },
  { name: 'note', label: t('Note'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto" title=${one.note}>${one.note}</div>` },
  { name: 'status', label: t('State'), width: '10rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status === 'succeeded' ? 'paid' : one.status} label=${word(one.status)} />` },
  { name: 'amount', label: t('Amount'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<strong>${money(one.amount, one.currency)}</strong>${Number(one.refunded_amount) > 0 && html` <small>${t('{amount} back', { amount: money(one.refunded_amount, one.currency) })}</small>`}` },
];

/** Takes a posting back. @param {string} unit @param {any} one */
const reverse = (unit, one) => act({ send: () => post(/** @type {any} */ (`/${unit}-transactions/${one.id}/reverse`)), types: ['credit_transaction', 'day_pass_transaction'], done: t('It is taken back.') });
const mayReverse = (/** @type {any} */ one) => one.status === 'posted' && ['admin_allocation', 'purchase_allocation', 'refund', 'admin_charge', 'check_in'].includes(one.type) && !one.reversed_by_id;

/** @param {string} unit */
const walletColumns = (unit) => [
  { name: 'at', label: t('When'), width: '12rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.posted_at ?? one.scheduled_for ?? one.created_at, zone.value)}</time>` },
  { name: 'type', label: t('What'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => word(one.type) },
  { name: 'reason', label: t('Reason'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto" title=${one.reason}>${one.reason}</div>` },
  { name: 'amount', label: t('Amount'), width: '6rem', class: 'number', show: (/** @type {any} */ one) => html`<strong>${number(one.direction === 'debit' ? -one.amount : one.amount, { signDisplay: 'exceptZero' })}</strong>` },
  { name: 'balance', label: t('Balance'), width: '6rem', class: 'number', show: (/** @type {any} */ one) => (one.balance_after === null ? '' : number(one.balance_after)) },
  { name: 'status', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status === 'posted' ? 'closed' : one.status} label=${word(one.status)} />` },
  { name: 'back', label: '', width: '8rem', show: (/** @type {any} */ one) => mayReverse(one) && html`<${Button} act=${() => reverse(unit, one)}>${t('Take back')}<//>` },
];

/** A section with its list. @param {{title: string, path: any, of: any, columns: any[], empty: string}} props */
function Section({ title, path, of, columns, empty }) {
  const list = useList(path, { customer_id: of.id });
  return html`<section><h2>${title}</h2><${List} of=${list} lines=${3} label=${title} columns=${columns} empty=${html`<p class="quiet">${empty}</p>`} /></section>`;
}

/** @param {{of: any, pay?: (invoice: any) => void}} props */
function Invoices({ of, pay }) {
  const list = useList('/invoices', { customer_id: of.id, ...ofTheirs() });
  return html`<section><h2>${t('Invoices')}</h2><${List} of=${list} lines=${3} label=${t('Invoices')} columns=${invoiceColumns(pay)} empty=${html`<p class="quiet">${t('No invoices.')}</p>`} /></section>`;
}

/** All that there is of it. @param {{of: any}} props */
function Whole({ of }) {
  const [asked, setAsked] = useState(/** @type {{what: string, invoice?: any}} */ ({ what: '' }));
  const close = () => setAsked({ what: '' });
  return html`<div class="head-line"><span class="spring" /><${Button} act=${() => { setAsked({ what: 'day-pass' }); }}>${t('Give day passes')}<//><${Button} act=${() => { setAsked({ what: 'credit' }); }}>${t('Give credits')}<//>
      <${Button} kind="primary" act=${() => { setAsked({ what: 'payment' }); }}>${t('Record a payment')}<//></div>
    <div class="stack money-page"><${Balances} of=${of} /><${Invoices} of=${of} pay=${(/** @type {any} */ invoice) => setAsked({ what: 'payment', invoice })} /><${Statement} of=${of} />
      <${Section} title=${t('Payments')} path="/payment-transactions" of=${of} columns=${paymentColumns()} empty=${t('Nothing was paid yet.')} />
      <${Clearings} of=${of} />
      <${Section} title=${t('Credits')} path="/credit-transactions" of=${of} columns=${walletColumns('credit')} empty=${t('No credits came or went.')} />
      <${Section} title=${t('Day passes')} path="/day-pass-transactions" of=${of} columns=${walletColumns('day-pass')} empty=${t('No day passes came or went.')} /></div>
    ${asked.what === 'payment' && html`<${RecordPayment} of=${of} invoice=${asked.invoice} close=${close} />`}
    ${(asked.what === 'credit' || asked.what === 'day-pass') && html`<${GiveUnits} of=${of} unit=${asked.what} close=${close} />`}`;
}

/** Wallets, payments and statements are of the whole business: those who run some locations see what was invoiced there. @param {{of: any}} props */
export const Money = ({ of }) => (isAdmin.value ? html`<${Whole} of=${of} />` : html`<${Invoices} of=${of} />`);
