// Words of the page in the reader's language. A sentence is looked up by its English text.
import { computed, signal } from '../vendor/preact.js';

/** Languages that letters have. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands', fr: 'Français', es: 'Español', pt: 'Português', ja: '日本語' };
/** Those of them that this page has words of: for each but English there is a file of `languages`. */
export const PAGE_LANGUAGES = ['en', 'de', 'nl', 'fr', 'es', 'pt', 'ja'];

const CHOSEN = 'colonnade.language';
const words = signal(/** @type {Record<string, string>} */ ({}));
const code = signal('en');

const tag = computed(() => navigator.languages.find((own) => own.split('-')[0] === code.value) ?? code.value);
/** Tag of the language, with the reader's region where it is theirs. */
export const language = () => tag.value;
export const languageCode = () => code.value;

/** @param {string} name @returns {Promise<Record<string, string> | null>} */
const read = (name) => fetch(new URL(`../languages/${name}.json`, import.meta.url)).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

let isWhole = false;
/** @type {Promise<void>} */
let begun = Promise.resolve();
/** @type {Promise<void> | null} */
let reading = null;

/** @param {string} [wanted] */
async function readFirst(wanted) {
  const known = (/** @type {string | null | undefined} */ tag) => (tag && PAGE_LANGUAGES.includes(tag.split('-')[0]) ? tag.split('-')[0] : '');
  const next = known(wanted) || known(localStorage.getItem(CHOSEN)) || navigator.languages.map(known).find(Boolean) || 'en';
  if (wanted) localStorage.setItem(CHOSEN, next);
  const found = next === 'en' ? {} : await read(wanted ? next : `first/${next}`);
  [words.value, isWhole] = [found ?? {}, Boolean(wanted)];
  code.value = found ? next : 'en';
  document.documentElement.lang = code.value;
}

/** The words of the first screen, and of who signs in; those of a language that is wanted all at once. @param {string} [wanted] */
export const readWords = (wanted) => (begun = readFirst(wanted));

/** All other words, which what comes after the first screen waits for. Without them it is in English. */
export async function wholeWords() {
  await begun;
  const now = code.peek();
  if (isWhole || now === 'en') return;
  reading ??= read(now).then((all) => {
    reading = null;
    if (all && code.peek() === now) [words.value, isWhole] = [all, true];
  });
  await reading;
}

/** What comes after the first screen, with its words. @template T @param {() => Promise<T>} load @returns {Promise<T>} */
export const later = (load) => Promise.all([load(), wholeWords()]).then(([module]) => module);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** A value within a sentence: one from right to left is set apart, so that it turns nothing around it. @param {string} value */
const apart = (value) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** A sentence with `{values}`. @param {string} sentence @param {Record<string, string | number>} [values] */
export function t(sentence, values = {}) {
  const said = code.value === 'en' ? sentence : words.value[sentence] ?? sentence;
  return said.replace(/\{(\w+)\}/g, (whole, name) => apart(String(values[name] ?? whole)));
}

/** A sentence about a number: `one` for one, `other` with `{count}` for others. @param {number} count @param {string} one @param {string} other */
export function plural(count, one, other) {
  const { rules, number } = countingIn(language());
  return t(rules.select(count) === 'one' ? one : other, { count: number.format(count) });
}

/** @type {Intl.Collator | undefined} */
let collator;
/** Order of names, in which `Room 9` is before `Room 10`. To make what compares takes long, so it is made once. @param {string} one @param {string} other */
export const compareNames = (one, other) => (collator ??= new Intl.Collator(undefined, { numeric: true })).compare(one, other);

/** @type {Map<string, {rules: Intl.PluralRules, number: Intl.NumberFormat}>} */
const counting = new Map();
/** To make these takes long, so they are made once. @param {string} tag */
function countingIn(tag) {
  let made = counting.get(tag);
  if (!made) counting.set(tag, made = { rules: new Intl.PluralRules(tag), number: new Intl.NumberFormat(tag) });
  return made;
}

/** A word of the API for people: `checked_in` is "Checked in". @param {string | null | undefined} word */
export function word(word) {
  if (!word) return '';
  return t(word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' '));
}
