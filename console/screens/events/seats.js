// How full an event is.
import { html } from '../../vendor/preact.js';
import { plural, t } from '../../app/words.js';

/** @param {{event: any}} props */
export function Seats({ event }) {
  const { seats_taken: taken, seats_offered: offered, seats_waited_for: waited, capacity } = event;
  if (capacity === null) return html`<small>${plural(taken, '{count} seat is taken', '{count} seats are taken')}</small>`;
  const said = t('{taken} of {capacity} seats', { taken, capacity });
  return html`<div class="seats"><meter min="0" max=${capacity} value=${taken + offered} aria-label=${said} /><small>${said}${waited ? html` · ${plural(waited, '{count} waits', '{count} wait')}` : ''}</small></div>`;
}
