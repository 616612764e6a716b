// The one field of the desk: whoever is named or has a code is found and let in.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { ofTheirs, place, zone } from '../../app/place.js';
import { find } from '../../app/request.js';
import { showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { admitBooking, admitMember, admitVisit } from './admit.js';
import { admitCode, admitTicket } from './codes.js';
import { Combobox } from './combobox.js';
import { isOpen, visitorName } from './day.js';
import { codeIn, matches } from './match.js';

/** @typedef {import('./combobox.js').Option} Option */
/** @typedef {import('./data.js').Day} Day */
/** @typedef {(visitor: any) => void} WalkIn */

const MOST = 12;
const blocked = () => html`<${Badge} tone="bad">${t('Blocked')}<//>`;

/** @param {Day} day @param {string} id */
const roomOf = (day, id) => day.rooms.get(id) ?? t('Resource');
/** Who a booking is for, as far as the reader may know. @param {Day} day @param {any} booking */
export const customerOf = (day, booking) => {
  const [customer, member] = [day.names.get(booking.customer_id), day.names.get(booking.member_id)];
  return { name: customer?.name || booking.title || t('Customer'), member: member?.name ?? '', isBlocked: Boolean(customer?.isBlocked || member?.isBlocked) };
};

/** @param {Day} day @param {string} words @returns {Option[]} */
function expectedOptions(day, words) {
  return day.arrivals.flatMap((arrival) => {
    const { kind, record, at } = arrival;
    if (kind === 'event') return [];
    const time = showTime(at, zone.value);
    if (kind === 'visit') {
      const name = visitorName(record.visitor);
      if (!matches(words, [name, record.visitor?.company_name])) return [];
      return [{ key: arrival.id, label: name, note: t('Visitor, expected at {time}', { time }), icon: 'user', verb: t('Check in'), take: () => admitVisit(record) }];
    }
    const { name, member, isBlocked } = customerOf(day, record);
    const room = roomOf(day, record.resource_id);
    if (!matches(words, [name, member, record.title, room])) return [];
    const verb = isOpen(arrival, day.now) ? t('Check in') : t('from {time}', { time: showTime(arrival.opens, zone.value) });
    return [{ key: arrival.id, label: name, note: t('{room} at {time}', { room, time }), icon: 'today', verb, mark: isBlocked && blocked(), take: () => admitBooking(record, name, room) }];
  });
}

/** @param {Day} day @param {string} words @returns {Option[]} */
const ticketOptions = (day, words) => day.tickets.filter((ticket) => ticket.checked_in_count < ticket.quantity && matches(words, [ticket.attendee_name]))
  .map((ticket) => ({ key: ticket.id, label: ticket.attendee_name, note: t('Ticket for {event}', { event: ticket.event.title }), icon: 'events', verb: t('Check in'), mark: ticket.payment_status === 'unpaid' && html`<${Badge} tone="bad">${t('Unpaid')}<//>`, take: () => admitTicket(ticket) }));

/** @param {Day} day @param {string} words @param {(person: any) => void} letGo @returns {Option[]} */
const presentOptions = (day, words, letGo) => day.present.filter((person) => matches(words, [person.name, person.company, String(person.badge ?? '')]))
  .map((person) => ({ key: `here ${person.key}`, label: person.name, note: t('Here since {time}', { time: showTime(person.since, zone.value) }), icon: 'check', verb: t('Check out'), take: () => letGo(person) }));

/** @param {Day} day @param {any[]} members @returns {Option[]} */
function memberOptions(day, members) {
  const here = new Set(day.present.map(({ check_in_id: checkIn, member_id: member }) => checkIn && member));
  return members.filter(({ id }) => !here.has(id)).map((member) => {
    const person = { id: member.id, name: nameOf(member) };
    const theirs = day.arrivals.filter((arrival) => arrival.kind === 'booking' && [arrival.record.customer_id, arrival.record.member_id].includes(member.id) && isOpen(arrival, day.now));
    const also = theirs.map(({ record }) => ({ label: t('Check in to {room}', { room: roomOf(day, record.resource_id) }), act: () => admitBooking(record, person.name, roomOf(day, record.resource_id)) }));
    return { key: `member ${member.id}`, label: person.name, note: member.email, icon: 'people', verb: t('Check in'), mark: (member.blocked || member.status === 'blocked') && blocked(), take: () => admitMember(person, also) };
  });
}

/** @param {any[]} contacts @param {WalkIn} walkIn @returns {Option[]} */
const contactOptions = (contacts, walkIn) => contacts.map((contact) => ({
  key: `contact ${contact.id}`, label: visitorName(contact), note: contact.company_name || t('Has visited before'), icon: 'user', verb: t('Walk-in'), mark: contact.blocked && blocked(),
  take: () => walkIn({ contact_id: contact.id, name: contact.name, surname: contact.surname, company_name: contact.company_name, email: contact.email, phone: contact.phone }),
}));

/** What the service finds, beyond the day. @param {string} words */
function useFound(words) {
  const none = { words: '', members: /** @type {any[]} */ ([]), contacts: /** @type {any[]} */ ([]), problem: '' };
  const [found, setFound] = useState(none);
  const location = place.value.id;
  useEffect(() => {
    const typed = words.trim();
    if (typed.length < 2) { setFound(none); return undefined; }
    let isCurrent = true;
    const show = (/** @type {Partial<typeof none>} */ more) => { if (isCurrent) setFound({ ...none, words: typed, ...more }); };
    const look = () => Promise.all([find('/members', { q: typed, limit: 8, ...ofTheirs() }), find('/visitor-contacts', { q: typed, location_id: location, limit: 4 })])
      .then(([members, contacts]) => show({ members: members.filter(({ status }) => status !== 'anonymized'), contacts }), (refusal) => show({ problem: reasonOf(refusal) }));
    const timer = setTimeout(look, 150);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [words, location]);
  return found;
}

/** @param {string} words @param {Day} day @returns {Option[]} */
function codeOptions(words, day) {
  const code = codeIn(words);
  if (!code) return [];
  const label = code.kind === 'visit' ? t('Code of a visitor') : t('Code of a ticket');
  return [{ key: 'code', label, note: code.code ?? '', icon: 'qr', verb: t('Check in'), take: () => admitCode(code, day) }];
}

/** @param {{day: Day, field: any, walkIn: WalkIn, letGo: (person: any) => void}} props */
export function Finder({ day, field, walkIn, letGo }) {
  const [words, setWords] = useState('');
  const found = useFound(words);
  const isAwaited = useRef('');
  const latest = useRef(day);
  latest.current = day;
  const typed = words.trim();
  const isFound = found.words === typed;
  const codes = codeOptions(typed, day);
  const isCode = codeIn(typed)?.isCertain;
  const people = typed.length < 2 ? [] : [...expectedOptions(day, typed), ...ticketOptions(day, typed), ...presentOptions(day, typed, letGo), ...memberOptions(day, found.members), ...contactOptions(found.contacts, walkIn)];
  const [name = '', ...surname] = typed.split(/\s+/);
  const stranger = { key: 'walk-in', label: t('Walk-in: {name}', { name: typed }), icon: 'registrations', verb: t('Register'), take: () => walkIn({ name, surname: surname.join(' ') }) };
  const all = isCode ? [...codes, ...people] : [...people.slice(0, MOST), ...codes, ...(isFound && !found.problem && typed.length > 1 ? [stranger] : [])];
  const options = all.map((option) => ({ ...option, take: () => { setWords(''); return option.take(); } }));
  // Who pressed Enter before anything was found means the only one who is found then.
  useEffect(() => {
    if (isFound && !found.problem && isAwaited.current === words && people.length === 1) options[0].take();
    if (isFound || isAwaited.current !== words) isAwaited.current = '';
  }, [found, words]);
  // A hand scanner types and presses Enter at once, before anything is found.
  const enter = (/** @type {string} */ text) => {
    const code = codeIn(text);
    if (!code?.isCertain && people.length === 0 && !isFound) isAwaited.current = text;
    if (!code?.isCertain) return people.length === 0 && !isFound;
    setWords('');
    admitCode(code, latest.current);
    return true;
  };
  return html`${found.problem && html`<p class="problem" role="alert">${t('It could not be looked for. {reason}', { reason: found.problem })}</p>`}
    <${Combobox} class="finder" field=${field} label=${t('Name, code or QR')} placeholder=${t('Name, code or QR')} words=${words} setWords=${setWords} options=${options} enter=${enter} aria-keyshortcuts="f" />`;
}
