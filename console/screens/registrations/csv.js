// Reading a table of people before it is sent, so that what is wrong in a line is seen before anything is stored.

export const COLUMNS = ['name', 'email', 'location_id', 'membership_plan_id', 'company_id', 'message', 'source', 'valid_days'];

/** Which of the three separators the first line has most of. @param {string} text */
function separatorOf(text) {
  const first = text.split(/\r?\n/, 1)[0];
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}

/** Lines and fields of CSV (RFC 4180). @param {string} text @returns {{line: number, fields: string[]}[]} */
export function parse(text) {
  const separator = separatorOf(text);
  const rows = /** @type {{line: number, fields: string[]}[]} */ ([]);
  let [field, fields, isQuoted, line, begun] = ['', /** @type {string[]} */ ([]), false, 1, 1];
  const endRow = () => {
    fields.push(field);
    if (fields.some((one) => one.trim())) rows.push({ line: begun, fields });
    [field, fields, begun] = ['', [], line + 1];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted && letter === '"' && text[at + 1] === '"') { field += '"'; at += 1; }
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) { fields.push(field); field = ''; }
    else if (!isQuoted && letter === '\n') { endRow(); line += 1; }
    else if (letter !== '\r') { field += letter; if (letter === '\n') line += 1; }
  }
  endRow();
  return rows;
}

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

/** A field as CSV has it. @param {string} value */
const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The table again, of some of its rows. @param {string[]} columns @param {{values: Record<string, string>}[]} rows */
export const csvOf = (columns, rows) => [columns, ...rows.map(({ values }) => columns.map((name) => values[name] ?? ''))].map((fields) => fields.map(quoted).join(',')).join('\n');
