// Comma-separated values (RFC 4180): read as people and programs write them, and written for spreadsheets.

/** Which of the three separators the first line has most of. @param {string} text */
export function separatorOf(text) {
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

/** A field as CSV has it. @param {string} value */
const quoted = (value) => (/[",;\t\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** @param {string[][]} rows */
export const csvOf = (rows) => rows.map((fields) => fields.map(quoted).join(',')).join('\n');

/** A cell that no spreadsheet takes for a formula: imports leave the apostrophe out again. @param {string} value */
export const safeCell = (value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
