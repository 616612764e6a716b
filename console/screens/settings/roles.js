// What each role may do, as docs/areas/sessions.md has it (14, 15).
import { t, word } from '../../app/words.js';

/** @param {string} role @param {boolean} [isPlural] */
export function roleName(role, isPlural = false) {
  if (!isPlural) return word(role);
  return /** @type {Record<string, string>} */ ({ owner: t('Owners'), admin: t('Admins'), manager: t('Managers') })[role];
}

export const roleAbout = () => /** @type {Record<string, string>} */ ({
  member: t('Uses the house as a customer; runs nothing.'),
  manager: t('Runs the locations that are chosen: bookings, visitors, tickets and events there.'),
  admin: t('Runs all locations, with money, contracts and settings.'),
  owner: t('Everything, and makes other owners.'),
});

/** Roles that somebody may give. @param {string | undefined} own */
export const rolesFor = (own) => (own === 'owner' ? ['member', 'manager', 'admin', 'owner'] : ['member', 'manager', 'admin']);

/** Only owners change owners. @param {string | undefined} own @param {any} member */
export const mayChange = (own, member) => own === 'owner' || member.role !== 'owner';

/** @returns {{roles: string[], rows: {what: string, who: (boolean | string)[]}[]}} */
export function rolesTable() {
  const own = t('own locations');
  return {
    roles: ['manager', 'admin', 'owner'],
    rows: [
      { what: t('See and change bookings, blocks and holds'), who: [own, true, true] },
      { what: t('Check people in, admit visitors'), who: [own, true, true] },
      { what: t('Answer tickets, and write notes for the team'), who: [own, true, true] },
      { what: t('See sensitive tickets'), who: [false, true, true] },
      { what: t('Run events and admit to them'), who: [own, true, true] },
      { what: t('Hand out orders of the shop'), who: [own, true, true] },
      { what: t('Change rooms, desks and what is known of a location'), who: [t('own locations, by the API'), true, true] },
      { what: t('See subscriptions and contracts'), who: [own, true, true] },
      { what: t('Book against the policy of a resource'), who: [false, true, true] },
      { what: t('Invoices and payments; change subscriptions and contracts'), who: [false, true, true] },
      { what: t('Approve registrations'), who: [false, true, true] },
      { what: t('New locations, plans, letters, the business'), who: [false, true, true] },
      { what: t('Make somebody manager or admin'), who: [false, true, true] },
      { what: t('Make somebody owner, and change owners'), who: [false, false, true] },
      { what: t('API clients, identity providers, changes of webhooks'), who: [t('by the command line'), t('by the command line'), t('by the command line')] },
    ],
  };
}
