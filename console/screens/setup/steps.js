// The steps of the set-up.

export const STEPS = ['location', 'rooms', 'plan', 'member', 'done'];

/** The step after. @param {string} step */
export const nextOf = (step) => STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)];

/** @param {string} step */
export const beforeOf = (step) => STEPS[Math.max(STEPS.indexOf(step) - 1, 0)];

/** Where one goes on: the first step of which nothing is there yet. @param {Record<string, boolean>} has */
export const openStep = (has) => STEPS.find((step) => !has[step]) ?? 'done';

/** Rooms and desks that a new house is offered. @returns {{name: string, type: string, units: string, price: string}[]} */
export const emptyRows = () => [{ name: '', type: 'meeting_room', units: '1', price: '' }, { name: '', type: 'hot_desk', units: '10', price: '' }, { name: '', type: 'phone_booth', units: '1', price: '' }];

/** Lines that say something. @param {{name: string}[]} rows */
export const filledRows = (rows) => rows.filter(({ name }) => name.trim());

/** The request for a line. @param {{name: string, type: string, units: string, price: string}} row @param {string} locationId */
export const resourceOf = ({ name, type, units, price }, locationId) => ({
  location_id: locationId, name: name.trim(), type, units: Number(units) || 1,
  ...(Number(price) > 0 && { rates: [{ from_minutes: 0, flat_amount: 0, unit_amount: Number(price), per_minutes: 60 }] }),
});
