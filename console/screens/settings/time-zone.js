// The time zone of a location: what another one would shift is shown before it is changed.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { readPlace } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { put } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button, Field } from '../../ui/controls.js';
import { Problem } from '../../ui/states.js';
import { Part } from './editing.js';
import { ZONES } from './world.js';

const SHOWN = 5;

/** @param {{shift: any, location: any, zone: string}} props */
const Shift = ({ shift, location, zone }) => html`<p>${plural(shift.bookings_total, '{count} booking keeps its instant, and so is at another time on the clock here.', '{count} bookings keep their instants, and so are at other times on the clock here.')}</p>
  <ul>${shift.bookings.slice(0, SHOWN).map((/** @type {any} */ booking) => html`<li key=${booking.id}><time>${t('{before} becomes {after}', { before: showInstant(booking.start_time, location.time_zone), after: showInstant(booking.start_time, zone) })}</time></li>`)}</ul>`;

/** @param {{location: any}} props */
export function TimeZone({ location }) {
  const [zone, setZone] = useState(location.time_zone);
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  const [refusal, setRefusal] = useState(/** @type {any} */ (null));
  const send = async (/** @type {string} */ query) => {
    setRefusal(null);
    return put(/** @type {any} */ (`/locations/${location.id}?${query}`), { time_zone: zone }, query.startsWith('confirmed') ? {} : { version: `"${location.version}"` }).catch((problem) => { setRefusal(problem); return null; });
  };
  const look = async () => { const answer = await send('dry_run=true'); if (answer) setPreview(answer.data.time_zone_shift ?? { bookings_total: 0, bookings: [], version: location.version }); };
  const change = async () => {
    const answer = await send(`confirmed_version=${preview.version}`);
    if (!answer) return;
    setPreview(null);
    invalidate(['location', 'booking']);
    await readPlace();
    tell(t('The time zone is changed.'));
  };
  const choose = (/** @type {any} */ event) => { setZone(event.target.value); setPreview(null); setRefusal(null); };
  const isOther = zone !== location.time_zone;
  return html`<${Part} title=${t('Time zone')} note=${t('Bookings keep their instants: another zone shifts them on the clock.')}>
    <${Field} label=${t('Time zone')}>${(/** @type {any} */ attributes) => html`<select value=${zone} onChange=${choose} ...${attributes}>${ZONES(location.time_zone).map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === zone}>${label}</option>`)}</select>`}<//>
    ${refusal && html`<${Problem} refusal=${refusal} />`}
    ${isOther && preview && html`<div role="status">${preview.bookings_total ? html`<${Shift} shift=${preview} location=${location} zone=${zone} />` : html`<p>${t('No booking is shifted.')}</p>`}</div>`}
    ${isOther && html`<div class="actions"><${Button} act=${() => { setZone(location.time_zone); setPreview(null); setRefusal(null); }}>${t('Discard')}<//>
      ${preview ? html`<${Button} kind="primary" act=${change}>${t('Change the time zone')}<//>` : html`<${Button} kind="primary" act=${look}>${t('See what it shifts')}<//>`}</div>`}<//>`;
}
