// Which field a column is for, as far as its heading says so, and what its cells stand for by name.

/** A heading without what people write differently: case, accents, spaces, signs. @param {string} text */
export const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The ways in which a field is called. @param {import('./collections.js').Field} field */
const callings = ({ name, label, also = '' }) => [name, name.split('.').at(-1) ?? '', label, ...also.split(' ')].map(plain).filter(Boolean);

/** The field of each heading, an empty text for what none is like. No field is there twice. @param {string[]} headings @param {import('./collections.js').Field[]} fields @returns {string[]} */
export function guessed(headings, fields) {
  const left = new Map(fields.map((field) => [field.name, callings(field)]));
  const take = (/** @type {(ways: string[]) => boolean} */ fits) => {
    const found = [...left].find(([, ways]) => fits(ways))?.[0] ?? '';
    left.delete(found);
    return found;
  };
  const own = headings.map((heading) => (/^metadata\.[\w-]+$/i.test(heading.trim()) ? `metadata.${heading.trim().slice(9)}` : ''));
  // The first way is the field's own name: who exports and imports again gets the same columns.
  const exact = headings.map((heading, index) => own[index] || (plain(heading) ? take(([first]) => first === plain(heading)) : ''));
  return headings.map((heading, index) => exact[index] || (plain(heading) ? take((ways) => ways.includes(plain(heading))) : ''));
}

/** A key of the merchant's own for a heading. @param {string} heading */
export const ownKey = (heading) => `metadata.${heading.trim().toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 40) || 'column'}`;

const VALUES_MAX = 200;

/**
 * What the cells of a column stand for: ids or words by the names that people read. A cell may have several, between semicolons.
 * @param {string[]} cells @param {{value: string, label: string}[]} choices @returns {Record<string, string>}
 */
export function meantBy(cells, choices) {
  const known = new Map(choices.flatMap(({ value, label }) => [[plain(value), value], [plain(label), value]]));
  const all = [...new Set(cells.map((cell) => cell.trim()).filter(Boolean))].map((cell) => [cell, cell.split(';').map((part) => known.get(plain(part)) ?? part.trim()).join(';')]);
  return Object.fromEntries(all.filter(([cell, meant]) => cell !== meant).slice(0, VALUES_MAX));
}
