// Refusals in the reader's language. The API says them in English; what is exact in its sentence stands in brackets.
import { languageCode, t } from './words.js';

/** Of fields and rules, by their reason. @type {() => Record<string, string>} */
const OF_REASONS = () => ({
  required: t('This is missing.'),
  too_long: t('This is too long.'),
  repeated: t('This stands here twice.'),
  reference_not_found: t('What is named here does not exist.'),
  reference_archived: t('What is named here is archived.'),
  end_before_start: t('The end must be after the start.'),
  end_not_after_start: t('The end must be after the start.'),
  in_the_past: t('This is in the past.'),
  too_many_decimals: t('This has too many decimal places.'),
  customer_blocked: t('This customer is blocked.'),
  member_blocked: t('This customer is blocked.'),
  wrong_code: t('The code is wrong, was used, or is too old.'),
  second_factor_required: t('A code of the authenticator app is needed.'),
  location_inactive: t('This location is not active.'),
});

/** Of reasons whose sentence says more than the reason, such as between which numbers. @type {() => Record<string, string>} */
const OF_EXACT_REASONS = () => ({
  invalid_type: t('This value is not possible here.'),
  invalid_value: t('This value is not possible here.'),
  invalid_format: t('This is not written as it must be.'),
  out_of_range: t('This is too small or too large.'),
  too_many: t('These are too many.'),
  other_location: t('This is for another location.'),
});

/** Of everything else, by the code of the refusal. @type {() => Record<string, string>} */
const OF_CODES = () => ({
  insufficient_balance: t('Credits or day passes do not suffice.'),
  forbidden: t('You may not do this.'),
  not_found: t('There is no such record.'),
  booking_conflict: t('This time is taken.'),
  invalid_state: t('This cannot be done in its present state.'),
  already_exists: t('There is one like it already.'),
  in_use: t('This is in use.'),
  capacity_exceeded: t('There is no room left.'),
  out_of_stock: t('There is not enough in stock.'),
  quote_stale: t('The price has changed meanwhile. Look at it again.'),
  payload_too_large: t('This is too large.'),
  rule_violation: t('A rule forbids this.'),
  rate_limited: t('That was too often. Wait a moment, and try again.'),
  internal_error: t('Something went wrong in the service.'),
  service_unavailable: t('The service is busy. Try again in a moment.'),
});
/** Codes of which the words say all. */
const WHOLE = ['forbidden', 'not_found', 'rate_limited', 'internal_error', 'service_unavailable', 'payload_too_large'];

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What a refusal, or a problem of a field, says to people.
 * @param {{message: string, reason?: string, code?: string}} refused
 */
export function wordsOf({ message, reason = '', code = '' }) {
  if (languageCode() === 'en') return capital(message);
  const whole = OF_REASONS()[reason];
  if (whole) return whole;
  const said = OF_EXACT_REASONS()[reason] ?? OF_CODES()[reason] ?? OF_CODES()[code];
  if (!said) return capital(message);
  return WHOLE.includes(reason || code) ? said : t('{said} ({exactly})', { said, exactly: message });
}
