// A table as an import has it: headings, rows, and the parts that each fit into one request.
import { csvOf, parse } from '../../app/csv.js';

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

/** Whether each quotation mark has its other one: what comes after would be taken for one cell. @param {string} content */
export const isClosed = (content) => content.split('"').length % 2 === 1;

/**
 * The parts of a file that each fit into one request. They are written anew with as few quotation marks as can be, of
 * which each would count twice; `lines` says in which line of the file each row begins.
 * @param {Table} table @returns {{content: string, rows: number, from: number, lines: number[]}[]} `from` is the number of its first row
 */
export function partsOf({ headings, rows }) {
  const heading = csvOf([headings]);
  const parts = /** @type {{content: string, rows: number, from: number, lines: number[]}[]} */ ([]);
  for (let at = 0; at < rows.length;) {
    const texts = [];
    for (let bytes = bytesOf(heading); at + texts.length < rows.length && texts.length < ROWS_MAX;) {
      const text = csvOf([rows[at + texts.length].fields]);
      bytes += bytesOf(text) + 2;
      if (bytes > BYTES_MAX && texts.length) break;
      texts.push(text);
    }
    parts.push({ content: [heading, ...texts].join('\n'), rows: texts.length, from: at + 1, lines: rows.slice(at, at + texts.length).map(({ line }) => line) });
    at += texts.length;
  }
  return parts;
}

/** A file is read when it changes, and not with every choice about it. @type {{content: string, table: Table, isWhole: boolean} | null} */
let last = null;

/** What a file has. @param {string} content */
export function readTable(content) {
  if (last?.content !== content) last = { content, table: tableOf(content), isWhole: isClosed(content) };
  return last;
}

/** @type {{table: Table, parts: ReturnType<typeof partsOf>} | null} */
let divided = null;

/** The parts that a table is sent in. @param {Table} table */
export function divide(table) {
  if (divided?.table !== table) divided = { table, parts: partsOf(table) };
  return divided.parts;
}

/** Some rows of a table by their numbers, with the headings, to be corrected and imported again. @param {Table} table @param {number[]} numbers @returns {string[][]} */
export const rowsAt = ({ headings, rows }, numbers) => [headings, ...numbers.map((number) => headings.map((_, index) => rows[number - 1]?.fields[index] ?? ''))];
