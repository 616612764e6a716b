// Moves a ticket to another state, at once; a refusal puts it back and says why.
import { signal } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { showChanged } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { pathBetween } from './moves.js';

export const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['ticket', 'ticket_comment', 'calendar_block', 'sensitive_ticket']);

/** Names of the columns. */
export const stateName = (/** @type {string} */ state) => /** @type {Record<string, string>} */ ({ new: t('New'), in_progress: t('In progress'), pending: t('Waiting'), solved: t('Solved'), closed: t('Closed') })[state] ?? state;

/** @param {any} ticket @param {string[]} operations */
async function carryOut(ticket, operations) {
  let answer;
  for (const operation of operations) answer = await post(/** @type {any} */ (`/tickets/${ticket.id}/${operation}`));
  return answer;
}

/** The ticket of which it is asked whether it is to be closed: nobody reopens it. */
export const closing = signal(/** @type {any} */ (null));

/** @param {any} ticket @param {string} to */
export function move(ticket, to) {
  if (to !== 'closed') return moveAtOnce(ticket, to);
  closing.value = ticket;
  return Promise.resolve(null);
}

/** @param {any} ticket @param {string} to */
export function moveAtOnce(ticket, to) {
  const path = pathBetween(ticket.status, to);
  if (!path?.length) return Promise.resolve(null);
  const back = pathBetween(to, ticket.status);
  return act({
    send: () => carryOut(ticket, path), types: TYPES, show: () => showChanged(ticket.id, (one) => ({ ...one, status: to })),
    done: t('#{number} is now: {state}', { number: ticket.number, state: stateName(to) }),
    undo: back ? () => carryOut(ticket, back) : undefined,
  });
}

/** @param {any} ticket @param {string | null} assignee */
export const assign = (ticket, assignee) => act({
  send: () => post(`/tickets/${ticket.id}/assign`, { assignee_id: assignee }), types: TYPES, show: () => showChanged(ticket.id, (one) => ({ ...one, assignee_id: assignee })),
  done: assignee ? t('#{number} is assigned.', { number: ticket.number }) : t('Nobody takes care of #{number} now.', { number: ticket.number }),
  undo: () => post(`/tickets/${ticket.id}/assign`, { assignee_id: ticket.assignee_id }),
});
