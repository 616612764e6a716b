// What tax rates are called, and which of their values holds on a day.
import { number } from '../../app/money.js';
import { merchant } from '../../app/place.js';
import { currentTime, dayOf } from '../../app/time.js';
import { t } from '../../app/words.js';

/** The day in the time zone of the business. */
export const today = () => dayOf(currentTime(), merchant.value?.default_time_zone ?? 'UTC');

/** Categories of EN 16931, in the order in which they are offered. */
export const CATEGORIES = ['S', 'Z', 'E', 'AE', 'O', 'G', 'K'];

/** @param {string} category */
export const categoryName = (category) => /** @type {Record<string, string>} */ ({
  S: t('Taxed'), Z: t('Zero rate'), E: t('Exempt from tax'), AE: t('Reverse charge'), O: t('Outside the scope of tax'), G: t('Export'), K: t('Supply within the European Union'),
})[category] ?? category;

/** Whether documents have to say why no tax is asked for. @param {string} category */
export const hasReason = (category) => category !== 'S' && category !== 'Z';

/** @typedef {{from: string, percent: number, category: string, exemption_reason: string}} TaxValue */

/** The value of a day: before the first day it is what it is on that day. @param {TaxValue[]} values @param {string} day */
export const valueOn = (values, day) => values.findLast(({ from }) => from <= day) ?? values[0];

/** The value that follows a day. @param {TaxValue[]} values @param {string} day */
export const valueAfter = (values, day) => values.find(({ from }, place) => from > day && place > 0);

/** What is sent of values whose numbers are typed. @param {any[]} values @returns {TaxValue[]} */
export const sentValues = (values) => values.map((value) => ({ ...value, percent: Number(value.percent) }));

/** @param {TaxValue} value */
export const valueSaid = ({ percent, category }) => (category === 'S' ? t('{percent} %', { percent: number(Number(percent)) }) : t('{percent} % · {category}', { percent: number(Number(percent)), category: categoryName(category) }));
