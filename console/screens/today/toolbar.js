// Day, view, filter and what is made, above the timeline.
import { html, useState } from '../../vendor/preact.js';
import { ask } from '../../app/route.js';
import { t, word } from '../../app/words.js';
import { Button, Choice, SearchField } from '../../ui/controls.js';

/** @typedef {{by: 'type' | 'floor', words: string, type: string, closed: Set<string>, stacked: Set<string>}} Filter */

const BY = 'colonnade.today.by';

export function useFilter() {
  const by = localStorage.getItem(BY) === 'floor' ? 'floor' : 'type';
  return useState(/** @type {Filter} */ ({ by, words: '', type: '', closed: new Set(), stacked: new Set() }));
}

/**
 * @param {{title: string, day: string, view: string, today: string, step: (count: number) => void, filter: Filter, setFilter: any, resources: any[], hasFloors: boolean, print: () => Promise<void>, make: () => void}} props
 */
export function Toolbar({ title, day, view, today, step, filter, setFilter, resources, hasFloors, print, make }) {
  const types = [...new Set(resources.map(({ type }) => type))].sort();
  const set = (/** @type {Partial<Filter>} */ changes) => setFilter((/** @type {Filter} */ old) => ({ ...old, ...changes }));
  const group = (/** @type {string} */ by) => { localStorage.setItem(BY, by); set({ by: /** @type {any} */ (by), closed: new Set() }); };
  return html`<div class="head-line today-head no-print"><h1>${title}</h1>
    <div class="steps" role="group" aria-label=${t('Day')}><${Button} icon="left" label=${view === 'week' ? t('The week before') : t('The day before')} act=${() => step(-1)} /><${Button} act=${() => ask({ day: null })} disabled=${day === today}>${t('Today')}<//>
      <${Button} icon="right" label=${view === 'week' ? t('The week after') : t('The day after')} act=${() => step(1)} />
      <input type="date" aria-label=${t('Day')} value=${day} onChange=${(/** @type {any} */ event) => event.target.value && ask({ day: event.target.value })} /></div>
    <${Choice} label=${t('View')} value=${view} options=${[{ value: 'day', label: t('Day') }, { value: 'week', label: t('Week') }]} choose=${(/** @type {string} */ value) => ask({ view: value === 'week' ? value : null })} />
    <span class="spring" />
    <${SearchField} label=${t('Find a resource')} value=${filter.words} search=${(/** @type {string} */ words) => set({ words })} />
    <select aria-label=${t('Type')} class="type" value=${filter.type} onChange=${(/** @type {any} */ event) => set({ type: event.target.value })}><option value="" selected=${!filter.type}>${t('All types')}</option>
      ${types.map((type) => html`<option key=${type} value=${type} selected=${type === filter.type}>${word(type)}</option>`)}</select>
    ${hasFloors && html`<select aria-label=${t('Group by')} class="type wide-only" value=${filter.by} onChange=${(/** @type {any} */ event) => group(event.target.value)}>
      ${[['type', t('By type')], ['floor', t('By floor')]].map(([by, label]) => html`<option key=${by} value=${by} selected=${by === filter.by}>${label}</option>`)}</select>`}
    <${Button} class="wide-only" icon="print" label=${t('Print')} act=${print} /><${Button} kind="primary" icon="add" act=${make}>${t('Book')}<//></div>`;
}
