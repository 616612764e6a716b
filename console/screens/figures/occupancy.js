// How much of the bookable time is booked, by weekday and hour, by day and by type of resource.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { showDay } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Heat, share } from './heat.js';
import { Columns, Rows, Totals } from './totals.js';

export const hours = (/** @type {number} */ minutes) => t('{hours} h', { hours: number(Math.round(minutes / 6) / 10) });

/** @param {{report: any}} props */
export function Occupancy({ report }) {
  const { total, rules } = report;
  const bars = report.by_day.map((/** @type {any} */ one) => ({ key: one.date, label: showDay(one.date, { day: 'numeric', month: 'short' }), title: `${showDay(one.date)}: ${hours(one.booked_minutes)}, ${share(one.occupancy_percent)}`, parts: [{ value: one.booked_minutes / 60, tone: 'main' }] }));
  const cells = (/** @type {any} */ one) => [share(one.occupancy_percent), hours(one.booked_minutes), hours(one.bookable_minutes), number(one.bookings), number(one.cancelled_bookings), number(one.no_show_bookings)];
  const heads = [t('Occupancy'), t('Booked'), t('Bookable'), t('Bookings'), t('Cancelled'), t('No-shows')];
  return html`<${Totals} rules=${rules} pairs=${[[t('Occupancy'), share(total.occupancy_percent), 'occupancy_percent'], [t('Booked'), hours(total.booked_minutes), 'booked_minutes'], [t('Bookable'), hours(total.bookable_minutes), 'bookable_minutes'], [t('Bookings'), number(total.bookings), 'bookings'], [t('Cancelled'), number(total.cancelled_bookings), 'cancelled_bookings'], [t('No-shows'), number(total.no_show_bookings), 'no_show_bookings']]} />
    <${Heat} cells=${report.by_hour} />
    <section class="card"><h2>${t('Booked hours by day')}</h2><${Columns} bars=${bars} show=${(/** @type {number} */ value) => t('{hours} h', { hours: number(value) })} />
      <details class="as-table"><summary>${t('As a table')}</summary><${Rows} label=${t('Booked hours by day')} heads=${[t('Day'), ...heads]} rows=${report.by_day.map((/** @type {any} */ one) => ({ key: one.date, cells: [showDay(one.date), ...cells(one)] }))} /></details></section>
    ${report.by_resource_type.length > 0 && html`<section class="card"><h2>${t('By type of resource')}</h2><${Rows} label=${t('Occupancy by type of resource')} heads=${[t('Type'), ...heads]} rows=${report.by_resource_type.map((/** @type {any} */ one) => ({ key: one.resource_type, cells: [word(one.resource_type), ...cells(one)] }))} /></section>`}`;
}
