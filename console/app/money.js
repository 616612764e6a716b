// Amounts of money, as the API has them: major units.
import { language } from './words.js';

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number | string | null | undefined} amount @param {string} currency @param {Intl.NumberFormatOptions} [options] */
export function money(amount, currency, options = {}) {
  if (amount === null || amount === undefined || !currency) return '';
  const key = `${language()} ${currency} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) formats.set(key, made = new Intl.NumberFormat(language(), { style: 'currency', currency, ...options }));
  return made.format(Number(amount));
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(language(), options).format(value);

/** 0.125 is `12.5 %`. @param {number} share */
export const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: 1 });
