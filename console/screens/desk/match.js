// What somebody typed, scanned or read out: whose name it begins, and whether it is a code.

/** Without case, accents and characters of the alphabet that only look different. @param {string} text */
export const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each word of `typed` begins some word of the texts. @param {string} typed @param {(string | null | undefined)[]} texts */
export function matches(typed, texts) {
  const words = plain(texts.filter(Boolean).join(' ')).split(/[^\p{L}\p{N}@.]+/u);
  const asked = plain(typed).split(/\s+/).filter(Boolean);
  return asked.length > 0 && asked.every((part) => words.some((word) => word.startsWith(part)));
}

/** @typedef {{kind: 'visit' | 'ticket', code?: string, qr_payload?: string, isCertain: boolean}} Code */

/**
 * The code in a text, as a visitor's invitation, a ticket or a hand scanner has it. `isCertain` is false where the text
 * may as well be a name: ten letters without a digit.
 * @param {string} text @returns {Code | null}
 */
export function codeIn(text) {
  const typed = text.trim();
  if (/^visit\d+\.[\w-]+$/.test(typed)) return { kind: 'visit', qr_payload: typed, isCertain: true };
  if (/^ticket\d+\.[\w-]+$/.test(typed)) return { kind: 'ticket', qr_payload: typed, isCertain: true };
  const joined = typed.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(joined)) return { kind: 'visit', code: joined, isCertain: true };
  if (/^[a-z0-9]{10}$/i.test(joined)) return { kind: 'ticket', code: joined.toUpperCase(), isCertain: /\d/.test(joined) };
  return null;
}
