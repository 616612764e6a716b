// The return of tax: what was taxed at each rate in these days, by month, and the tax on it.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { locations, merchant } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { download } from '../../app/request.js';
import { ask, route } from '../../app/route.js';
import { showDay, showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { Periods, daysAsked } from './periods.js';
import { sumOf } from './sums.js';

/** Currencies in which something may be taxed: those of the business and of its locations. */
const currencies = () => [...new Set([merchant.value?.default_currency ?? 'EUR', ...locations.value.map(({ currency }) => currency)])];

/** @param {{report: any}} props */
function Table({ report }) {
  const { currency } = report;
  const amount = (/** @type {number} */ value) => money(value, currency);
  const row = (/** @type {string} */ key, /** @type {any} */ label, /** @type {any} */ cell, isSum = false) => html`<tr key=${key} class=${isSum ? 'sum' : ''}><td>${label}</td><td class="number">${t('{percent} %', { percent: number(cell.tax_rate) })}</td><td class="number">${amount(cell.taxable)}</td><td class="number">${amount(cell.tax)}</td></tr>`;
  const taxable = sumOf(report.by_rate.map((/** @type {any} */ cell) => cell.taxable), currency);
  return html`<table class="plain-table tax-table"><thead><tr><th>${t('Month')}</th><th class="number">${t('Rate')}</th><th class="number">${t('What was taxed')}</th><th class="number">${t('Tax')}</th></tr></thead>
    <tbody>${report.periods.map((/** @type {any} */ period) => (period.by_rate.length ? period.by_rate.map((/** @type {any} */ cell, /** @type {number} */ place) => row(`${period.date} ${cell.tax_rate}`, place ? '' : showDay(period.date, { month: 'short', year: 'numeric' }), cell))
      : html`<tr key=${period.date}><td>${showDay(period.date, { month: 'short', year: 'numeric' })}</td><td colspan="3" class="quiet">${t('Nothing')}</td></tr>`))}</tbody>
    <tfoot>${report.periods.length > 1 && report.by_rate.length > 1 && report.by_rate.map((/** @type {any} */ cell) => row(`all ${cell.tax_rate}`, t('All days'), cell, true))}
      ${report.unassigned_tax !== 0 && html`<tr><td colspan="3">${t('Tax of entries that have no rate')}</td><td class="number">${amount(report.unassigned_tax)}</td></tr>`}
      <tr class="sum"><td colspan="2"><strong>${t('Together')}</strong></td><td class="number"><strong>${amount(taxable)}</strong></td><td class="number"><strong>${amount(report.tax)}</strong></td></tr></tfoot></table>`;
}

export function Tax() {
  const days = daysAsked();
  const { currency = currencies()[0] } = route.value.query;
  const query = { ...days, currency };
  const report = useRecord('/reports/tax', query);
  const csv = () => act({ send: () => download(`tax ${days.from} ${days.to} ${currency}.csv`, '/reports/tax.csv', query).then(() => true), types: [] });
  const choice = currencies().length > 1 && html`<label>${t('Currency')} <select onChange=${(/** @type {any} */ event) => ask({ currency: event.target.value })}>${currencies().map((one) => html`<option key=${one} value=${one} selected=${one === currency}>${one}</option>`)}</select></label>`;
  return html`<${Periods}>${choice}<${Button} icon="download" act=${csv}>${t('CSV')}<//><//>
    <${Read} of=${report}>${(/** @type {any} */ data) => html`<section class="card"><div class="head-line"><h2>${t('Return of tax')}</h2><span class="spring" /><small>${t('all locations, as of {instant}', { instant: showInstant(data.as_of, data.time_zone) })}</small></div>
      <div class="scrolls" tabindex="0" role="region" aria-label=${t('Return of tax')}><${Table} report=${data} /></div></section>
      <details class="card rules"><summary><h2>${t('How these figures are computed')}</h2></summary><dl>${data.rules.map((/** @type {any} */ { figure, rule }) => html`<div key=${figure}><dt>${word(figure)}</dt><dd>${t(rule)}</dd></div>`)}</dl></details>`}<//>`;
}
