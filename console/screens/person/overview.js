// The first page about a customer: who they are, what is near, and what happened last.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { useCustomerName, useResourceName } from '../../app/names.js';
import { isAdmin, locations, ofTheirs, zone } from '../../app/place.js';
import { useList, useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showDay, showInstant, showSpan } from '../../app/time.js';
import { language, t, word } from '../../app/words.js';
import { Facts, Status } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { useOpened } from './glance.js';
import { Event } from './history.js';
import { taxFact, taxNumber } from './tax-fields.js';

/** A card with a way to all of it. @param {{title: string, id: string, tab: string, children?: any}} props */
const Card = ({ title, id, tab, children }) => html`<section class="card"><div class="card-head"><h2>${title}</h2><a href=${link('person', id, { tab })}>${t('All')}</a></div>${children}</section>`;
const nothing = (/** @type {string} */ text) => html`<p class="quiet">${text}</p>`;

/** @param {any} address */
const addressText = (address) => [address?.line1, address?.line2, [address?.postal_code, address?.city].filter(Boolean).join(' '), address?.state, address?.country_code].filter(Boolean).join(', ');

/** @param {string} locale */
function languageName(locale) {
  try { return locale && (new Intl.DisplayNames(language(), { type: 'language' }).of(locale) ?? locale); } catch { return locale; }
}

/** @param {{record: any}} props */
const MemberFacts = ({ record }) => html`<${Facts} pairs=${[
  [t('E-mail address'), record.email], [t('Telephone'), record.phone], [t('Language of letters'), languageName(record.locale)], [t('Role'), word(record.role)],
  [t('Last seen'), record.last_seen_at && showInstant(record.last_seen_at, zone.value)],
  [t('Accepted the terms'), record.terms_accepted_at && showInstant(record.terms_accepted_at, zone.value)], [t('Known since'), showInstant(record.created_at, zone.value)],
  [t('Legal name'), record.legal_name], [t('Tax number'), taxNumber(record)], taxFact(record), [t('Postal address'), addressText(record.billing_address)], [t('About'), record.about],
  [t('Letters that are not wanted'), record.letters_off.map(word).join(', ')],
]} />`;

/** @param {{record: any}} props */
const CompanyFacts = ({ record }) => html`<${Facts} pairs=${[
  [t('Location'), locations.value.find(({ id }) => id === record.location_id)?.name], [t('Legal name'), record.legal_name],
  [t('Tax number'), taxNumber(record)], taxFact(record),
  [t('Address for invoices'), record.billing_email], [t('Postal address'), addressText(record.billing_address)],
  [t('Invoices are due'), record.default_payment_terms_days === null ? '' : t('{days} days after issue', { days: record.default_payment_terms_days })],
  [t('Members may have put on its invoice'), Object.entries(record.pay_with_invoice).filter(([, may]) => may).map(([name]) => word(name)).join(', ')],
  [t('Known since'), showInstant(record.created_at, zone.value)], [t('Notes for the team'), record.notes],
]} />`;

/** @param {{booking: any}} props */
const Coming = ({ booking }) => html`<li><span class="truncate" dir="auto">${useResourceName(booking.resource_id) || '…'}${booking.title && ` · ${booking.title}`}</span><small><time>${showSpan(booking.start_time, booking.end_time, booking.time_zone)}</time></small></li>`;

/** @param {{id: string}} props */
function ComingCard({ id }) {
  const coming = useRecord('/bookings', { customer_id: id, ends_from: useOpened(), status: 'confirmed', limit: 5, ...ofTheirs() });
  return html`<${Card} title=${t('Coming bookings')} id=${id} tab="bookings"><${Read} of=${coming} lines=${3} empty=${nothing(t('Nothing is booked.'))}>${(/** @type {any[]} */ all) => html`<ul class="plain lines">${all.map((one) => html`<${Coming} key=${one.id} booking=${one} />`)}</ul>`}<//><//>`;
}

/** @param {{id: string}} props */
function OpenCard({ id }) {
  const open = useRecord('/invoices', { customer_id: id, status: 'issued', limit: 5, ...ofTheirs() });
  return html`<${Card} title=${t('Open invoices')} id=${id} tab="money"><${Read} of=${open} lines=${3} empty=${nothing(t('Nothing is owed.'))}>${(/** @type {any[]} */ all) => html`<ul class="plain lines">${all.map((one) => html`<li key=${one.id}>
    ${isAdmin.value ? html`<a href=${link('money', '', { tab: 'invoices', invoice: one.id })}>${one.number}</a>` : one.number} <small>${t('due {day}', { day: showDay(one.due_date, { day: 'numeric', month: 'short', year: 'numeric' }) })}</small>${one.overdue && html` <${Status} status="overdue" />`}
    <span class="spring" /><strong class="number">${money(one.amount_due, one.currency)}</strong></li>`)}</ul>`}<//><//>`;
}

/** @param {{assignment: any}} props */
const Assigned = ({ assignment }) => html`<li><span class="truncate" dir="auto">${useResourceName(assignment.resource_id) || '…'}</span><small>${assignment.end_date ? t('{from} to {to}', { from: showDay(assignment.start_date, { dateStyle: 'medium' }), to: showDay(assignment.end_date, { dateStyle: 'medium' }) }) : t('since {day}', { day: showDay(assignment.start_date, { dateStyle: 'medium' }) })}</small></li>`;

/** @param {{id: string}} props */
function AssignedCard({ id }) {
  const assigned = useRecord('/resource-assignments', { customer_id: id, limit: 10, ...ofTheirs() });
  if (!assigned.data?.length) return null;
  return html`<${Card} title=${t('Has')} id=${id} tab="plan"><ul class="plain lines">${assigned.data.map((/** @type {any} */ one) => html`<${Assigned} key=${one.id} assignment=${one} />`)}</ul><//>`;
}

/** @param {{id: string}} props */
function LastCard({ id }) {
  const events = useList('/event-log', { object_id: id, limit: 5 });
  return html`<${Card} title=${t('What happened last')} id=${id} tab="history"><${Read} of=${events} lines=${4} empty=${nothing(t('Nothing in the last 90 days.'))}>${(/** @type {any[]} */ all) => html`<ol class="plain history">${all.map((one) => html`<${Event} key=${one.id} event=${one} isShort />`)}</ol>`}<//><//>`;
}

/** @param {{place: any}} props */
const Place = ({ place }) => html`<li><a class="truncate" dir="auto" href=${link('person', place.member_id)}>${useCustomerName(place.member_id, { type: 'company_member', id: place.id }) || '…'}</a> <small>${word(place.role)}</small></li>`;

/** @param {{id: string}} props */
function PeopleCard({ id }) {
  const people = useRecord(`/companies/${id}/members`, { limit: 8 });
  return html`<${Card} title=${t('Its people')} id=${id} tab="members"><${Read} of=${people} lines=${3} empty=${nothing(t('Nobody is in it yet.'))}>${(/** @type {any[]} */ all) => html`<ul class="plain lines">${all.map((one) => html`<${Place} key=${one.id} place=${one} />`)}</ul>`}<//><//>`;
}

/** @param {{of: any, record: any, isCompany: boolean}} props */
export function Overview({ of, record, isCompany }) {
  const facts = record ? html`<section class="card"><div class="card-head"><h2>${t('About')}</h2></div>${isCompany ? html`<${CompanyFacts} record=${record} />` : html`<${MemberFacts} record=${record} />`}</section>` : null;
  return html`<div class="overview">${facts}${isCompany && record && html`<${PeopleCard} id=${of.id} />`}<${ComingCard} id=${of.id} /><${OpenCard} id=${of.id} /><${AssignedCard} id=${of.id} />${isAdmin.value && html`<${LastCard} id=${of.id} />`}</div>`;
}
