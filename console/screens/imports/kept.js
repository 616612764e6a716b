// The file of the import that was sent last, so that rows that were refused can be corrected. It goes with sign-out.
import { keepDraft, readDraft } from '../../app/drafts.js';

const KEPT = 'import.sent';

/** @param {string} id @param {import('./request.js').Values} values */
export const keepFile = (id, values) => keepDraft(KEPT, { id, values });

/** What an import was sent with, if it was the last one of this browser. @param {string} id @returns {import('./request.js').Values | null} */
export function keptFile(id) {
  const kept = readDraft(KEPT);
  return kept?.id === id ? kept.values : null;
}
