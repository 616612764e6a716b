// How the last thirty days were, in a line.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { addDays, currentTime, dayOf, showMinutes } from '../../app/time.js';
import { plural, t } from '../../app/words.js';

/** @param {{location?: string}} props */
export function Metrics({ location }) {
  const today = dayOf(currentTime(), zone.value);
  const { data } = useRecord('/tickets/metrics', { location_id: location, from: addDays(today, -29), to: today, overdue: true });
  if (!data) return null;
  const { total, overdue_now: late } = data;
  return html`<p class="metrics" title=${t('Of the last 30 days; times are minutes of business hours.')}>
    ${late && html`<span class=${late.tickets ? 'bad' : ''}>${plural(late.tickets, '{count} is late now', '{count} are late now')}</span>`}
    <span>${t('{created} made and {solved} solved in 30 days', { created: number(total.created), solved: number(total.resolution.tickets) })}</span>
    ${total.first_response.tickets > 0 && html`<span>${t('first answer after {time}', { time: showMinutes(total.first_response.average_minutes) })}</span>`}
    ${total.resolution.tickets > 0 && html`<span>${t('solved after {time}', { time: showMinutes(total.resolution.average_minutes) })}</span>`}</p>`;
}
