// Time zones, currencies and countries that a browser knows, by names in the reader's language.
import { language } from '../../app/words.js';

/** @param {string} present */
export function ZONES(present) {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(present) || !present ? known : [present, ...known];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** @param {string} present */
export function CURRENCIES(present) {
  const names = new Intl.DisplayNames([language()], { type: 'currency' });
  const known = Intl.supportedValuesOf('currency');
  const all = known.includes(present) || !present ? known : [present, ...known];
  return all.map((value) => ({ value, label: `${value} – ${names.of(value) ?? ''}` }));
}

/** Currencies of countries in which houses are run most, for the first guess. */
const BY_REGION = /** @type {Record<string, string>} */ ({
  GB: 'GBP', US: 'USD', JP: 'JPY', CH: 'CHF', AU: 'AUD', CA: 'CAD', NZ: 'NZD', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', BR: 'BRL', MX: 'MXN',
  IN: 'INR', SG: 'SGD', HK: 'HKD', CN: 'CNY', KR: 'KRW', TH: 'THB', ID: 'IDR', MY: 'MYR', PH: 'PHP', VN: 'VND', ZA: 'ZAR', KE: 'KES', NG: 'NGN', EG: 'EGP', IL: 'ILS', AE: 'AED', TR: 'TRY', AR: 'ARS', CL: 'CLP', CO: 'COP', PE: 'PEN', UA: 'UAH', IS: 'ISK',
});

const OF_EURO = ['DE', 'FR', 'NL', 'ES', 'PT', 'IT', 'BE', 'AT', 'IE', 'FI', 'GR', 'LU', 'EE', 'LV', 'LT', 'SK', 'SI', 'HR', 'MT', 'CY', 'BG'];

/** @param {string} region @param {string} zone */
const hasZone = (region, zone) => (/** @type {any} */ (new Intl.Locale(`und-${region}`)).getTimeZones?.() ?? []).includes(zone);

/** Country of a reader: where their clock is, else what their language setting says, else nothing. @param {string} zone @param {readonly string[]} [tags] */
export function regionOf(zone, tags = navigator.languages) {
  const said = tags.map((tag) => new Intl.Locale(tag).region).find(Boolean) ?? '';
  if (said && hasZone(said, zone)) return said;
  return [...OF_EURO, ...Object.keys(BY_REGION)].find((region) => hasZone(region, zone)) ?? said;
}

/** @param {string} region @param {string} fallback */
export const currencyOf = (region, fallback) => BY_REGION[region] ?? (OF_EURO.includes(region) ? 'EUR' : fallback);
