// The books: which chart of accounts holds, the merchant's own accounts, cost centres, and what DATEV asks for.
import { html } from '../../vendor/preact.js';
import { useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { CostCentres, OwnAccounts, sentAccounts } from './books-accounts.js';
import { CHARTS, bookedOn } from './books-words.js';
import { Part, SaveBar, useEditing } from './editing.js';

/** @type {import('./spec.js').Spec} */
const SPEC = { chart: 'text', accounts: 'raw', cost_centres: 'raw', 'datev.consultant_number': 'optional', 'datev.client_number': 'optional', 'datev.fiscal_year_month': 'number' };

const months = () => Array.from({ length: 12 }, (_, month) => ({ value: String(month + 1), label: showDay(`2026-${String(month + 1).padStart(2, '0')}-01`, { month: 'long' }) }));

/** @param {{books: any}} props */
function BooksForm({ books }) {
  const editing = useEditing({ path: '/ledger/books', record: books, spec: SPEC, types: ['books'], name: 'books', done: t('The books are changed.'), extra: (now) => (JSON.stringify(now.accounts) === JSON.stringify(now.base.accounts) ? {} : { accounts: sentAccounts(now.accounts) }) });
  const { form } = editing;
  return html`<form onSubmit=${form.submit}>
    <${Part} title=${t('Chart of accounts')} note=${t('It changes no entry: files from now on have the new numbers.')}><${Input} form=${form} name="chart" label=${t('Chart')} options=${CHARTS()} /><//>
    <${Part} title=${t('Own accounts')} note=${t('They go before those of the chart; of those that fit, one for a rate before one for a kind.')}><${OwnAccounts} form=${form} /><//>
    <${Part} title=${t('Cost centres')} note=${t('What the books call each location; empty for none.')}><${CostCentres} form=${form} /><//>
    <${Part} title=${t('DATEV')} note=${t('Without both numbers there is no batch for DATEV.')}><div class="fields"><${Input} form=${form} name="datev.consultant_number" type="number" min="1001" max="9999999" label=${t('Number of the tax adviser')} /><${Input} form=${form} name="datev.client_number" type="number" min="1" max="99999" label=${t('Client number')} />
      <${Input} form=${form} name="datev.fiscal_year_month" label=${t('The fiscal year begins with')} options=${months()} /></div><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** All accounts on which something can be booked. @param {{accounts: any[]}} props */
function Accounts({ accounts }) {
  const hasKeys = accounts.some((one) => one.posting_key);
  return html`<section class="card"><h2>${t('All accounts')}</h2><div class="accounts-scroll" tabindex="0" role="region" aria-label=${t('All accounts')}><table class="accounts-table"><thead><tr><th>${t('Number')}</th><th>${t('Name')}</th><th>${t('What is booked on it')}</th>${hasKeys && html`<th>${t('Posting key')}</th>`}</tr></thead>
    <tbody>${accounts.map((one, place) => html`<tr key=${place}><td>${one.number}</td><td><span dir="auto">${one.name}</span> ${one.is_own && html`<${Badge} tone="info">${t('Own')}<//>`}</td><td>${bookedOn(one)}</td>${hasKeys && html`<td>${one.posting_key}</td>`}</tr>`)}</tbody></table></div></section>`;
}

export function Section() {
  const books = useRecord('/ledger/books');
  const chart = useRecord('/ledger/accounts');
  return html`<div class="head-line"><h2>${t('Books')}</h2><span class="spring" /><a href=${link('money', '', { tab: 'books' })}>${t('Close days, and files for the accountant')}</a></div>
    <div class="stack"><${Read} of=${books} lines=${8}>${(/** @type {any} */ record) => html`<${BooksForm} books=${record} />`}<//><${Read} of=${chart}>${(/** @type {any} */ data) => html`<${Accounts} accounts=${data.accounts} />`}<//></div>`;
}
