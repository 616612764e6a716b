// What is said of membership plans in lists.
import { money } from '../../app/money.js';
import { t } from '../../app/words.js';

export const CYCLES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'];

/** @param {number} price @param {string} currency @param {string} cycle */
export function priceOf(price, currency, cycle) {
  const amount = money(price, currency);
  if (cycle === 'daily') return t('{amount} a day', { amount });
  if (cycle === 'weekly') return t('{amount} a week', { amount });
  if (cycle === 'quarterly') return t('{amount} a quarter', { amount });
  if (cycle === 'yearly') return t('{amount} a year', { amount });
  return t('{amount} a month', { amount });
}

export const signUpOf = (/** @type {any} */ plan) => (!plan.signup_enabled ? t('By the team alone') : plan.signup_type === 'immediate' ? t('Sign-up at once') : t('Sign-up with approval'));
