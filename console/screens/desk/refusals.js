// Why somebody was not let in, in the words of the desk.
import { reasonOf } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { Refusal } from '../../app/refusal.js';
import { showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';

/** @param {any} refusal */
export const wordOf = (refusal) => refusal?.details?.reason ?? refusal?.code ?? '';

/** Whether somebody with this address or number is on the blocklist: the answer gives no reason of its own then. @param {any} refusal */
export const isOnBlocklist = (refusal) => refusal instanceof Refusal && refusal.status === 403 && !refusal.details.reason && refusal.message.includes('reception');

/** @type {() => Record<string, string>} */
const SENTENCES = () => ({
  customer_blocked: t('They are blocked and may not come in. Ask a manager.'),
  member_blocked: t('They are blocked and may not come in. Ask a manager.'),
  insufficient_balance: t('Nothing admits them today: no subscription here, no booking, and no day pass is left.'),
  wrong_code: t('Nobody is expected by this code. It may be for another day or another location.'),
  not_yet: t('The code is for a later day.'),
  forged: t('This QR code is not one of ours.'),
  other_location: t('This is for another location.'),
  other_event: t('This ticket is for another event, or for another location.'),
  agreement_required: t('The visitor has not accepted the agreement of the house.'),
  rate_limited: t('Too many wrong codes within a minute. Wait a minute, or find the person by name.'),
  location_inactive: t('This location is not active.'),
  in_the_past: t('This day is over.'),
});

/** @param {any} refusal */
export function sentenceOf(refusal) {
  if (isOnBlocklist(refusal)) return t('They may not be admitted: their e-mail address, their telephone number or they themselves are on the blocklist. Ask a manager.');
  const known = refusal instanceof Refusal && refusal.status && SENTENCES()[wordOf(refusal)];
  if (known) return known;
  // Sentences of the API have instants of the merchant; people here look at the clock of the location.
  return reasonOf(refusal).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => showInstant(instant, zone.value));
}
