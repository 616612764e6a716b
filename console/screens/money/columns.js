// What lists of invoices show.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { link, route } from '../../app/route.js';
import { showDay } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Link, Status } from '../../ui/controls.js';

export const day = (/** @type {string | null | undefined} */ date) => date && showDay(date, { dateStyle: 'medium' });

/** @param {{id: string}} props */
export const Customer = ({ id }) => html`<${Link} to=${link('person', id, { tab: 'money' })} dir="auto">${useCustomerName(id) || '…'}<//>`;

const isPartlyPaid = (/** @type {any} */ { status, amount_due: due, total }) => status === 'issued' && due < total;

/** State of an invoice: that it is overdue says more than that it is issued. @param {{invoice: any}} props */
export const InvoiceStatus = ({ invoice }) => (invoice.overdue ? html`<${Status} status="overdue" label=${plural(invoice.overdue_days, 'overdue by {count} day', 'overdue by {count} days')} />` : html`<${Status} status=${isPartlyPaid(invoice) ? 'partially_paid' : invoice.status} label=${isPartlyPaid(invoice) ? t('Partially paid') : undefined} />`);

/** Link to an invoice, over the present list. @param {{id: string, children?: any}} props */
export const InvoiceLink = ({ id, children }) => html`<${Link} to=${link('money', '', { ...route.value.query, invoice: id })}>${children}<//>`;

export const invoiceColumns = () => [
  { name: 'number', label: t('Invoice'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`<${InvoiceLink} id=${one.id}>${one.number || t('Draft')}<//>` },
  { name: 'customer', label: t('Customer'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<${Customer} id=${one.customer_id} />` },
  { name: 'issued', label: t('Issued'), width: '7.5rem', show: (/** @type {any} */ one) => html`<time>${day(one.issue_date)}</time>` },
  { name: 'due', label: t('Due'), width: '7.5rem', show: (/** @type {any} */ one) => html`<time>${day(one.due_date)}</time>` },
  { name: 'total', label: t('Total'), width: '7rem', class: 'number', show: (/** @type {any} */ one) => money(one.total, one.currency) },
  { name: 'open', label: t('Open'), width: '7rem', class: 'number', show: (/** @type {any} */ one) => (one.status === 'issued' ? money(one.amount_due, one.currency) : '') },
  { name: 'status', label: t('State'), width: '11rem', show: (/** @type {any} */ one) => html`<${InvoiceStatus} invoice=${one} />` },
];
