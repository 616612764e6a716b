// Who is here, by name, with what visitors wait for; one press lets them out.
import { html, useState } from '../../vendor/preact.js';
import { isAdmin, zone } from '../../app/place.js';
import { link } from '../../app/route.js';
import { showTime } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button, Choice } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { About } from './about.js';
import { printBadge } from './badge.js';
import { stepThrough } from './keys.js';
import { answerFor } from './leave.js';

/** @typedef {import('./data.js').Day} Day */
/** @typedef {import('./day.js').Present} Present */

const MOST = 60;

/** @type {() => Record<string, [string, string]>} */
const hostStates = () => ({ requested: ['waiting', t('Host is asked')], rejected: ['bad', t('Host does not receive them')], accepted_hold: ['info', t('Waits for the host')], accepted_grant: ['good', t('May go in')] });

/** What the host said, for those who may say it for them. @param {{person: Present}} props */
function HostAnswer({ person }) {
  if (!isAdmin.value || !['requested', 'accepted_hold'].includes(person.host_state ?? '')) return null;
  const { name } = person;
  return html`<span class="answers" role="group" aria-label=${t('Answer of the host for {name}', { name })}>
    <${Button} act=${() => answerFor(person, 'accepted_grant')}>${t('Goes in')}<//>
    ${person.host_state === 'requested' && html`<${Button} act=${() => answerFor(person, 'accepted_hold')}>${t('Waits')}<//><${Button} act=${() => answerFor(person, 'rejected')}>${t('Not received')}<//>`}</span>`;
}

/** @param {{person: Present, letGo: (person: Present) => void}} props */
function Row({ person, letGo }) {
  const { name, host } = person;
  const [tone, said] = hostStates()[person.host_state ?? ''] ?? ['', ''];
  const label = person.kind === 'ticket' ? t('Undo check-in') : t('Check out');
  const page = person.visit_id ? link('desk', '', { visit: person.visit_id, list: 'here' }) : person.member_id && link('person', person.member_id);
  const shownName = page ? html`<a href=${page}><bdi>${name}</bdi></a>` : html`<strong><bdi>${name}</bdi></strong>`;
  return html`<li class="person"><span class="when"><time>${showTime(person.since, zone.value)}</time></span><div class="whom">${shownName}
    <${About} parts=${[person.kind === 'visit' && (host ? t('Visitor of {host}', { host }) : t('Visitor')), person.company, person.kind === 'ticket' && t('Event'), ...person.resources,
      person.people > 1 && plural(person.people, '{count} person', '{count} people'), person.badge && t('Badge {number}', { number: person.badge })]} />
    <span class="marks">${said && html`<${Badge} tone=${tone}>${said}<//>`}</span><${HostAnswer} person=${person} /></div>
    <span class="presses">${person.visit_id && html`<${Button} kind="quiet" icon="print" label=${t('Print the badge of {name}', { name })} act=${() => printBadge(/** @type {string} */ (person.visit_id))} />`}
    <${Button} aria-label=${person.kind === 'ticket' ? t('Undo check-in of {name}', { name }) : t('Check out {name}', { name })} act=${() => letGo(person)}>${label}<//></span></li>`;
}

/** @param {{day: Day, letGo: (person: Present) => void}} props */
export function PresentPeople({ day, letGo }) {
  const [kind, setKind] = useState('');
  const [isWhole, setWhole] = useState(false);
  const visitors = day.present.filter((person) => person.kind === 'visit');
  const waiting = visitors.filter(({ host_state: state }) => state === 'requested').length;
  const chosen = { '': day.present, visit: visitors, others: day.present.filter((person) => person.kind !== 'visit') }[kind] ?? [];
  const sorted = [...chosen].sort((one, other) => Number(other.host_state === 'requested') - Number(one.host_state === 'requested'));
  const shown = isWhole ? sorted : sorted.slice(0, MOST);
  const options = [{ value: '', label: t('All') }, { value: 'others', label: t('Members') }, { value: 'visit', label: t('Visitors') }];
  const empty = html`<${Empty} icon="people" title=${t('Nobody is checked in')}><p>${t('Whoever checks in stands here until they leave.')}</p><//>`;
  return html`<${Read} of=${day.list} lines=${6}>${() => html`<div class="no-print choose">
      <${Choice} label=${t('Who is shown')} value=${kind} options=${options} choose=${setKind} />${waiting > 0 && html`<${Badge} tone="waiting">${plural(waiting, '{count} waits for a host', '{count} wait for a host')}<//>`}</div>
    ${sorted.length === 0 ? empty : html`<ul class="plain people" onKeyDown=${stepThrough}>${shown.map((person) => html`<${Row} key=${person.key} person=${person} letGo=${letGo} />`)}</ul>`}
    ${shown.length < sorted.length && html`<${Button} kind="quiet" act=${() => setWhole(true)}>${plural(sorted.length - shown.length, 'Show {count} more', 'Show {count} more')}<//>`}`}<//>`;
}
