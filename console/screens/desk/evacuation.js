// Who is in the house, to be called by name outside of it: for printing, and without a network.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { download } from '../../app/request.js';
import { showInstant, showTime } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { sentenceOf } from './refusals.js';

/** @typedef {import('./kept.js').KeptList} KeptList */
/** @typedef {import('./day.js').Present} Present */

/** @param {{person: Present, of: string}} props */
function Line({ person, of }) {
  const [isFound, setFound] = useState(false);
  const about = [person.badge && t('Badge {number}', { number: person.badge }), person.company, person.host && t('Visitor of {host}', { host: person.host }), ...person.resources].filter(Boolean);
  return html`<tr class=${isFound ? 'found' : ''}><td class="tick"><input type="checkbox" checked=${isFound} aria-label=${t('{name} is outside', { name: person.name })} onChange=${() => setFound(!isFound)} /></td>
    <th scope="row"><bdi>${person.name}</bdi>${person.kind === 'visit' && html` <${Badge} tone="info">${t('Visitor')}<//>`}${person.people > 1 && html` <strong>${plural(person.people, '{count} person', '{count} people')}</strong>`}</th>
    <td class="about-them">${about.map((one) => html`<span key=${one}><bdi>${one}</bdi></span>`)}</td>
    <td>${person.phone && html`<a href=${`tel:${person.phone.replace(/[^\d+]/g, '')}`}><bdi>${person.phone}</bdi></a>`}</td><td class="since"><time>${showTime(person.since, of)}</time></td></tr>`;
}

/** @param {{list: KeptList}} props */
export function EvacuationTable({ list }) {
  if (!list.present.length) return html`<${Empty} icon="people" title=${t('Nobody is checked in')} />`;
  return html`${!list.is_complete && html`<p class="problem" role="alert">${t('Not everybody is on this list: there are more than it can hold.')}</p>`}
    <table class="evacuation"><caption class="hidden">${t('Evacuation list of {location}', { location: list.location })}</caption>
    <thead><tr><th scope="col"><span class="hidden">${t('Outside')}</span></th><th scope="col">${t('Name')}</th><th scope="col">${t('Where and with whom')}</th><th scope="col">${t('Telephone')}</th><th scope="col">${t('Since')}</th></tr></thead>
    <tbody>${list.present.map((person) => html`<${Line} key=${person.key} person=${person} of=${list.zone} />`)}</tbody></table>`;
}

/** @param {{list: KeptList, isOld?: boolean}} props */
export const EvacuationHead = ({ list, isOld }) => html`<p class=${`as-of ${isOld ? 'old' : ''}`}><strong class="people-count">${plural(list.people, '{count} person', '{count} people')}</strong>
  <span>${t('{location}, as of {time}', { location: list.location, time: showInstant(list.as_of, list.zone) })}</span></p>`;

/** @param {{day: import('./data.js').Day}} props */
export function Evacuation({ day }) {
  const { list, location, present } = day;
  const isOld = Boolean(list.error);
  const save = () => download(`evacuation-${location.name}-${day.today}.csv`, `/locations/${location.id}/evacuation-list.csv`).catch((refusal) => tell(sentenceOf(refusal), { isProblem: true }));
  const [isKept, setKept] = useState(false);
  useEffect(() => { import('./kept.js').then(({ keptLists }) => keptLists()).then((all) => setKept(all.some(({ location_id: id }) => id === location.id)), () => {}); }, [list.data]);
  return html`<${Read} of=${list} lines=${10}>${(/** @type {any} */ data) => {
    const shown = { location_id: location.id, location: location.name, zone: zone.value, as_of: data.as_of, people: data.people, is_complete: data.is_complete, present };
    return html`<section class="evacuation-page"><div class="head-line"><h2>${t('Evacuation list')}</h2><${EvacuationHead} list=${shown} isOld=${isOld} /><span class="spring" />
      ${isKept && html`<span class="no-print"><${Badge} tone="good">${t('Kept in this browser')}<//></span>`}
      <${Button} class="no-print" icon="download" act=${save}>${t('CSV')}<//><${Button} class="no-print" kind="primary" icon="print" act=${() => print()}>${t('Print')}<//></div>
      ${isOld && html`<p class="problem-box" role="alert">${t('The service cannot be reached: this is who was here at {time}.', { time: showTime(data.as_of, zone.value) })}</p>`}
      <${EvacuationTable} list=${shown} /><p class="quiet no-print">${t('The list is read again every minute, and kept in this browser until you sign out.')}</p></section>`;
  }}<//>`;
}
