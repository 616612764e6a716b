// What comes in every month, and who leaves.
import { html } from '../../vendor/preact.js';
import { money, number } from '../../app/money.js';
import { showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { share } from './heat.js';
import { Columns, Legend, Rows, Totals } from './totals.js';

const month = (/** @type {string} */ date) => showDay(date, { month: 'short', year: 'numeric' });
const short = (/** @type {string} */ date) => showDay(date, { month: 'short' });

/** Below zero, and not a zero that is. */
const less = (/** @type {number} */ value) => 0 - value || 0;

/** What a month gained and lost, as parts of a column. @param {any} one */
const changesOf = (one) => [{ value: one.new, tone: 'new' }, { value: one.expansion, tone: 'more' }, { value: -one.contraction, tone: 'less' }, { value: -one.lost, tone: 'lost' }];

/** @param {{report: any}} props */
export function Recurring({ report }) {
  const { currency, months, rules } = report;
  const last = months.at(-1);
  const amount = (/** @type {number} */ value) => money(value, currency);
  const compact = (/** @type {number} */ value) => money(value, currency, { notation: 'compact', maximumFractionDigits: 2 });
  const of = (/** @type {any} */ one) => `${month(one.month)}: ${amount(one.recurring_revenue_at_end)}`;
  const named = { month: month(last.month) };
  const pairs = [[t('Recurring revenue at the end of {month}', named), amount(last.recurring_revenue_at_end), 'recurring_revenue_at_end'], [t('New in {month}', named), amount(last.new), 'new'], [t('More in {month}', named), amount(last.expansion), 'expansion'],
    [t('Less in {month}', named), amount(last.contraction), 'contraction'], [t('Lost in {month}', named), amount(last.lost), 'lost'], [t('Subscriptions at the end of {month}', named), number(last.subscriptions_at_end)]];
  return html`<${Totals} rules=${rules} pairs=${pairs} />
    <div class="halves"><section class="card"><h2>${t('At the end of each month')}</h2><${Columns} show=${compact} bars=${months.map((/** @type {any} */ one) => ({ key: one.month, label: short(one.month), title: of(one), parts: [{ value: one.recurring_revenue_at_end, tone: 'main' }] }))} /></section>
      <section class="card"><h2>${t('What changed it')}</h2><${Columns} show=${compact} bars=${months.map((/** @type {any} */ one) => ({ key: one.month, label: short(one.month), title: of(one), parts: changesOf(one) }))} /><${Legend} entries=${[['new', t('New')], ['more', t('More')], ['less', t('Less')], ['lost', t('Lost')]]} /></section></div>
    <section class="card"><${Rows} label=${t('Recurring revenue by month')} heads=${[t('Month'), t('At the start'), t('New'), t('More'), t('Less'), t('Lost'), t('At the end'), t('Subscriptions'), t('New ones'), t('Ended')]}
        rows=${months.map((/** @type {any} */ one) => ({ key: one.month, cells: [month(one.month), amount(one.recurring_revenue_at_start), amount(one.new), amount(one.expansion), amount(less(one.contraction)), amount(less(one.lost)), amount(one.recurring_revenue_at_end), number(one.subscriptions_at_end), number(one.new_subscriptions), number(one.lost_subscriptions)] }))} /></section>`;
}

/** @param {{report: any}} props */
export function Churn({ report }) {
  const { months, rules } = report;
  const last = months.at(-1);
  const said = (/** @type {any} */ one) => `${month(one.month)}: ${share(one.churn_percent)}`;
  const named = { month: month(last.month) };
  const pairs = [[t('Churn in {month}', named), share(last.churn_percent), 'churn_percent'], [t('Customers at the start of {month}', named), number(last.customers_at_start), 'customers_at_start'], [t('New in {month}', named), number(last.new_customers), 'new_customers'],
    [t('Lost in {month}', named), number(last.lost_customers), 'lost_customers'], [t('Customers at the end of {month}', named), number(last.customers_at_end)]];
  return html`<${Totals} rules=${rules} pairs=${pairs} />
    <div class="halves"><section class="card"><h2>${t('Churn in percent')}</h2><${Columns} show=${(/** @type {number} */ value) => share(value)} bars=${months.map((/** @type {any} */ one) => ({ key: one.month, label: short(one.month), title: said(one), parts: [{ value: one.churn_percent ?? 0, tone: 'lost' }] }))} /></section>
      <section class="card"><h2>${t('Customers that came and went')}</h2><${Columns} show=${(/** @type {number} */ value) => number(value)} bars=${months.map((/** @type {any} */ one) => ({ key: one.month, label: short(one.month), title: said(one), parts: [{ value: one.new_customers, tone: 'new' }, { value: -one.lost_customers, tone: 'lost' }] }))} /><${Legend} entries=${[['new', t('New')], ['lost', t('Lost')]]} /></section></div>
    <section class="card"><${Rows} label=${t('Churn by month')} heads=${[t('Month'), t('Churn'), t('At the start'), t('Lost'), t('New'), t('At the end')]}
        rows=${months.map((/** @type {any} */ one) => ({ key: one.month, cells: [month(one.month), share(one.churn_percent), number(one.customers_at_start), number(one.lost_customers), number(one.new_customers), number(one.customers_at_end)] }))} /></section>`;
}
