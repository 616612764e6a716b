// Words that were typed and not sent yet survive a reload of the page. They go when they are sent, and with sign-out.

const PREFIX = 'colonnade.draft.';

/** @param {string} key */
export function readDraft(key) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null;
  }
}
/** @param {string} key @param {any} values null forgets them */
export function keepDraft(key, values) {
  if (values === null) sessionStorage.removeItem(PREFIX + key);
  else sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
}
