// The stages of leads, what leads from one to another, and in which order leads stand.

export const OPEN = /** @type {const} */ (['new', 'contacted', 'tour_scheduled', 'offer_made']);
export const STAGES = /** @type {const} */ ([...OPEN, 'won', 'lost']);

/** Whether a lead has ended: only its notes change then. @param {{stage: string}} lead */
export const isOver = ({ stage }) => stage === 'won' || stage === 'lost';

/** Stages that a lead can come to: nobody becomes new again, and what was won stays won. @param {string} from */
export function targetsOf(from) {
  if (from === 'won') return [];
  if (from === 'lost') return ['contacted'];
  return STAGES.filter((to) => to !== from && to !== 'new');
}

/** Leads by stage: of the open ones first what is to be done first, of the others the newest. @param {any[]} leads */
export function columnsOf(leads) {
  const newest = new Map();
  for (const lead of leads) if (!newest.has(lead.id) || newest.get(lead.id).version < lead.version) newest.set(lead.id, lead);
  const first = (/** @type {any} */ one, /** @type {any} */ other) => (one.next_step_on ?? '9999').localeCompare(other.next_step_on ?? '9999') || one.stage_changed_at.localeCompare(other.stage_changed_at);
  const last = (/** @type {any} */ one, /** @type {any} */ other) => other.stage_changed_at.localeCompare(one.stage_changed_at);
  return STAGES.map((stage) => ({ stage, leads: [...newest.values()].filter((lead) => lead.stage === stage).sort(isOver({ stage }) ? last : first) }));
}

/** How urgent a next step is. @param {{next_step_on: string | null}} lead @param {string} today @returns {'bad' | 'waiting' | 'quiet'} */
export function toneOf({ next_step_on: day }, today) {
  if (!day || day > today) return 'quiet';
  return day < today ? 'bad' : 'waiting';
}

/** A stage to which a tour brings a lead; none from a later one. @param {string} stage */
export const stageAfterTour = (stage) => (stage === 'new' || stage === 'contacted' ? { stage: 'tour_scheduled' } : {});
