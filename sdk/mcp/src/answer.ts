// What an agent is given: the server's own words, and what the API answered, told apart and bounded.

import { randomBytes } from "node:crypto";

import type { CallToolResult } from "@modelcontextprotocol/server";

// Characters that nobody sees and a model reads: marks of direction, and the tags in which texts can be hidden.
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e01ef}]/gu;

/** A result of the server's own words, and of data below them. */
export function result(words: string, data?: string, isError = false): CallToolResult {
  const text = data === undefined ? words : `${words}\n${wrapped(data)}`;
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

/** Data between two lines that no data can contain, because nobody knows them before. */
export function wrapped(data: string): string {
  const mark = `colonnade-data ${randomBytes(6).toString("hex")}`;
  return `<${mark}>\n${seen(data)}\n</${mark}>`;
}

/** A text in which nothing is unseen. */
export function seen(text: string): string {
  return text.replace(UNSEEN, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** One part of a text that is too long for one answer, and what to do for the next. */
export function part(text: string, number: number, characters: number): { text: string; words: string } {
  const count = Math.max(1, Math.ceil(text.length / characters));
  const piece = text.slice((number - 1) * characters, number * characters);
  if (count === 1) return { text, words: "" };
  const next = number < count ? `; the same call with part ${number + 1} goes on` : "";
  return { text: piece, words: `\nPart ${number} of ${count}${next}. \`fields\` makes it shorter.` };
}

/** How many of these records fit, at least one. */
export function fitting(records: readonly unknown[], characters: number): number {
  let length = 2;
  let count = 0;
  for (const record of records) {
    length += JSON.stringify(record).length + 1;
    if (length > characters) break;
    count += 1;
  }
  return Math.max(1, count);
}

/** The fields of these names, such as `price_breakdown.total`, of a record or of each record of a list. */
export function picked(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => picked(one, fields));
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  const found: Record<string, unknown> = {};
  for (const name of new Set(fields.map((field) => field.split(".")[0] ?? ""))) {
    if (!Object.hasOwn(record, name)) continue;
    const inner = fields.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1));
    found[name] = inner.length && !fields.includes(name) ? picked(record[name], inner) : record[name];
  }
  return found;
}
