// Leads as a board: a column for each stage, in which what is to be done first stands above.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { isAdmin, isStaff, me, place } from '../../app/place.js';
import { useAll, useList } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button, Choice, SearchField } from '../../ui/controls.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { useAsked } from '../../ui/typed.js';
import { Card } from './card.js';
import { ConvertLead } from './convert.js';
import { LeadPage } from './lead.js';
import { sources, stageName, today } from './lead-words.js';
import { LoseLead } from './lose.js';
import { asked, move } from './move.js';
import { NewLead } from './new-lead.js';
import { OPEN, columnsOf, targetsOf } from './stages.js';

await Promise.all([style(import.meta.url, '../person/person.css'), style(import.meta.url, 'leads.css')]);

const ENDED = ['won', 'lost'];
const NEAR = 60;

function Filters() {
  const { who = 'all', source = '', due = '' } = route.value.query;
  const [words, setWords] = useAsked();
  return html`<div class="people-filters" role="search"><${Choice} label=${t('Whose')} value=${who} choose=${(/** @type {string} */ next) => ask({ who: next === 'all' ? null : next })}
      options=${[{ value: 'all', label: t('All') }, { value: 'mine', label: t('Mine') }, { value: 'nobody', label: t('Nobody’s') }]} />
    <select aria-label=${t('How they came')} value=${source} onChange=${(/** @type {any} */ event) => ask({ source: event.target.value || null })}>
      <option value="" selected=${!source}>${t('However they came')}</option>${sources().map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === source}>${label}</option>`)}</select>
    <label class="check"><input type="checkbox" checked=${due === 'yes'} onChange=${() => ask({ due: due ? null : 'yes' })} /> <span>${t('To be done by today')}</span></label>
    <${SearchField} label=${t('Search name, company, e-mail')} value=${words} search=${setWords} /></div>`;
}

/** Leads of each stage: all that are open, of those that ended the newest. */
function useLeads() {
  const { who, source, due, q } = route.value.query;
  const query = { location_id: place.value?.id, owner_id: who === 'mine' ? me.value.id : undefined, source, next_step_until: due ? today() : undefined, q, expand: 'membership_plan,owner,resource' };
  const path = place.value ? '/leads' : null;
  const open = OPEN.map((stage) => useAll(path, { ...query, stage }));
  const ended = ENDED.map((stage) => ({ ...useList(path, { ...query, stage, limit: 25 }), stage }));
  const lists = [...open, ...ended];
  const leads = lists.flatMap(({ data }) => data ?? []).filter((lead) => who !== 'nobody' || !lead.owner_id);
  return { leads, isRead: lists.every(({ data }) => data !== undefined), problem: lists.find(({ error, data }) => error && data === undefined), more: ended.filter(({ next }) => next) };
}

/** @param {{stage: string, leads: any[], held: any, hold: (lead: any) => void, more?: () => any}} props */
function Column({ stage, leads, held, hold, more }) {
  const [shown, setShown] = useState(NEAR);
  const may = held && targetsOf(held.stage).includes(stage);
  const onDragOver = (/** @type {any} */ event) => { if (may) event.preventDefault(); };
  const onDrop = (/** @type {any} */ event) => { event.preventDefault(); if (may) move(held, stage); hold(null); };
  const of = held && held.stage !== stage ? (may ? 'open-to' : 'shut') : '';
  return html`<section class=${`lead-column ${of}`} data-stage=${stage} aria-label=${stageName(stage)} onDragOver=${onDragOver} onDrop=${onDrop}><h2>${stageName(stage)} <span class="count">${leads.length}${more ? '+' : ''}</span></h2>
    <div class="lead-list" tabindex="0" role="group" aria-label=${stageName(stage)}>${leads.slice(0, shown).map((lead) => html`<${Card} key=${lead.id} lead=${lead} hold=${hold} />`)}
      ${leads.length === 0 && html`<p class="quiet">${t('None')}</p>`}
      ${leads.length > shown ? html`<${Button} act=${() => { setShown(shown + NEAR); }}>${t('Show more')}<//>` : more && html`<${Button} act=${more}>${t('Show older ones')}<//>`}</div></section>`;
}

/** @param {{make: () => void}} props */
function Board({ make }) {
  const [held, hold] = useState(/** @type {any} */ (null));
  const { leads, isRead, problem, more } = useLeads();
  const { who, source, due, q } = route.value.query;
  if (problem) return html`<${Problem} refusal=${problem.error} again=${problem.again} />`;
  if (!isRead) return html`<${Loading} lines=${8} />`;
  if (!leads.length && !more.length) {
    if (who || source || due || q) return html`<${Empty} title=${t('Nobody is found.')} icon="leads"><p>${t('Look for another name, or leave out what narrows the list.')}</p><//>`;
    return html`<${Empty} title=${t('No leads yet.')} icon="leads"><p>${t('Note whoever asks for a place, what they want and what comes next: in the end they become members.')}</p><${Button} kind="primary" icon="add" act=${make}>${t('New lead')}<//><//>`;
  }
  return html`<div class="lead-board">${columnsOf(leads).map(({ stage, leads: own }) => html`<${Column} key=${stage} stage=${stage} leads=${own} held=${held} hold=${hold} more=${more.find((list) => list.stage === stage)?.more} />`)}</div>`;
}

/** What is asked before a lead ends. */
function Question() {
  const now = asked.value;
  const close = () => { asked.value = null; };
  useEffect(() => close, []);
  if (!now) return null;
  return now.what === 'lose' ? html`<${LoseLead} key=${now.lead.id} lead=${now.lead} close=${close} />` : html`<${ConvertLead} key=${now.lead.id} id=${now.lead.id} close=${close} />`;
}

export function Screen() {
  const { lead } = route.value.query;
  const [isMaking, setMaking] = useState(false);
  const make = () => setMaking(true);
  if (!isStaff.value) return html`<div class="head-line"><h1>${t('Leads')}</h1></div><${Empty} title=${t('Leads are for those who run the place.')} icon="leads" />`;
  return html`<div class="head-line"><h1>${t('Leads')}</h1><span class="spring" />${isAdmin.value && html`<a class="button" href=${link('settings', '', { section: 'imports', tab: 'new', collection: 'leads' })}>${t('Import …')}</a>`}<${Button} kind="primary" icon="add" act=${make}>${t('New lead')}<//></div>
    <${Filters} /><${Board} make=${make} />
    ${lead && html`<${LeadPage} key=${lead} id=${lead} close=${() => ask({ lead: null })} />`}
    <${Question} />${isMaking && html`<${NewLead} close=${() => setMaking(false)} />`}`;
}
