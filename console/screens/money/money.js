// Money: what is open and overdue, the billing run before and after, and one invoice with its life.
import { html } from '../../vendor/preact.js';
import { ask, link, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Tabs } from '../../ui/controls.js';
import { style } from '../../ui/style.js';
import { Books } from './books.js';
import { CreditNotes } from './credit-notes.js';
import { InvoicePage } from './invoice.js';
import { Invoices } from './invoices.js';
import { Ledger } from './ledger.js';
import { Overdue } from './overdue.js';
import { Overview } from './overview.js';
import { Payments } from './payments.js';
import { BillingRun } from './run.js';
import { Tax } from './tax.js';

await style(import.meta.url, 'money.css');

const PARTS = /** @type {Record<string, any>} */ ({ overview: Overview, run: BillingRun, overdue: Overdue, invoices: Invoices, payments: Payments, notes: CreditNotes, ledger: Ledger, books: Books, tax: Tax });
const tabs = () => [['overview', t('Overview')], ['run', t('Billing run')], ['overdue', t('Overdue')], ['invoices', t('Invoices')], ['payments', t('Payments')], ['notes', t('Credit notes')], ['ledger', t('Ledger')], ['books', t('Books')], ['tax', t('Tax')]]
  .map(([value, label]) => ({ value, label, href: link('money', '', { tab: value }) }));

export function Screen() {
  const { tab = 'overview', invoice = '' } = route.value.query;
  const Part = PARTS[tab] ?? Overview;
  return html`<h1 class="hidden-title">${t('Money')}</h1><${Tabs} label=${t('Parts of money')} value=${tab} tabs=${tabs()} /><${Part} key=${tab} />
    ${invoice && html`<${InvoicePage} key=${invoice} id=${invoice} close=${() => ask({ invoice: null })} />`}`;
}
