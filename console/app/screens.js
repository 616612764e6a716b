// The screens, in the order of the menu. Each is a folder under `screens`, loaded when it is opened first.
import { isAdmin, isStaff } from './place.js';
import { later, t } from './words.js';

/** @typedef {{path: string, title: string, icon: string, load: () => Promise<any>, isInMenu?: boolean, isForStaff?: boolean, isForAdmins?: boolean}} Screen */

/** Screens that were loaded, by their paths: they are shown at once. @type {Map<string, any>} */
export const ready = new Map();
/** @param {Screen} screen */
export const load = (screen) => (screen.path === 'today' ? screen.load() : later(screen.load)).then((module) => { ready.set(screen.path, module); return module; });

/** @type {() => Screen[]} */
export const screens = () => [
  { path: 'today', title: t('Today'), icon: 'today', load: () => import('../screens/today/today.js') },
  { path: 'desk', title: t('Desk'), icon: 'desk', load: () => import('../screens/desk/desk.js') },
  { path: 'people', title: t('People'), icon: 'people', load: () => import('../screens/people/people.js') },
  { path: 'person', title: t('Person'), icon: 'user', load: () => import('../screens/person/person.js'), isInMenu: false },
  { path: 'money', title: t('Money'), icon: 'money', load: () => import('../screens/money/money.js'), isForAdmins: true },
  { path: 'tickets', title: t('Tickets'), icon: 'tickets', load: () => import('../screens/tickets/tickets.js') },
  { path: 'orders', title: t('Orders'), icon: 'orders', load: () => import('../screens/orders/orders.js') },
  { path: 'contracts', title: t('Contracts'), icon: 'contracts', load: () => import('../screens/contracts/contracts.js'), isForAdmins: true },
  { path: 'leads', title: t('Leads'), icon: 'leads', load: () => import('../screens/leads/leads.js'), isForStaff: true },
  { path: 'registrations', title: t('Registrations'), icon: 'registrations', load: () => import('../screens/registrations/registrations.js') },
  { path: 'events', title: t('Events'), icon: 'events', load: () => import('../screens/events/events.js') },
  { path: 'figures', title: t('Figures'), icon: 'figures', load: () => import('../screens/figures/figures.js') },
  { path: 'settings', title: t('Settings'), icon: 'settings', load: () => import('../screens/settings/settings.js'), isForAdmins: true },
  { path: 'setup', title: t('Set up'), icon: 'settings', load: () => import('../screens/setup/setup.js'), isInMenu: false },
];

/** Screens that are offered to the reader. */
export const offered = () => screens().filter(({ isInMenu = true, isForStaff, isForAdmins }) => isInMenu && (!isForAdmins || isAdmin.value) && (!isForStaff || isStaff.value));
