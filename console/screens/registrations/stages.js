// The line of stages that a registration goes through.

export const STAGES = /** @type {const} */ (['pending', 'invited', 'members', 'over']);

/** @typedef {typeof STAGES[number]} Stage */

/** Stage of a state. @param {string} status @returns {Stage} */
export function stageOf(status) {
  if (status === 'pending' || status === 'invited') return status;
  return status === 'approved' || status === 'accepted' ? 'members' : 'over';
}

/** What leads a registration to another stage; null where nothing does. @param {string} status @param {string} to @returns {'approve' | 'reject' | 'withdraw' | 'resend' | null} */
export function operationFor(status, to) {
  if (to === 'members' && (status === 'pending' || status === 'invited')) return 'approve';
  if (to === 'over' && status === 'pending') return 'reject';
  if (to === 'over' && status === 'invited') return 'withdraw';
  if (to === 'invited' && status === 'expired') return 'resend';
  return null;
}

/** What a registration is after an operation. @param {string} status @param {'approve' | 'reject' | 'withdraw' | 'resend'} operation */
export const statusAfter = (status, operation) => ({ approve: status === 'invited' ? 'accepted' : 'approved', reject: 'rejected', withdraw: 'withdrawn', resend: 'invited' })[operation];

/** Registrations of each stage: those that wait the longest first, of the others the newest. @param {any[]} registrations */
export function columnsOf(registrations) {
  const oldest = (/** @type {any} */ one, /** @type {any} */ other) => one.created_at.localeCompare(other.created_at);
  const newest = (/** @type {any} */ one, /** @type {any} */ other) => (other.decided_at ?? other.updated_at).localeCompare(one.decided_at ?? one.updated_at);
  return STAGES.map((stage) => ({ stage, all: registrations.filter(({ status }) => stageOf(status) === stage).sort(stage === 'pending' || stage === 'invited' ? oldest : newest) }));
}

/** @param {any} registration @param {string} words */
export function fits({ name, email, message }, words) {
  const said = `${name} ${email} ${message}`.toLocaleLowerCase();
  return words.toLocaleLowerCase().split(/\s+/).every((word) => said.includes(word));
}

/** Whole days since an instant. @param {string} instant @param {number} now */
export const ageOf = (instant, now) => Math.max(0, Math.floor((now - Date.parse(instant)) / 86_400_000));
