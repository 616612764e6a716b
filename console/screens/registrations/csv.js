// Reading a table of people before it is sent, so that what is wrong in a line is seen before anything is stored.
import { csvOf, parse } from '../../app/csv.js';

export const COLUMNS = ['name', 'email', 'location_id', 'membership_plan_id', 'company_id', 'message', 'source', 'valid_days'];

/** @typedef {'no_name' | 'no_email' | 'bad_email' | 'repeated_email'} LineProblem */

/**
 * What a table says: its columns, those that are not known, and each line with what is wrong in it.
 * @param {string} text @returns {{columns: string[], unknown: string[], missing: string[], rows: {line: number, values: Record<string, string>, problems: LineProblem[]}[]}}
 */
export function tableOf(text) {
  const [head, ...lines] = parse(text);
  const columns = (head?.fields ?? []).map((name) => name.trim().toLowerCase());
  const seen = new Set();
  const rows = lines.map(({ line, fields }) => {
    const values = Object.fromEntries(columns.map((name, index) => [name, (fields[index] ?? '').trim()]));
    const email = (values.email ?? '').toLowerCase();
    const problems = /** @type {LineProblem[]} */ ([]);
    if (!values.name) problems.push('no_name');
    if (!email) problems.push('no_email');
    else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.push('bad_email');
    else if (seen.has(email)) problems.push('repeated_email');
    seen.add(email);
    return { line, values, problems };
  });
  return { columns, unknown: columns.filter((name) => !COLUMNS.includes(name) && !name.startsWith('metadata.')), missing: ['name', 'email'].filter((name) => !columns.includes(name)), rows };
}

/** The table again, of some of its rows. @param {string[]} columns @param {{values: Record<string, string>}[]} rows */
export const tableAgain = (columns, rows) => csvOf([columns, ...rows.map(({ values }) => columns.map((name) => values[name] ?? ''))]);
