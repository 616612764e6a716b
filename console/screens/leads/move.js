// Brings a lead to another stage, at once; a refusal puts it back and says why. Winning and losing are asked about.
import { signal } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { showChanged } from '../../app/records.js';
import { post, put } from '../../app/request.js';
import { currentTime, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { stageName } from './lead-words.js';
import { targetsOf } from './stages.js';

export const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['lead']);

/** What is asked about which lead. */
export const asked = signal(/** @type {{what: 'convert' | 'lose', lead: any} | null} */ (null));

/** Changes fields of a lead, with what takes it back. @param {any} lead @param {any} changes @param {string} done @param {any} [shown] */
export function change(lead, changes, done, shown = changes) {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, lead[name]]));
  // Nobody becomes new again.
  const mayUndo = before.stage !== 'new';
  return act({
    send: () => put(`/leads/${lead.id}`, changes, { version: `"${lead.version}"` }), types: TYPES, done,
    show: () => showChanged(lead.id, (one) => ({ ...one, ...shown })), undo: mayUndo ? ({ data }) => put(`/leads/${lead.id}`, before, { version: `"${data.version}"` }) : undefined,
  });
}

/** @param {any} lead */
const reopen = (lead) => act({
  send: () => post(`/leads/${lead.id}/reopen`), types: TYPES, done: t('{name} is talked to again.', { name: lead.name }),
  show: () => showChanged(lead.id, (one) => ({ ...one, stage: 'contacted', lost_reason: null, lost_text: '', stage_changed_at: text(currentTime()) })),
  undo: () => post(`/leads/${lead.id}/lose`, { lost_reason: lead.lost_reason, lost_text: lead.lost_text }),
});

/** @param {any} lead @param {string} to @returns {Promise<any>} */
export function move(lead, to) {
  if (!targetsOf(lead.stage).includes(to)) return Promise.resolve(null);
  if (to === 'won' || to === 'lost') { asked.value = { what: to === 'won' ? 'convert' : 'lose', lead }; return Promise.resolve(null); }
  if (lead.stage === 'lost') return reopen(lead);
  return change(lead, { stage: to }, t('{name} is now: {stage}', { name: lead.name, stage: stageName(to) }), { stage: to, stage_changed_at: text(currentTime()) });
}
