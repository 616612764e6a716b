// Revenue by period and by kind of document: what the journal says.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { ask, route } from '../../app/route.js';
import { showDay } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Choice } from '../../ui/controls.js';
import { Columns, Rows, Totals } from './totals.js';

/** @param {{report: any}} props */
export function Revenue({ report }) {
  const { currency, total, periods, rules, interval } = report;
  const day = (/** @type {string} */ date) => showDay(date, interval === 'month' ? { month: 'short', year: 'numeric' } : { weekday: 'short', day: 'numeric', month: 'short' });
  const kinds = total.by_document_type.map((/** @type {any} */ one) => one.document_type);
  const of = (/** @type {any} */ period, /** @type {string} */ kind) => period.by_document_type.find((/** @type {any} */ one) => one.document_type === kind)?.revenue ?? 0;
  const amount = (/** @type {number} */ value) => money(value, currency);
  const intervals = [{ value: 'month', label: t('By month') }, { value: 'day', label: t('By day') }];
  const bars = periods.map((/** @type {any} */ one) => ({ key: one.date, label: showDay(one.date, interval === 'month' ? { month: 'short' } : { day: 'numeric', month: 'short' }), title: `${day(one.date)}: ${amount(one.revenue)}`, parts: [{ value: one.revenue, tone: one.revenue < 0 ? 'down' : 'main' }] }));
  return html`<${Totals} rules=${rules} pairs=${[[t('Revenue'), amount(total.revenue), 'revenue'], ...total.by_document_type.map((/** @type {any} */ one) => [t('of that, {kind}', { kind: word(one.document_type) }), amount(one.revenue), 'by_document_type']), [t('Bad debt'), amount(total.bad_debt), 'bad_debt']]} />
    <section class="card"><div class="head-line"><${Choice} label=${t('Periods')} value=${interval} options=${intervals} choose=${(/** @type {string} */ value) => ask({ interval: value })} /></div>
      <${Columns} bars=${bars} show=${(/** @type {number} */ value) => money(value, currency, { notation: 'compact', maximumFractionDigits: 2 })} />
      <${Rows} label=${interval === 'month' ? t('Revenue by month') : t('Revenue by day')} heads=${[interval === 'month' ? t('Month') : t('Day'), t('Revenue'), ...kinds.map(word), t('Bad debt')]}
        rows=${periods.map((/** @type {any} */ one) => ({ key: one.date, cells: [day(one.date), amount(one.revenue), ...kinds.map((/** @type {string} */ kind) => amount(of(one, kind))), amount(one.bad_debt)] }))} /></section>
    ${route.value.query.everywhere !== 'false' && html`<p class="quiet">${t('Days are those of {zone}.', { zone: report.time_zone.replaceAll('_', ' ') })}</p>`}`;
}
