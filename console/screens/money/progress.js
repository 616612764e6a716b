// How far a run over many documents is, and what of it was refused.
import { html } from '../../vendor/preact.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Customer, InvoiceLink } from './columns.js';
import { run, stop } from './runs.js';

/** @param {{kind: string}} props */
export function Progress({ kind }) {
  const now = run.value;
  if (now?.kind !== kind || (now.isOver && !now.refused.length)) return null;
  return html`<div class="run-progress" role="status">${!now.isOver && html`<div class="across"><progress value=${now.done} max=${now.all} aria-label=${t('Progress')}></progress><span>${t('{location}: {done} of {all}', { location: now.of, done: now.done, all: now.all })}</span><${Button} disabled=${now.isStopped} act=${stop}>${t('Stop')}<//></div>`}
    ${now.refused.length > 0 && html`<p class="problem">${plural(now.refused.length, '{count} was refused:', '{count} were refused:')}</p><ul class="plain">${now.refused.map(({ id, customer, reason }) => html`<li key=${id} class="refused-line"><${Customer} id=${customer} /> <span>${reason}</span> ${kind === 'issue' && html`<${InvoiceLink} id=${id}>${t('Look at the draft')}<//>`}</li>`)}</ul>`}</div>`;
}
