// That recovery codes were shown to somebody who has not said that they have them. The codes themselves are kept nowhere.
import { signal } from '../vendor/preact.js';

const NAME = 'colonnade.codes-owed';
/** Id of the member. */
export const codesOwed = signal(localStorage.getItem(NAME));

/** @param {string | null} member */
export function oweCodes(member) {
  if (member) localStorage.setItem(NAME, member);
  else localStorage.removeItem(NAME);
  codesOwed.value = member;
}
