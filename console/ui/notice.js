// How long before its end notice is given, and with what an agreement ends, in words.
import { plural, t } from '../app/words.js';

/** @typedef {{notice_days: number, notice_months: number, notice_ends_with: 'period' | 'month' | 'quarter' | 'year'}} Notice */

/** What notice can end an agreement with, to choose from. */
export const noticeEnds = () => [
  { value: 'period', label: t('One of its periods') }, { value: 'month', label: t('A month') }, { value: 'quarter', label: t('A quarter') }, { value: 'year', label: t('A year') },
];

/** Months and days of notice and with what it ends; empty without any. @param {Notice} of */
export function noticeOf({ notice_months: months, notice_days: days, notice_ends_with: end }) {
  const to = { period: '', month: t('to the end of a month'), quarter: t('to the end of a quarter'), year: t('to the end of a year') }[end];
  return [months && plural(months, '{count} month', '{count} months'), days && plural(days, '{count} day', '{count} days'), to].filter(Boolean).join(', ');
}
