// The file of the import that was sent last, so that rows that were refused can be corrected. It goes with sign-out.
import { keepDraft, readDraft } from '../../app/drafts.js';

const KEPT = 'import.sent';

/** @typedef {{values: import('./request.js').Values, lines: number[]}} Kept `lines` are those of the file in which rows begin */

/** @param {string} id @param {import('./request.js').Values} values @param {number[]} lines */
export const keepFile = (id, values, lines) => keepDraft(KEPT, { id, values, lines });

/** What an import was sent with, if it was the last one of this browser. @param {string} id @returns {Kept | null} */
export function keptFile(id) {
  const kept = readDraft(KEPT);
  return kept?.id === id ? kept : null;
}
