// What is told at the bottom of the page.
import { signal } from '../vendor/preact.js';

/** @typedef {{id: number, text: string, isProblem: boolean, undo?: () => Promise<any>}} Notice */

/** What is told at the bottom of the page, the oldest first. */
export const notices = signal(/** @type {Notice[]} */ ([]));
let count = 0;

/** @param {string} text @param {{isProblem?: boolean, undo?: () => Promise<any>, seconds?: number}} [options] */
export function tell(text, { isProblem = false, undo, seconds = isProblem ? 12 : 7 } = {}) {
  const notice = { id: ++count, text, isProblem, undo };
  notices.value = [...notices.value.slice(-3), notice];
  setTimeout(() => dismiss(notice.id), seconds * 1_000);
}
/** @param {number} id */
export function dismiss(id) { notices.value = notices.value.filter((notice) => notice.id !== id); }
