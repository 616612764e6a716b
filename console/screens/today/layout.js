// Where entries and rows lie: lanes, units taken, groups and heights. No DOM.
import { compareNames } from '../../app/words.js';

/**
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {{key: string, kind: 'group', name: string, count: number, isClosed: boolean, top: number, height: number}} Group
 * @typedef {{from: number, to: number, taken: number}} Level
 * @typedef {{key: string, kind: 'resource', resource: any, entries: Entry[], lanes: Map<string, number>, levels: Level[] | null, isStacked: boolean, top: number, height: number}} Line
 * @typedef {Group | Line} Row
 */

export const LANE = 32;
const PADDING = 8;
const GROUP = 30;
const LEVELS = 48;
const FEW_LANES = 2;

/** Lanes such that entries of one lane do not overlap, the first that is free for each. @param {Entry[]} entries sorted by start */
export function lanesOf(entries) {
  const ends = /** @type {number[]} */ ([]);
  const lanes = new Map();
  for (const { key, start, end } of entries) {
    let lane = ends.findIndex((last) => last <= start);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    lanes.set(key, lane);
  }
  return { lanes, count: Math.max(1, ends.length) };
}

/** Units taken through the time, where there are any. @param {Entry[]} entries @param {number} units @returns {Level[]} */
export function levelsOf(entries, units) {
  const changes = new Map();
  for (const { start, end, kind, units: own } of entries) {
    const taken = kind === 'block' || kind === 'event' ? units : own;
    changes.set(start, (changes.get(start) ?? 0) + taken);
    changes.set(end, (changes.get(end) ?? 0) - taken);
  }
  const levels = /** @type {Level[]} */ ([]);
  let taken = 0;
  const instants = [...changes.keys()].sort((one, other) => one - other);
  instants.forEach((at, index) => {
    taken += changes.get(at);
    if (taken > 0) levels.push({ from: at, to: instants[index + 1], taken: Math.min(taken, units) });
  });
  return levels;
}

/** @param {any} resource @param {Entry[]} entries @param {boolean} isStacked @returns {Line} */
function lineOf(resource, entries, isStacked) {
  const { lanes, count } = lanesOf(entries);
  const isMany = resource.units > 1 && count > FEW_LANES;
  const levels = isMany && !isStacked ? levelsOf(entries, resource.units) : null;
  const height = levels ? LEVELS : count * LANE + PADDING;
  return { key: resource.id, kind: 'resource', resource, entries, lanes, levels, isStacked: isMany && isStacked, top: 0, height };
}

/**
 * Rows from top to bottom.
 * @param {any[]} resources @param {Map<string, Entry[]>} entries
 * @param {{groupOf: (resource: any) => {name: string, rank: number}, words: string, type: string, closed: Set<string>, stacked: Set<string>}} how
 */
export function rowsOf(resources, entries, { groupOf, words, type, closed, stacked }) {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  const shown = resources.filter((one) => (!type || one.type === type) && wanted.every((word) => one.name.toLowerCase().includes(word)));
  const groups = /** @type {Map<string, {name: string, rank: number, members: any[]}>} */ (new Map());
  for (const one of shown) {
    const group = groupOf(one);
    const known = groups.get(group.name);
    if (known) known.members.push(one);
    else groups.set(group.name, { ...group, members: [one] });
  }
  const rows = /** @type {Row[]} */ ([]);
  for (const { name, members } of [...groups.values()].sort((one, other) => one.rank - other.rank || compareNames(one.name, other.name))) {
    const isClosed = closed.has(name);
    rows.push({ key: `group ${name}`, kind: 'group', name, count: members.length, isClosed, top: 0, height: GROUP });
    if (isClosed) continue;
    members.sort((one, other) => compareNames(one.name, other.name));
    rows.push(...members.map((one) => lineOf(one, entries.get(one.id) ?? [], stacked.has(one.id))));
  }
  let top = 0;
  for (const row of rows) { row.top = top; top += row.height; }
  return { rows, height: top };
}

/** Number of the row at a height. @param {Row[]} rows @param {number} y */
export function rowAt(rows, y) {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rows[middle].top <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rows keep their identity where nothing of them changed, so that they need not be drawn again. @param {Row[]} before @param {Row[]} after @returns {Row[]} */
export function kept(before, after) {
  const known = new Map(before.map((row) => [row.key, row]));
  return after.map((row) => {
    const old = known.get(row.key);
    return old && isSame(old, row) ? old : row;
  });
}

/** @param {Row} one @param {Row} other */
function isSame(one, other) {
  if (one.top !== other.top || one.height !== other.height) return false;
  if (one.kind === 'group' || other.kind === 'group') return one.kind === other.kind && 'count' in one && 'count' in other && one.count === other.count && one.isClosed === other.isClosed;
  return one.resource === other.resource && one.isStacked === other.isStacked && one.entries.length === other.entries.length
    && one.entries.every((entry, index) => isSameEntry(entry, other.entries[index]));
}

/** @param {Entry} one @param {Entry} other */
const isSameEntry = (one, other) => one.key === other.key && one.start === other.start && one.end === other.end && one.tone === other.tone
  && one.title === other.title && one.units === other.units && one.isProposed === other.isProposed && one.record.version === other.record.version;
