// Changes that show at once and are taken back, with the reason, when they are refused.
import { tell } from './notices.js';
import { invalidate, invalidateShown } from './records.js';
import { Refusal } from './refusal.js';
import { t } from './words.js';

export { dismiss, notices, tell } from './notices.js';

/** What a refusal says to people. @param {any} refusal */
export function reasonOf(refusal) {
  if (!(refusal instanceof Refusal)) { console.error(refusal); return t('Something went wrong in this page.'); }
  if (refusal.status === 401) return t('You are signed out. Sign in to go on.');
  if (refusal.isUnknown) return t('No clear answer came: it is not known whether this was done. Look at it again; if you send it once more, it is not done twice.');
  if (refusal.status === 0) return t('The service cannot be reached.');
  if (refusal.code === 'idempotency_mismatch') return t('What was sent before had been done after all. What is written here now was not sent: look at it first.');
  if (refusal.status === 412 || refusal.code === 'version_conflict') return t('Somebody else changed this at the same moment. Look at it again.');
  return refusal.sentence;
}

/** Takes something back: what was refused is told. @param {() => Promise<any>} undo */
export async function undone(undo) {
  try { await undo(); } catch (refusal) {
    tell(t('It is not taken back. {reason}', { reason: reasonOf(refusal) }), { isProblem: true });
    invalidateShown();
  }
}

/**
 * Sends a change. `show` shows its outcome at once and returns what takes it back; `types` are the records it changes, as
 * the event log calls them; `done` is said when it is done, with `undo` to take it back by the API.
 * @template T
 * @param {{send: () => Promise<T>, show?: () => () => void, types: import('./api').ObjectType[], done?: string, undo?: (answer: T) => Promise<any>, refused?: (refusal: Refusal) => void}} change
 * @returns {Promise<T | null>} null where it was refused
 */
export async function act({ send, show, types, done, undo, refused }) {
  const takeBack = show?.();
  try {
    const answer = await send();
    invalidate(types);
    if (done) {
      const back = undo && (() => act({ send: () => undo(answer), types, done: t('Undone') }));
      tell(done, { undo: back });
    }
    return answer;
  } catch (refusal) {
    takeBack?.();
    invalidate(types);
    if (refused) refused(/** @type {Refusal} */ (refusal));
    else tell(reasonOf(refusal), { isProblem: true });
    return null;
  }
}
