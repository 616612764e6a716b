// The journal: the balance of all accounts at a day, its entries, and both for the accountant's program.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { download } from '../../app/request.js';
import { route } from '../../app/route.js';
import { addDays, currentTime, dayOf, showDay, showInstant, startOf, text } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { Entries } from './entries.js';
import { Days } from './filters.js';
import { grouped } from './sums.js';

/** @param {{balance: any}} props */
const Balance = ({ balance }) => html`<section class="card"><div class="head-line"><h2>${t('Trial balance')}</h2><${Badge} tone=${balance.is_balanced ? 'good' : 'bad'}>${balance.is_balanced ? t('Balanced') : t('Not balanced')}<//><span class="spring" /><small>${t('all locations, as of {instant}', { instant: showInstant(balance.at, zone.value) })}</small></div>
  <div class="scrolls" tabindex="0" role="region" aria-label=${t('Trial balance')}>${grouped(balance.accounts, (/** @type {any} */ one) => one.currency).map(([currency, accounts]) => html`<table key=${currency} class="plain-table balance"><caption>${currency}</caption>
    <thead><tr><th>${t('Account')}</th><th class="number">${t('Debit')}</th><th class="number">${t('Credit')}</th><th class="number">${t('Balance')}</th></tr></thead>
    <tbody>${accounts.map((/** @type {any} */ one) => html`<tr key=${one.account}><td>${word(one.account)}</td><td class="number">${money(one.debit, currency)}</td><td class="number">${money(one.credit, currency)}</td><td class="number">${money(one.balance, currency)}</td></tr>`)}</tbody></table>`)}</div></section>`;

export function Ledger() {
  const today = dayOf(currentTime(), zone.value);
  const { from = `${today.slice(0, 8)}01`, to = today } = route.value.query;
  const until = text(startOf(addDays(to || today, 1), zone.value));
  const span = { from: text(startOf(from || today, zone.value)), to: until };
  // The balance has what holds at its instant too: the last one of the day, not the first of the next.
  const balance = useRecord('/ledger/trial-balance', to && to < today ? { at: text(Date.parse(until) - 1) } : {});
  const csv = () => act({ send: () => download(`entries ${from} ${to}.csv`, '/ledger/entries.csv', span).then(() => true), types: [], done: t('The file has the entries of all locations from {from} to {to}.', { from: showDay(from || today, { dateStyle: 'medium' }), to: showDay(to || today, { dateStyle: 'medium' }) }) });
  return html`<div class="filters"><${Days} first=${from} last=${to} /><span class="spring" /><${Button} icon="download" act=${csv}>${t('Entries of all locations as CSV')}<//></div>
    <div class="stack"><${Read} of=${balance}>${(/** @type {any} */ data) => html`<${Balance} balance=${data} />`}<//><${Entries} span=${span} /></div>`;
}
