// Many documents, one after the other: how far it is and what was refused. It goes on while other pages are looked at.
import { reasonOf, tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { signal } from '../../vendor/preact.js';

/** @typedef {{kind: string, of: string, done: number, all: number, isOver: boolean, isStopped: boolean, refused: {id: string, customer: string, reason: string}[]}} Run */

/** The run that is under way, or the last one. `of` is the name of its location, which another page may not be about. */
export const run = signal(/** @type {Run | null} */ (null));

/**
 * Sends a request for each of the records. One that is refused stops no other. What the run is for is in the records: it
 * goes on while the page shows another location.
 * @param {{kind: string, of: string, records: {id: string, customer_id: string}[], send: (record: any) => Promise<any>, types: import('../../app/api').ObjectType[], done: (count: number) => string}} given
 */
export async function runAll({ kind, of, records, send, types, done }) {
  if (run.peek() && !run.peek()?.isOver) return;
  const set = (/** @type {Partial<Run>} */ changes) => { run.value = /** @type {Run} */ ({ ...run.peek(), ...changes }); };
  run.value = { kind, of, done: 0, all: records.length, isOver: false, isStopped: false, refused: [] };
  for (const record of records) {
    if (run.peek()?.isStopped) break;
    await send(record).catch((refusal) => set({ refused: [...run.peek()?.refused ?? [], { id: record.id, customer: record.customer_id, reason: reasonOf(refusal) }] }));
    set({ done: (run.peek()?.done ?? 0) + 1 });
  }
  set({ isOver: true });
  invalidate(types);
  const { done: count = 0, refused = [] } = run.peek() ?? {};
  tell(done(count - refused.length));
}

/** What is under way is ended after the present document. */
export const stop = () => { if (run.peek()) run.value = { .../** @type {Run} */ (run.peek()), isStopped: true }; };
