// What a line of the lists of people and companies shows.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { nameOf } from '../../app/names.js';
import { locations, ofTheirs } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showDay, dayOf } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Status } from '../../ui/controls.js';
import { Avatar } from '../person/avatar.js';

/** Whether a line has stood still: what is scrolled past asks for nothing. */
function useStill() {
  const [isStill, setStill] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStill(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return isStill;
}

/** @param {{of: any}} props */
const Who = ({ of }) => html`<span class="who"><${Avatar} of=${of} /><span><a href=${link('person', of.id)} class="truncate" dir="auto" title=${nameOf(of)}>${nameOf(of)}</a>
  <small class="truncate" dir="auto">${of.email ?? of.billing_email ?? ''}</small></span></span>`;

/** The plan by which somebody is a member: their own or that of their company. @param {{member: any}} props */
function Plan({ member }) {
  const isStill = useStill();
  const own = useRecord(isStill && member.type === 'member' ? '/subscriptions' : null, { customer_id: member.id, status: 'active', limit: 1, ...ofTheirs() });
  const plan = useRecord(own.data?.[0] ? `/memberships/${own.data[0].membership_plan_id}` : null);
  const company = useRecord(isStill && member.company_id ? `/customers/${member.company_id}` : null);
  const name = plan.data?.name ?? company.data?.name ?? (member.type === 'member' ? t('Member') : t('No plan'));
  return html`<span class=${`truncate ${member.type === 'member' ? '' : 'quiet'}`} dir="auto" title=${name}>${name}</span>`;
}

/** @param {string[]} ids */
const placesOf = (ids) => locations.value.filter(({ id }) => ids.includes(id)).map(({ name }) => name).join(', ') || (ids.length ? plural(ids.length, '{count} location', '{count} locations') : '');

/** @param {string} status */
const memberStatus = (status) => html`<${Status} status=${status === 'deleted' ? 'archived' : status} label=${status === 'deleted' ? t('Anonymised') : word(status)} />`;

export const memberColumns = () => [
  { name: 'name', label: t('Name'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<${Who} of=${one} />` },
  { name: 'email', label: t('E-mail address'), width: 'minmax(0, 1.5fr)', class: 'wide', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto" title=${one.email}>${one.email}</div>` },
  { name: 'plan', label: t('Plan and role'), width: 'minmax(0, 1.3fr)', class: 'wide', show: (/** @type {any} */ one) => html`<div class="across plan-cell"><${Plan} member=${one} />${one.role !== 'member' && html`<${Badge} tone="info">${word(one.role)}<//>`}</div>` },
  { name: 'location', label: t('Locations'), width: 'minmax(0, 1fr)', class: 'wide', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto" title=${placesOf(one.location_ids)}>${placesOf(one.location_ids)}</div>` },
  { name: 'status', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => memberStatus(one.status) },
];

export const companyColumns = () => [
  { name: 'name', label: t('Name'), width: 'minmax(0, 1.8fr)', show: (/** @type {any} */ one) => html`<${Who} of=${one} />` },
  { name: 'email', label: t('Address for invoices'), width: 'minmax(0, 1.4fr)', class: 'wide', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto">${one.billing_email ?? ''}</div>` },
  { name: 'location', label: t('Location'), width: 'minmax(0, 1fr)', class: 'wide', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto">${placesOf([one.location_id])}</div>` },
  { name: 'since', label: t('Since'), width: '9rem', class: 'wide', show: (/** @type {any} */ one) => html`<time>${showDay(dayOf(one.created_at, 'UTC'), { dateStyle: 'medium' })}</time>` },
  { name: 'status', label: t('State'), width: '8rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status} />` },
];
