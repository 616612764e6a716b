// How long an order waits, and how long it may still be paid.
const MINUTE = 60_000;

/** Whole minutes since an instant. @param {string} instant @param {number} now */
export const minutesSince = (instant, now) => Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE));

/** Whole minutes until an instant. @param {string} instant @param {number} now */
export const minutesUntil = (instant, now) => Math.max(0, Math.ceil((Date.parse(instant) - now) / MINUTE));

/** How urgent a wait is: fine, long, too long. @param {number} minutes */
export const urgency = (minutes) => (minutes < 10 ? '' : minutes < 30 ? 'waiting' : 'bad');
