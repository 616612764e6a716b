// How a ticket comes from one state to another: which operations, in which order.

export const STATES = /** @type {const} */ (['new', 'in_progress', 'pending', 'solved', 'closed']);

/** What leads from a state to another in one step, as the API has it. */
const STEPS = /** @type {Record<string, Record<string, 'start' | 'wait' | 'solve' | 'close' | 'reopen'>>} */ ({
  new: { in_progress: 'start' },
  in_progress: { pending: 'wait', solved: 'solve' },
  pending: { in_progress: 'start', solved: 'solve' },
  solved: { in_progress: 'reopen', closed: 'close' },
  closed: {},
});

const MOST_STEPS = 2;

/** Operations from a state to another, one after the other; null where there is no short way. @param {string} from @param {string} to @returns {string[] | null} */
export function pathBetween(from, to) {
  if (from === to) return [];
  let ways = [{ at: from, path: /** @type {string[]} */ ([]) }];
  const seen = new Set([from]);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = ways.flatMap(({ at, path }) => Object.entries(STEPS[at] ?? {}).filter(([state]) => !seen.has(state)).map(([state, operation]) => ({ at: state, path: [...path, operation] })));
    const found = next.find(({ at }) => at === to);
    if (found) return found.path;
    next.forEach(({ at }) => seen.add(at));
    ways = next;
  }
  return null;
}

/** States that a ticket can be moved to. @param {string} from */
export const targetsOf = (from) => STATES.filter((to) => to !== from && pathBetween(from, to));

/** Tickets of each state, the most urgent first: what is late, then by when it is due. @param {any[]} tickets */
export function columnsOf(tickets) {
  const weight = { urgent: 0, high: 1, normal: 2, low: 3 };
  const newest = new Map();
  for (const ticket of tickets) if (!newest.has(ticket.id) || newest.get(ticket.id).version < ticket.version) newest.set(ticket.id, ticket);
  const order = (/** @type {any} */ one, /** @type {any} */ other) =>
    (Date.parse(one.due_at ?? '9999') - Date.parse(other.due_at ?? '9999')) || weight[/** @type {'low'} */ (one.priority)] - weight[/** @type {'low'} */ (other.priority)] || one.number - other.number;
  const last = (/** @type {any} */ one, /** @type {any} */ other) => Date.parse(other.solved_at ?? other.updated_at) - Date.parse(one.solved_at ?? one.updated_at);
  return STATES.map((state) => ({ state, tickets: [...newest.values()].filter(({ status }) => status === state).sort(['solved', 'closed'].includes(state) ? last : order) }));
}

/** Whether a ticket is what is looked for. @param {any} ticket @param {{who?: string, type?: string, priority?: string, q?: string}} query @param {string} me */
export function fits(ticket, { who, type, priority, q }, me) {
  if (who === 'mine' && ticket.assignee_id !== me) return false;
  if (who === 'nobody' && ticket.assignee_id) return false;
  if (type && ticket.type !== type) return false;
  if (priority && ticket.priority !== priority) return false;
  const words = `${ticket.number} ${ticket.subject} ${ticket.description} ${ticket.tags.join(' ')}`.toLocaleLowerCase();
  return !q || q.toLocaleLowerCase().split(/\s+/).every((word) => words.includes(word));
}
