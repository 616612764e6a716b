// A lead on the board: who, what they want, what is to be done next and by when, and who takes care.
import { html } from '../../vendor/preact.js';
import { me } from '../../app/place.js';
import { nameOf } from '../../app/names.js';
import { ask } from '../../app/route.js';
import { currentTime, showInstant } from '../../app/time.js';
import { zone } from '../../app/place.js';
import { plural, t } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { More } from '../person/actions.js';
import { Avatar } from '../person/avatar.js';
import { dueWords, reasonName, sourceName, stageName, today, wantedOf } from './lead-words.js';
import { move } from './move.js';
import { isOver, targetsOf, toneOf } from './stages.js';

const DAY_MS = 86_400_000;

/** Who takes care of a lead, as far as the reader may know. @param {any} lead */
export function ownerOf({ owner_id: id, expanded }) {
  if (!id) return '';
  if (id === me.value?.id) return nameOf(me.value);
  return expanded?.owner?.id === id ? nameOf(expanded.owner) : t('A member');
}

/** @param {{lead: any}} props */
function Owner({ lead }) {
  const name = ownerOf(lead);
  if (!name) return html`<small class="nobody">${t('Nobody')}</small>`;
  return html`<span class="assignee" title=${t('Taken care of by {name}', { name })}><${Avatar} of=${{ name }} size="small" /><span class="hidden">${t('Taken care of by {name}', { name })}</span></span>`;
}

/** Moves a lead, and takes the focus along to its new place. @param {any} lead @param {string} to */
async function moveWithFocus(lead, to) {
  const follow = () => setTimeout(() => /** @type {any} */ (document.querySelector(`dialog[open]`) ?? document.querySelector(`[data-lead="${lead.id}"] .as-link`))?.focus());
  const moving = move(lead, to);
  if (to === 'won' || to === 'lost') return;
  follow();
  await moving;
  follow();
}

/** How long it has been in its stage. @param {{lead: any}} props */
function Age({ lead: { stage_changed_at: at } }) {
  const days = Math.max(0, Math.floor((currentTime() - Date.parse(at)) / DAY_MS));
  return html`<time title=${showInstant(at, zone.value)}>${days ? plural(days, '{count} day ago', '{count} days ago') : t('today')}</time>`;
}

/** @param {{lead: any, hold: (lead: any) => void}} props */
export function Card({ lead, hold }) {
  const targets = targetsOf(lead.stage);
  const wanted = wantedOf(lead);
  const due = dueWords(lead);
  const onDragStart = (/** @type {any} */ event) => { event.dataTransfer.setData('text/plain', lead.id); event.dataTransfer.effectAllowed = 'move'; hold(lead); };
  return html`<article class="lead" draggable=${targets.length > 0} onDragStart=${onDragStart} onDragEnd=${() => hold(null)} data-lead=${lead.id}>
    <header><button type="button" class="as-link" dir="auto" onClick=${() => ask({ lead: lead.id })}>${lead.name}</button>
      ${targets.length > 0 && html`<${More} label=${t('Move {name} to …', { name: lead.name })}>${targets.map((to) => html`<li key=${to}><button type="button" onClick=${() => moveWithFocus(lead, to)}>${stageName(to)}</button></li>`)}<//>`}</header>
    ${lead.company_name && html`<small class="truncate" dir="auto">${lead.company_name}</small>`}${wanted && html`<span class="wanted" dir="auto">${wanted}</span>`}
    ${lead.next_step && html`<p class="step" dir="auto">${lead.next_step}</p>`}
    <div class="lead-marks">${due && html`<${Badge} tone=${toneOf(lead, today())}>${due}<//>`}${isOver(lead) && lead.lost_reason && html`<${Badge}>${reasonName(lead.lost_reason)}<//>`}</div>
    <footer><div><span class="truncate" dir="auto">${sourceName(lead.source)}</span><small><${Age} lead=${lead} /></small></div><${Owner} lead=${lead} /></footer></article>`;
}
