// Who comes today: the late ones first, one press lets them in.
import { html, useState } from '../../vendor/preact.js';
import { zone } from '../../app/place.js';
import { link } from '../../app/route.js';
import { showTime } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button, Link } from '../../ui/controls.js';
import { Icon } from '../../ui/icons.js';
import { Empty, Read, Unread } from '../../ui/states.js';
import { About } from './about.js';
import { admitBooking, admitVisit, confirmBooking } from './admit.js';
import { groupsOf, isOpen, visitorName } from './day.js';
import { customerOf } from './finder.js';
import { stepThrough } from './keys.js';

/** @typedef {import('./data.js').Day} Day */
/** @typedef {import('./day.js').Arrival} Arrival */

const MOST = 40;
const titles = () => ({ late: t('Late'), begun: t('Begun, not checked in'), soon: t('Now and within the hour'), later: t('Later today') });

/** @param {{arrival: Arrival}} props */
const When = ({ arrival }) => html`<span class="when"><time>${showTime(arrival.at, zone.value)}</time>${arrival.until && html`<small>–${showTime(arrival.until, zone.value)}</small>`}</span>`;

/** @param {{minutes: number}} props */
const Late = ({ minutes }) => (minutes ? html`<${Badge} tone="waiting">${minutes < 120 ? plural(minutes, '{count} min late', '{count} min late') : plural(Math.floor(minutes / 60), '{count} h late', '{count} h late')}<//>` : null);

/** @param {{day: Day, arrival: Arrival}} props */
function BookingRow({ day, arrival }) {
  const { record: booking } = arrival;
  const { name, member, isBlocked } = customerOf(day, booking);
  const room = day.rooms.get(booking.resource_id) ?? t('Resource');
  const isHere = day.present.some((person) => person.customer_id && [booking.customer_id, booking.member_id].includes(person.member_id ?? person.customer_id) && !person.visit_id);
  const title = booking.title !== name && booking.title;
  let press = html`<span class="quiet opens">${t('from {time}', { time: showTime(arrival.opens, zone.value) })}</span>`;
  if (booking.status === 'pending') press = html`<${Button} aria-label=${t('Confirm the booking of {name}', { name })} act=${() => confirmBooking(booking, name)}>${t('Confirm')}<//>`;
  else if (isOpen(arrival, day.now)) press = html`<${Button} aria-label=${t('Check in {name}', { name })} act=${() => admitBooking(booking, name, room)}>${t('Check in')}<//>`;
  return html`<li class="person"><${When} arrival=${arrival} /><div class="whom"><a href=${link('person', booking.customer_id)}><bdi>${name}</bdi></a>
    <${About} parts=${[member, room, title, booking.attendees > 1 && plural(booking.attendees, '{count} person', '{count} people'), booking.visitor_ids.length > 0 && plural(booking.visitor_ids.length, '{count} visitor', '{count} visitors')]} />
    <span class="marks">
      ${isBlocked && html`<${Badge} tone="bad">${t('Blocked')}<//>`}${booking.status === 'pending' && html`<${Badge} tone="waiting">${t('Waits for approval')}<//>`}
      ${isHere && html`<${Badge} tone="good">${t('In the house')}<//>`}<${Late} minutes=${arrival.lateMinutes} /></span></div>${press}</li>`;
}

/** @param {{day: Day, arrival: Arrival}} props */
function VisitRow({ day, arrival }) {
  const { record: visit } = arrival;
  const name = visitorName(visit.visitor);
  const host = day.names.get(visit.host_id)?.name;
  return html`<li class="person"><${When} arrival=${arrival} /><div class="whom"><a href=${link('desk', '', { visit: visit.id })}><bdi>${name}</bdi></a>
    <${About} parts=${[host ? t('Visitor of {host}', { host }) : t('Visitor'), visit.visitor?.company_name, visit.reason, visit.comment]} />
    <span class="marks"><${Late} minutes=${arrival.lateMinutes} /></span></div>
    <${Button} aria-label=${t('Check in {name}', { name })} act=${() => admitVisit(visit)}>${t('Check in')}<//></li>`;
}

/** @param {{day: Day, arrival: Arrival}} props */
function EventRow({ day, arrival }) {
  const { record: event } = arrival;
  const come = day.tickets.filter((ticket) => ticket.event_id === event.id).reduce((sum, ticket) => sum + ticket.checked_in_count, 0);
  return html`<li class="person"><${When} arrival=${arrival} /><div class="whom"><strong><bdi>${event.title}</bdi></strong>
    <${About} parts=${[t('Event'), event.venue, t('{come} of {seats} are here', { come, seats: event.seats_taken })]} /></div>
    <${Link} class="button" to=${link('events', '', { event: event.id, part: 'door' })} aria-label=${t('Door list of {event}', { event: event.title })}>${t('Door list')}<//></li>`;
}
const ROWS = { booking: BookingRow, visit: VisitRow, event: EventRow };

/** @param {{day: Day, name: string, title: string, arrivals: Arrival[]}} props */
function Group({ day, name, title, arrivals }) {
  const [isWhole, setWhole] = useState(false);
  if (!arrivals.length) return null;
  const shown = isWhole ? arrivals : arrivals.slice(0, MOST);
  return html`<section class=${`group ${name}`} aria-label=${title}><h3>${name === 'late' && html`<${Icon} name="clock" size=${16} /> `}${title} <span class="count">${arrivals.length}</span></h3>
    <ul class="plain people" onKeyDown=${stepThrough}>${shown.map((arrival) => html`<${ROWS[arrival.kind]} key=${arrival.id} day=${day} arrival=${arrival} />`)}</ul>
    ${shown.length < arrivals.length && html`<${Button} kind="quiet" act=${() => setWhole(true)}>${plural(arrivals.length - shown.length, 'Show {count} more', 'Show {count} more')}<//>`}</section>`;
}

/** @param {{day: Day}} props */
export function Arrivals({ day }) {
  const all = groupsOf(day.arrivals, day.now);
  const empty = html`<${Empty} icon="desk" title=${t('Nobody else is expected today')}><p>${t('Bookings and visitors of today appear here by themselves.')}</p><//>`;
  const both = { data: day.bookings.data && day.visits.data, error: day.bookings.error ?? day.visits.error, again: () => { day.bookings.again(); day.visits.again(); } };
  return html`<${Unread} of=${day.others} /><${Read} of=${both} lines=${8}>${() => (day.arrivals.length ? Object.entries(titles()).map(([name, title]) =>
    html`<${Group} key=${name} name=${name} day=${day} title=${title} arrivals=${all[/** @type {keyof typeof all} */ (name)]} />`) : empty)}<//>`;
}
