// What is worth knowing of a customer before anything else, in five tiles.
import { html, useMemo } from '../../vendor/preact.js';
import { money, number } from '../../app/money.js';
import { useResourceName } from '../../app/names.js';
import { isAdmin, locations, ofTheirs, zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { currentTime, showSpan, text } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { sumsByCurrency } from './sums.js';

/** Instants that a page was opened at, so that its questions stay the same. */
export const useOpened = () => useMemo(() => text(currentTime()), []);

/** @param {{label: string, to: string, tone?: string, children?: any}} props */
const Tile = ({ label, to, tone = '', children }) => html`<a class=${`tile ${tone}`} href=${to}><small>${label}</small><div class="tile-text">${children}</div></a>`;
const wait = html`<span class="quiet">…</span>`;
/** Stands where it could not be read. */
const unread = () => html`<span class="quiet">${t('Could not be read')}</span>`;

/** @param {{of: any}} props */
function PlanTile({ of }) {
  const own = useAll('/subscriptions', { customer_id: of.id, ...ofTheirs() });
  const present = own.data?.find((/** @type {any} */ one) => ['active', 'past_due', 'paused', 'incomplete'].includes(one.status)) ?? own.data?.find((/** @type {any} */ one) => one.status === 'scheduled');
  const plan = useRecord(present ? `/memberships/${present.membership_plan_id}` : null);
  return html`<${Tile} label=${t('Plan')} to=${link('person', of.id, { tab: 'plan' })} tone=${present?.status === 'past_due' ? 'bad' : ''}>
    ${own.data === undefined ? wait : present ? html`<strong class="truncate" dir="auto">${plan.data?.name ?? '…'}</strong> <${Status} status=${present.status} />` : html`<span class="quiet">${of.kind === 'member' ? t('By the company') : t('None')}</span>`}<//>`;
}

/** @param {{of: any}} props */
function OwedTile({ of }) {
  const open = useAll('/invoices', { customer_id: of.id, status: 'issued', ...ofTheirs() });
  const balances = useRecord(isAdmin.value ? `/customers/${of.id}/balances` : null);
  if (open.error && !open.data) return null;
  const owed = sumsByCurrency(open.data ?? [], 'amount_due');
  const late = (open.data ?? []).filter((/** @type {any} */ one) => one.overdue).length;
  const have = (balances.data?.money ?? []).filter((/** @type {any} */ one) => Number(one.amount) > 0);
  return html`<${Tile} label=${owed.length ? t('Owes') : t('Money')} to=${link('person', of.id, { tab: 'money' })} tone=${late ? 'bad' : ''}>
    ${open.data === undefined ? wait : owed.length ? owed.map(([currency, sum]) => html`<strong key=${currency}>${money(sum, currency)}</strong> `) : html`<span>${have.length ? '' : t('Nothing is owed')}</span>`}
    ${late > 0 && html`<small>${plural(late, '{count} invoice is overdue', '{count} invoices are overdue')}</small>`}
    ${!late && have.map((/** @type {any} */ one) => html`<small key=${one.currency}>${t('Balance {amount}', { amount: money(one.amount, one.currency) })}</small>`)}<//>`;
}

/** @param {{of: any}} props */
function WalletTile({ of }) {
  const balances = useRecord(`/customers/${of.id}/balances`);
  if (balances.error && !balances.data) return null;
  return html`<${Tile} label=${t('Credits and day passes')} to=${link('person', of.id, { tab: 'money' })}>
    ${balances.data ? html`<span>${plural(balances.data.credits.total, '{count} credit', '{count} credits')}</span><span>${plural(balances.data.day_passes.total, '{count} day pass', '{count} day passes')}</span>` : wait}<//>`;
}

/** @param {{of: any}} props */
function BookingTile({ of }) {
  const opened = useOpened();
  const coming = useRecord('/bookings', { customer_id: of.id, ends_from: opened, status: 'confirmed', limit: 1, ...ofTheirs() });
  const next = coming.data?.[0];
  const resource = useResourceName(next?.resource_id);
  return html`<${Tile} label=${t('Next booking')} to=${link('person', of.id, { tab: 'bookings' })}>
    ${coming.data === undefined ? (coming.error ? unread() : wait) : next ? html`<strong class="truncate" dir="auto">${resource || '…'}</strong><small>${showSpan(next.start_time, next.end_time, next.time_zone)}</small>` : html`<span class="quiet">${t('None')}</span>`}<//>`;
}

/** @param {{of: any}} props */
function TicketsTile({ of }) {
  const open = useAll('/tickets', { requester_id: of.id, open: true, ...ofTheirs() });
  const late = open.data?.filter((/** @type {any} */ one) => one.breached && one.status !== 'solved').length ?? 0;
  return html`<${Tile} label=${t('Open tickets')} to=${link('person', of.id, { tab: 'tickets' })} tone=${late ? 'waiting' : ''}>
    ${open.data === undefined ? (open.error ? unread() : wait) : html`<strong>${number(open.data.length)}</strong>${late > 0 && html`<small>${plural(late, '{count} is late', '{count} are late')}</small>`}`}<//>`;
}

/** @param {{of: any, isCompany: boolean}} props */
export const Glance = ({ of, isCompany }) => html`<div class="glance" role="group" aria-label=${t('At a glance')}><${PlanTile} of=${of} /><${OwedTile} of=${of} />${isAdmin.value && html`<${WalletTile} of=${of} />`}<${BookingTile} of=${of} />
  ${!isCompany && html`<${TicketsTile} of=${of} />`}</div>`;

/** Where somebody is now, if they are checked in. @param {{id: string}} props */
export function Presence({ id }) {
  const open = useRecord('/check-ins', { member_id: id, open: true, limit: 1, ...ofTheirs() });
  const here = open.data?.[0];
  const name = here && locations.value.find((one) => one.id === here.location_id)?.name;
  return here ? html`<span class="status good" title=${showSpan(here.checked_in_at, here.checked_in_at, zone.value)}>${name ? t('Here now: {location}', { location: name }) : t('Checked in')}</span>` : null;
}
