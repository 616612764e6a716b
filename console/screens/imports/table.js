// A table as an import has it: headings, rows, and the parts that each fit into one request.
import { parse } from '../../app/csv.js';

/** Longer files are taken in another way. */
export const CHARACTERS_MAX = 2_000_000;
const ROWS_MAX = 10_000;
/** A request has at most 256 KB, of which the columns need some. */
const BYTES_MAX = 200_000;

/** @typedef {{headings: string[], rows: {line: number, fields: string[]}[]}} Table */

/** @param {string} content @returns {Table} */
export function tableOf(content) {
  const [head, ...rows] = parse(content.replace(/^\uFEFF/, ''));
  return { headings: (head?.fields ?? []).map((name) => name.trim()), rows };
}

const encoder = new TextEncoder();
const bytesOf = (/** @type {string} */ text) => encoder.encode(JSON.stringify(text)).length;

/**
 * The parts of a file. Each begins with the headings, and with empty lines in place of the rows before it, so that lines
 * are numbered as in the file.
 * @param {string} content @returns {{content: string, rows: number, from: number}[]} `from` is the number of its first row
 */
export function partsOf(content) {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [head, ...rows] = parse(text);
  if (!rows.length) return [];
  const lines = text.split('\n');
  const slice = (/** @type {number} */ from, /** @type {number | undefined} */ to) => lines.slice(from - 1, to === undefined ? undefined : to - 1).join('\n');
  const heading = slice(head.line, rows[0].line).trimEnd();
  const parts = /** @type {{content: string, rows: number, from: number}[]} */ ([]);
  for (let at = 0; at < rows.length;) {
    let [end, bytes] = [at, bytesOf(heading) + 2 * rows[at].line];
    while (end < rows.length && end - at < ROWS_MAX) {
      bytes += bytesOf(slice(rows[end].line, rows[end + 1]?.line)) + 2;
      if (bytes > BYTES_MAX && end > at) break;
      end += 1;
    }
    const before = '\n'.repeat(Math.max(1, rows[at].line - heading.split('\n').length));
    parts.push({ content: `${heading}${before}${slice(rows[at].line, rows[end]?.line)}`, rows: end - at, from: at + 1 });
    at = end;
  }
  return parts;
}

/** A file is read when it changes, and not with every choice about it. @type {{content: string, table: Table, parts: ReturnType<typeof partsOf>} | null} */
let last = null;

/** What a file has, and the parts that it is sent in. @param {string} content */
export function readTable(content) {
  if (last?.content !== content) last = { content, table: tableOf(content), parts: partsOf(content) };
  return last;
}

/** The text of rows, with the headings, to be corrected and imported again. @param {Table} table @param {Set<number>} lines @returns {string[][]} */
export const rowsAt = ({ headings, rows }, lines) => [headings, ...rows.filter(({ line }) => lines.has(line)).map(({ fields }) => headings.map((_, index) => fields[index] ?? ''))];
