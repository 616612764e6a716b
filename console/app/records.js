// What was read of the API, kept while a screen shows it, and read again when something of it changed.
import { signal, useLayoutEffect, useMemo } from '../vendor/preact.js';
import { address, get, getAll, isCut } from './request.js';

/** @typedef {import('./api').Path} Path */
/** @typedef {import('./api').ObjectType} ObjectType */
/**
 * @typedef {{data: any, error: any, isLoading: boolean, next: string, total: number | undefined}} State
 * @typedef {{key: string, path: Path, query: any, isWhole: boolean, types: (ObjectType | '*')[], state: import('../vendor/preact.js').Signal<State>, users: number, reading: number, isRead?: boolean, read?: Reader, loading?: Promise<void>, isReadingOn?: boolean, isDirty?: boolean, isCut?: boolean}} Entry
 * @typedef {(path: Path, query: any, part: (records: any[]) => void) => Promise<any[]>} Reader reads a whole list, and may show a part of it before
 */

/** @type {Map<string, Entry>} */
const entries = new Map();
const KEPT_UNUSED = 60;

/** Which types of records are shown by what is read under a path: what changes one of them has it read again. */
const TYPES = /** @type {Record<string, ObjectType[]>} */ ({
  'api-clients': ['api_client'],
  availability: ['booking', 'booking_hold', 'calendar_block', 'resource', 'event'],
  'balance-clearings': ['balance_clearing'],
  benefits: ['benefit'],
  'booking-holds': ['booking_hold'],
  'booking-series': ['booking_series'],
  bookings: ['booking'],
  'calendar-blocks': ['calendar_block'],
  'check-ins': ['check_in'],
  companies: ['company', 'company_member'],
  'contract-templates': ['contract_template'],
  contracts: ['contract'],
  'credit-notes': ['credit_note'],
  customers: ['member', 'company', 'invoice', 'payment_transaction', 'credit_note', 'credit_transaction', 'day_pass_transaction', 'balance_clearing', 'invoice_item', 'subscription'],
  'event-registrations': ['event_registration'],
  'event-waitlist-entries': ['event_waitlist_entry'],
  events: ['event', 'event_registration'],
  floors: ['floor'],
  imports: ['import'],
  'invoice-items': ['invoice_item', 'invoice'],
  invoices: ['invoice', 'invoice_item', 'credit_note', 'payment_transaction'],
  leads: ['lead'],
  ledger: ['books', 'invoice', 'credit_note', 'payment_transaction', 'credit_transaction', 'day_pass_transaction', 'balance_clearing', 'invoice_item'],
  'letter-templates': ['letter_template'],
  'letter-wordings': ['letter_template'],
  locations: ['location', 'check_in', 'visitor_visit', 'booking', 'event_registration'],
  'member-registrations': ['member_registration'],
  members: ['member', 'company_member', 'booking', 'invoice', 'payment_transaction'],
  memberships: ['membership_plan', 'subscription'],
  merchant: ['merchant'],
  'payment-transactions': ['payment_transaction'],
  plans: ['plan'],
  reports: ['booking', 'invoice', 'invoice_item', 'credit_note', 'payment_transaction', 'balance_clearing', 'subscription'],
  'resource-assignments': ['resource_assignment'],
  resources: ['resource'],
  'shop-categories': ['shop_category'],
  'shop-orders': ['shop_order'],
  'shop-products': ['shop_product', 'shop_stock', 'shop_order'],
  subscriptions: ['subscription'],
  'suppressed-addresses': ['suppressed_address'],
  'tax-rates': ['tax_rate'],
  tickets: ['ticket', 'ticket_comment', 'sensitive_ticket'],
  uploads: ['upload'],
  'visitor-requests': ['visitor_request'],
  'visitor-visits': ['visitor_visit', 'visitor_contact'],
  'waitlist-entries': ['waitlist_entry'],
  'webhook-endpoints': ['webhook_endpoint'],
});

/** What is not in the table, such as the event log itself, is read again after any event. @param {string} path @returns {(ObjectType | '*')[]} */
const typesOf = (path) => TYPES[path.split('/')[1]] ?? ['*'];

/** @param {Path} path @param {any} query @param {boolean} isWhole */
function entryOf(path, query, isWhole) {
  const key = `${isWhole ? 'all ' : ''}${address(path, query)}`;
  let entry = entries.get(key);
  if (!entry) {
    const state = signal({ data: undefined, error: null, isLoading: true, next: '', total: undefined });
    entry = { key, path, query, isWhole, types: typesOf(path), state, users: 0, reading: 0 };
    entries.set(key, entry);
    const unused = [...entries.values()].filter(({ users }) => !users);
    for (const old of unused.slice(0, Math.max(0, unused.length - KEPT_UNUSED))) if (old !== entry) entries.delete(old.key);
  }
  return entry;
}

/** Whether something that is looked at needs a list that is longer than it is read. */
export const needsMore = signal(false);
const lookForCut = () => { needsMore.value = [...entries.values()].some(({ users, isCut: isEnded }) => users > 0 && isEnded); };

/** How many records of a list were shown that is read again: nobody who has scrolled down is thrown back. @param {Entry} entry */
const countOf = ({ state, isWhole }) => (!isWhole && Array.isArray(state.peek().data) ? state.peek().data.length : 0);

/** The first page as it is now, with what was known of the others, until they are read again. @param {any[]} known @param {any[]} first */
function withRest(known, first) {
  const last = known.findIndex(({ id }) => id && id === first.at(-1)?.id);
  return last < 0 ? known : [...first, ...known.slice(last + 1)];
}

/** Reads the pages after the first one again, as far as they were shown. @param {Entry} entry @param {any[]} first @param {string} cursor @param {number} count */
async function readOn(entry, first, cursor, count) {
  const { reading } = entry;
  let [records, next] = [first, cursor];
  entry.isReadingOn = true;
  try {
    while (next && records.length < count) {
      const { data, pagination } = await get(entry.path, { ...entry.query, cursor: next });
      if (reading !== entry.reading) return;
      [records, next] = [[...records, ...data], pagination.next_cursor];
    }
    entry.state.value = { ...entry.state.peek(), data: records, next };
  } finally {
    entry.isReadingOn = false;
    if (entry.isDirty) load(entry);
  }
}

/** @param {Entry} entry */
async function loadNow(entry) {
  const reading = ++entry.reading;
  entry.isDirty = false;
  if (!entry.state.peek().isLoading) entry.state.value = { ...entry.state.peek(), isLoading: true };
  try {
    const part = (/** @type {any[]} */ data) => { if (reading === entry.reading && !entry.isRead) entry.state.value = { ...entry.state.peek(), data }; };
    const answer = entry.isWhole ? { data: await (entry.read ? entry.read(entry.path, entry.query, part) : getAll(entry.path, entry.query)) } : await get(entry.path, entry.query);
    entry.isRead = true;
    entry.isCut = entry.isWhole && isCut(answer.data);
    lookForCut();
    if (reading !== entry.reading) return;
    const { next_cursor: next = '', total_count: count, total = count } = answer.pagination ?? {};
    const [known, shown] = [entry.state.peek(), countOf(entry)];
    const isLonger = next && shown > answer.data.length;
    const data = isLonger ? withRest(known.data, answer.data) : answer.data;
    entry.state.value = { data, error: null, isLoading: false, next: isLonger ? known.next : next, total };
    if (isLonger) await readOn(entry, answer.data, next, shown);
  } catch (error) {
    if (reading === entry.reading) entry.state.value = { ...entry.state.peek(), error, isLoading: false };
  }
}

/** @param {Entry} entry */
const load = (entry) => (entry.loading = loadNow(entry));

/** Begins to read a whole list that will be shown. @param {Path} path @param {any} query @param {Reader} [read] @returns {Promise<void>} */
export function begin(path, query, read) {
  const entry = entryOf(path, query, true);
  entry.read ??= read;
  return entry.loading ?? load(entry);
}

/** @param {Path | null | undefined} path @param {any} query @param {boolean} isWhole @param {Reader} [read] */
function useEntry(path, query, isWhole, read) {
  const key = path ? address(path, query) : '';
  const entry = useMemo(() => (path ? entryOf(path, query, isWhole) : null), [key, isWhole]);
  // Before the page is painted: a frame later is that much later on the first visit.
  useLayoutEffect(() => {
    if (!entry) return undefined;
    entry.users += 1;
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
    entry.read ??= read;
    if (!entry.reading || entry.state.peek().error) load(entry);
    lookForCut();
    return () => { entry.users -= 1; lookForCut(); };
  }, [entry]);
  const state = entry?.state.value ?? { data: undefined, error: null, isLoading: false, next: '', total: undefined };
  return { ...state, again: () => entry && load(entry), entry };
}

/**
 * One record, or any answer with `data`. `path` may be null: nothing is read then.
 * @param {Path | null | undefined} path @param {any} [query]
 */
export const useRecord = (path, query) => useEntry(path, query, false);

/** All records of a list, for lists that are short by nature. @param {Path | null | undefined} path @param {any} [query] @param {Reader} [read] */
export const useAll = (path, query, read) => useEntry(path, query, true, read);

/** A list, a hundred at a time: `more()` reads the next ones. @param {Path | null | undefined} path @param {any} [query] */
export function useList(path, query) {
  const list = useEntry(path, { limit: 100, ...query }, false);
  const more = async () => {
    const { entry } = list;
    await entry?.loading;
    if (!entry || !entry.state.peek().next) return;
    const reading = entry.reading;
    const { data, pagination } = await get(entry.path, { ...entry.query, cursor: entry.state.peek().next });
    if (reading !== entry.reading) { await more(); return; }
    const present = entry.state.peek();
    entry.state.value = { ...present, data: [...present.data, ...data], next: pagination.next_cursor };
  };
  return { ...list, more };
}

/** Reads again what shows records of these types (as in the event log), and forgets what nobody looks at. @param {Iterable<ObjectType | '*'>} types */
export function invalidate(types) {
  const changed = new Set(types);
  for (const entry of [...entries.values()]) {
    if (!changed.has('*') && !entry.types.some((type) => type === '*' || changed.has(type))) continue;
    // A long list that is just being read again is read once more afterwards: it would never come to its end otherwise.
    if (entry.isReadingOn) entry.isDirty = true;
    else if (entry.users) load(entry);
    else entries.delete(entry.key);
  }
}

/** Everything is forgotten: somebody else signs in. */
export const forget = () => entries.clear();

/** Whether an unknown number of things changed: all that is looked at is read again. */
export const invalidateShown = () => invalidate(['*']);

/**
 * Shows a change of a record at once, wherever it is shown. What is returned takes it back.
 * @param {string} id @param {(record: any) => any} change the changed record; null where it goes
 */
export function showChanged(id, change) {
  const taken = /** @type {(() => void)[]} */ ([]);
  for (const entry of entries.values()) {
    const { data } = entry.state.peek();
    const isList = Array.isArray(data);
    const found = isList ? data.find((record) => record?.id === id) : data?.id === id ? data : null;
    if (!found) continue;
    const after = change(found);
    const changed = isList ? data.flatMap((/** @type {any} */ one) => (one === found ? after ?? [] : one)) : after ?? data;
    entry.reading += 1;
    entry.state.value = { ...entry.state.peek(), data: changed, isLoading: false };
    taken.push(() => { if (entry.state.peek().data === changed) entry.state.value = { ...entry.state.peek(), data }; });
  }
  return () => taken.forEach((back) => back());
}

/** Shows a new record at once in the lists of a path for which `fits` says so. What is returned takes it back.
 * @param {string} path @param {any} record @param {(query: any) => boolean} [fits] */
export function showAdded(path, record, fits = () => true) {
  const shown = [...entries.values()].filter(({ path: of, query, state }) => of === path && Array.isArray(state.peek().data) && fits(query));
  for (const { state } of shown) state.value = { ...state.peek(), data: [...state.peek().data, record] };
  return () => {
    for (const { state } of shown) {
      state.value = { ...state.peek(), data: state.peek().data.filter((/** @type {any} */ one) => one !== record) };
    }
  };
}
