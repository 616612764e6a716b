// Figures in a row, each with its rule, and columns over periods with the table that says the same.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { heightsOf } from './heights.js';

/** @typedef {{figure: string, rule: string}} Rule */

/** @param {{pairs: [string, any, string?][], rules: Rule[]}} props the third of a pair is the figure whose rule stands with it */
export const Totals = ({ pairs, rules }) => html`<dl class="totals">${pairs.map(([term, value, figure]) => {
  const rule = rules.find((one) => one.figure === figure)?.rule;
  return html`<div key=${term}><dt>${term}</dt><dd>${value}</dd>${rule && html`<dd class="rule"><details><summary aria-label=${t('Rule: {figure}', { figure: term })}>${t('Rule')}</summary><p>${t(rule)}</p></details></dd>`}</div>`;
})}</dl>`;

/** Every how many columns one has its label, so that they do not run into each other. @param {number} count */
const labelled = (count) => Math.ceil(count / 12);

/** Columns for people who see; the table beside it is for everybody. @param {{bars: import('./heights.js').Bar[], show: (value: number) => string}} props */
export function Columns({ bars, show }) {
  const { top, bottom, zero, bars: placed } = heightsOf(bars);
  if (!top && !bottom) return html`<p class="quiet">${t('There is nothing in these days.')}</p>`;
  const line = (/** @type {number} */ value, /** @type {number} */ at) => html`<div class="grid-line" style=${{ top: `${at}%` }}><span>${show(value)}</span></div>`;
  return html`<div class="chart" aria-hidden="true"><div class="bars">${top > 0 && line(top, 0)}${top > 0 && line(top / 2, zero / 2)}${line(0, zero)}${bottom > 0 && line(-bottom, 100)}
      ${placed.map(({ bar, boxes }) => html`<div key=${bar.key} class="bar-place" title=${bar.title}>${boxes.map((box, index) => html`<i key=${index} class=${box.tone} style=${{ top: `${box.from}%`, height: `${box.height}%` }} />`)}</div>`)}</div>
    <div class="bar-labels">${placed.map(({ bar }, index) => html`<span key=${bar.key}>${index % labelled(placed.length) === 0 && html`<b>${bar.label}</b>`}</span>`)}</div></div>`;
}

/** What the colours of a chart mean. @param {{entries: [string, string][]}} props */
export const Legend = ({ entries }) => html`<ul class="plain legend" aria-hidden="true">${entries.map(([tone, label]) => html`<li key=${tone}><i class=${tone} />${label}</li>`)}</ul>`;

/** @param {{label: string, heads: string[], rows: {key: string, cells: any[]}[]}} props */
export const Rows = ({ label, heads, rows }) => html`<div class="scrolls" tabindex="0" role="region" aria-label=${label}><table class="plain-table" aria-label=${label}><thead><tr>${heads.map((head, index) => html`<th key=${head} scope="col" class=${index ? 'number' : ''}>${head}</th>`)}</tr></thead>
  <tbody>${rows.map(({ key, cells }) => html`<tr key=${key}>${cells.map((cell, index) => (index ? html`<td key=${index} class="number">${cell}</td>` : html`<th key=${index} scope="row">${cell}</th>`))}</tr>`)}</tbody></table></div>`;
