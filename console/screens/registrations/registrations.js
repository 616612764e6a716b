// Registrations as a line of stages: who asks, who was invited, who became a member, and what came to nothing.
import { html, useState } from '../../vendor/preact.js';
import { place } from '../../app/place.js';
import { useAll, useList } from '../../app/records.js';
import { ask, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button, SearchField } from '../../ui/controls.js';
import { Loading, Problem } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Card } from './card.js';
import { decide } from './decide.js';
import { Invite, Question, RegistrationPage } from './dialogs.js';
import { Import } from './import.js';
import { columnsOf, fits, operationFor, stageOf } from './stages.js';

await Promise.all([style(import.meta.url, '../person/person.css'), style(import.meta.url, 'registrations.css')]);

const WAITING = ['pending', 'invited'];
const OVER = ['approved', 'accepted', 'rejected', 'expired', 'withdrawn'];

const titleOf = (/** @type {string} */ stage) => /** @type {Record<string, string>} */ ({ pending: t('Waiting for approval'), invited: t('Invited'), members: t('Members now'), over: t('Came to nothing') })[stage];
const emptyOf = (/** @type {string} */ stage) => /** @type {Record<string, string>} */ ({ pending: t('Nobody waits.'), invited: t('No invitation is open.'), members: t('Nobody yet.'), over: t('Nothing.') })[stage];

/** Registrations of a state: the newest hundred, or all of them where somebody is looked for. @param {string | undefined} location @param {string} status @param {boolean} areAll */
function useOver(location, status, areAll) {
  const path = location ? '/member-registrations' : null;
  const [some, all] = [useList(path, { location_id: location, status }), useAll(areAll ? path : null, { location_id: location, status })];
  return { ...some, ...(all.data && { data: all.data, next: '' }), status };
}

/** Those that wait are all read. @param {string | undefined} location @param {boolean} areAll */
function useRegistrations(location, areAll) {
  const path = location ? '/member-registrations' : null;
  const over = OVER.map((status) => useOver(location, status, areAll));
  const lists = [...WAITING.map((status) => useAll(path, { location_id: location, status })), ...over];
  // After a decision one stands in the list of its former state until that is read again, and in both for a moment.
  const known = new Map();
  for (const list of lists) for (const one of list.data ?? []) if (!known.has(one.id) || known.get(one.id).version < one.version) known.set(one.id, one);
  return { all: [...known.values()], isRead: lists.every(({ data }) => data !== undefined), problem: lists.find(({ error, data }) => error && data === undefined), more: over.filter(({ next }) => next) };
}

/** @param {{stage: string, all: any[], isCut: boolean, held: any, drop: (stage: string) => void, card: (registration: any) => any}} props */
function Column({ stage, all, isCut, held, drop, card }) {
  const isOpen = held && operationFor(held.status, stage);
  const onDragOver = (/** @type {any} */ event) => { if (isOpen) { event.preventDefault(); event.dataTransfer.dropEffect = 'move'; } };
  return html`<section class=${`stage ${isOpen ? 'open-to' : ''}`} aria-label=${titleOf(stage)} onDragOver=${onDragOver} onDrop=${(/** @type {any} */ event) => { event.preventDefault(); drop(stage); }}>
    <h2>${titleOf(stage)} <span class="count">${all.length}${isCut ? '+' : ''}</span></h2><div class="stage-list" tabindex="0" role="group" aria-label=${titleOf(stage)}>${all.map(card)}${!all.length && html`<p class="quiet">${emptyOf(stage)}</p>`}</div></section>`;
}

export function Screen() {
  const location = place.value;
  const { q = '', registration: shown = '' } = route.value.query;
  const { all, isRead, problem, more } = useRegistrations(location?.id, Boolean(q));
  const plans = useAll(location ? '/memberships' : null, { location_id: location?.id });
  const [held, setHeld] = useState(/** @type {any} */ (null));
  const [asked, setAsked] = useState(/** @type {{registration: any, operation: any} | null} */ (null));
  const [open, setOpen] = useState('');
  const planOf = (/** @type {any} */ one) => plans.data?.find((/** @type {any} */ { id }) => id === one.membership_plan_id);
  const begin = (/** @type {any} */ registration, /** @type {any} */ operation) => {
    // An approval without a plan is undone by hand at most; everything else is final, and asked for.
    if (operation === 'resend' || (operation === 'approve' && !registration.membership_plan_id)) return decide(registration, operation);
    setAsked({ registration, operation });
    return undefined;
  };
  const drop = (/** @type {string} */ stage) => { const operation = held && operationFor(held.status, stage); if (operation) begin(held, operation); setHeld(null); };
  const card = (/** @type {any} */ one) => html`<${Card} key=${one.id} registration=${one} plan=${planOf(one)} decide=${(/** @type {any} */ operation) => begin(one, operation)} hold=${setHeld} />`;
  return html`<div class="head-line"><h1>${t('Registrations')}</h1><span class="spring" /><${SearchField} label=${t('Search by name or e-mail address')} value=${q} search=${(/** @type {string} */ words) => ask({ q: words.trim() || null })} />
      <${Button} act=${() => setOpen('import')}>${t('Import …')}<//><${Button} kind="primary" icon="add" act=${() => setOpen('invite')}>${t('Invite')}<//></div>
    ${problem ? html`<${Problem} refusal=${problem.error} again=${problem.again} />` : !isRead ? html`<${Loading} lines=${6} />` : html`<div class="stages">${columnsOf(all.filter((one) => !q || fits(one, q))).map((column) => html`<${Column} key=${column.stage} stage=${column.stage} all=${column.all} isCut=${more.some(({ status }) => stageOf(status) === column.stage)} held=${held} drop=${drop} card=${card} />`)}</div>
      ${more.length > 0 && html`<div class="actions"><${Button} act=${() => Promise.all(more.map((list) => /** @type {any} */ (list).more?.()))}>${t('Show older ones')}<//></div>`}`}
    ${shown && html`<${RegistrationPage} key=${shown} id=${shown} decide=${begin} close=${() => ask({ registration: null })} />`}
    ${asked && html`<${Question} registration=${asked.registration} operation=${asked.operation} plan=${planOf(asked.registration)} close=${() => setAsked(null)} agree=${() => decide(asked.registration, asked.operation)} />`}
    ${open === 'invite' && html`<${Invite} close=${() => setOpen('')} />`}${open === 'import' && html`<${Import} close=${() => setOpen('')} />`}`;
}
