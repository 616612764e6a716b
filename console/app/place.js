// The location that the screens are about, and who looks at them.
import { computed, signal } from '../vendor/preact.js';
import { getAll, get } from './request.js';
import { signedIn } from './session.js';
import { compareNames } from './words.js';

const CHOSEN = 'colonnade.location';

/** Locations that the reader sees, by name. */
export const locations = signal(/** @type {any[]} */ ([]));
export const merchant = signal(/** @type {any} */ (null));
/** The member who is signed in. */
export const me = signal(/** @type {any} */ (null));
const chosen = signal(localStorage.getItem(CHOSEN) ?? '');

/** The location that was chosen last, or one of the reader's own. */
export const place = computed(() => {
  const own = me.value?.location_ids ?? [];
  return locations.value.find(({ id }) => id === chosen.value) ?? locations.value.find(({ id }) => own.includes(id)) ?? locations.value[0] ?? null;
});
export const zone = computed(() => place.value?.time_zone ?? merchant.value?.default_time_zone ?? 'UTC');
export const currency = computed(() => place.value?.currency ?? merchant.value?.default_currency ?? 'EUR');
/** Whether the reader may do what is for admins and owners alone. */
export const isAdmin = computed(() => ['owner', 'admin'].includes(me.value?.role));
export const isStaff = computed(() => ['owner', 'admin', 'manager'].includes(me.value?.role));

/** What narrows a list to what the reader runs: those who run some locations ask about one of them. */
export const ofTheirs = () => (isAdmin.value ? {} : { location_id: place.value?.id });

/** Whether the reader may change a member, or a company: managers, whom belongs to their locations alone and runs nothing. @param {any} record */
export function mayChange({ role = 'member', location_ids: places, location_id: location }) {
  const own = me.value?.location_ids ?? [];
  const all = places ?? [location];
  return isAdmin.value || (role === 'member' && all.length > 0 && all.every((/** @type {string} */ id) => own.includes(id)));
}

/** @param {string} id */
export function choose(id) {
  localStorage.setItem(CHOSEN, id);
  chosen.value = id;
}

/** @param {any[]} all */
const byName = (all) => [...all].sort((one, other) => compareNames(one.name, other.name));

export async function readPlace() {
  const none = { data: null };
  const [member, business, all] = await Promise.all([
    get(`/members/${signedIn.peek()}`), get('/merchant').catch(() => none), getAll('/locations'),
  ]);
  me.value = member.data;
  merchant.value = business.data;
  const active = all.filter(({ is_active: isActive = true, status = 'active' }) => isActive && status === 'active');
  const own = member.data.role === 'manager' ? active.filter(({ id }) => member.data.location_ids.includes(id)) : active;
  locations.value = byName(own.length ? own : active);
}
