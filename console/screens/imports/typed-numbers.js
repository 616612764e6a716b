// Numbers as people type them. What stands before the decimals, a column says as a whole where one of its cells can be
// read in one way only; otherwise nothing is guessed.

/** @typedef {'.' | ','} Mark */

/** Without what is no part of the number: currencies, percent, and spaces or apostrophes between thousands. @param {string} text */
const bare = (text) => text.replace(/^(?:[€$£¥]|[A-Z]{3}\s)|(?:[€$£¥%]|\s[A-Z]{3})$/g, '').replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, '').trim();

const PLAIN = /^[-+−]?\d+$/;
const GROUPED = { '.': /^[-+−]?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^[-+−]?\d+(?:\.\d+)?$/, ',': /^[-+−]?\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^[-+−]?\d+(?:,\d+)?$/ };

/** The number that a text says, as the API writes it; null where none can be read. @param {string} text @param {Mark | ''} mark before the decimals @returns {string | null} */
export function numberOf(text, mark) {
  const said = bare(text.trim());
  const digits = said.replace('−', '-').replace(/^\+/, '');
  if (PLAIN.test(said)) return digits;
  if (!mark || !GROUPED[mark].test(said)) return null;
  return digits.replaceAll(mark === '.' ? ',' : '.', '').replace(mark, '.');
}

/** What one cell says of the mark before decimals: an empty text for nothing, null where it could be both. @param {string} text @returns {Mark | '' | null} */
function markIn(text) {
  const said = bare(text.trim());
  const [points, commas] = [said.split('.').length - 1, said.split(',').length - 1];
  if (!/^[-+−]?[\d.,]+$/.test(said) || points + commas === 0) return '';
  if (points && commas) return said.lastIndexOf('.') > said.lastIndexOf(',') ? '.' : ',';
  const own = points ? '.' : ',';
  const other = points ? ',' : '.';
  if (points + commas > 1) return other;
  const [before, after] = said.replace(/^[-+−]/, '').split(own);
  return after.length === 3 && before.length <= 3 && before !== '0' && before !== '' ? null : own;
}

/**
 * The mark before decimals in a column: an empty text where cells could be read in both ways, or contradict each other.
 * Of whole numbers the mark that stands there parts thousands.
 * @param {string[]} cells @param {boolean} areWhole @returns {{mark: Mark | '', isNeeded: boolean}}
 */
export function markOf(cells, areWhole) {
  const found = cells.map(markIn).filter((mark) => mark !== '');
  const sure = new Set(found.filter((mark) => mark !== null));
  const parting = new Set(cells.filter((cell) => markIn(cell) === null).map((cell) => (cell.includes('.') ? ',' : '.')));
  const decided = sure.size ? sure : areWhole ? parting : new Set();
  const mark = decided.size === 1 ? /** @type {Mark} */ ([...decided][0]) : '';
  return { mark, isNeeded: found.length > 0 };
}
