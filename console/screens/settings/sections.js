// The sections of the settings, loaded when they are opened.
import { t } from '../../app/words.js';

/** @typedef {{key: string, title: string, about: string, group: string, load: () => Promise<any>}} Section */

/** @type {() => Section[]} */
export const sections = () => [
  { key: 'business', group: t('House'), title: t('Business'), about: t('Name, address, invoices, credits, policies for new resources'), load: () => import('./business.js') },
  { key: 'locations', group: t('House'), title: t('Locations'), about: t('Opening hours, holidays, tax, time zone'), load: () => import('./locations.js') },
  { key: 'resources', group: t('House'), title: t('Resources'), about: t('Rooms and desks with prices and policies'), load: () => import('./resources.js') },
  { key: 'floors', group: t('House'), title: t('Floors'), about: t('Floors of a location'), load: () => import('./floors.js') },
  { key: 'memberships', group: t('Offer'), title: t('Membership plans'), about: t('What people subscribe to at a location'), load: () => import('./memberships.js') },
  { key: 'plans', group: t('Offer'), title: t('Catalogue'), about: t('Plans for several locations, with planned prices'), load: () => import('./plans.js') },
  { key: 'tax', group: t('Money'), title: t('Tax rates'), about: t('What is taxed at which rate, from which day on'), load: () => import('./tax-rates.js') },
  { key: 'books', group: t('Money'), title: t('Books'), about: t('Chart of accounts, own accounts, cost centres, DATEV'), load: () => import('./books.js') },
  { key: 'staff', group: t('People'), title: t('Staff and roles'), about: t('Who may do what'), load: () => import('./staff.js') },
  { key: 'letters', group: t('Connections'), title: t('Letters'), about: t('Sender, look, wording, what was sent'), load: () => import('./letters.js') },
  { key: 'webhooks', group: t('Connections'), title: t('Webhooks'), about: t('Where events are sent, with each delivery'), load: () => import('./webhooks.js') },
  { key: 'imports', group: t('Connections'), title: t('Import and export'), about: t('Tables of members, companies, rooms and leads, in and out'), load: () => import('../imports/imports.js') },
  { key: 'access', group: t('Connections'), title: t('Programs and sign-in'), about: t('API clients and identity providers'), load: () => import('./access.js') },
];
