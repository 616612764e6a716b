// Which days are asked about: a month, a quarter or a year of the calendar, or days of one's own; kept in the address.
import { html } from '../../vendor/preact.js';
import { ask, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { periodsOf, today } from './bookkeeping-days.js';
import { Days } from './filters.js';

/** The days of the address, or those of last month. @returns {{from: string, to: string}} */
export function daysAsked() {
  const [first, last] = periodsOf(today())['last-month'];
  const { from, to } = route.value.query;
  return { from: from || first, to: to || last };
}

/** @param {{children?: any}} props */
export function Periods({ children }) {
  const { from, to } = daysAsked();
  const periods = periodsOf(today());
  const now = Object.entries(periods).find(([, [first, last]]) => first === from && last === to)?.[0] ?? '';
  const names = [['last-month', t('Last month')], ['month', t('This month')], ['last-quarter', t('Last quarter')], ['quarter', t('This quarter')], ['last-year', t('Last year')], ['year', t('This year')]];
  const choose = (/** @type {any} */ event) => { const days = periods[event.target.value]; if (days) ask({ from: days[0], to: days[1] }); };
  return html`<div class="filters"><label>${t('Period')} <select onChange=${choose}>${!now && html`<option value="" selected>${t('Own days')}</option>`}${names.map(([value, label]) => html`<option key=${value} value=${value} selected=${value === now}>${label}</option>`)}</select></label>
    <${Days} first=${from} last=${to} /><span class="spring" />${children}</div>`;
}
