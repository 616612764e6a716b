// What became of the last person at the desk: large, green or red, with the way on.
import { html, signal } from '../../vendor/preact.js';
import { Button, Link } from '../../ui/controls.js';
import { Icon } from '../../ui/icons.js';
import { t } from '../../app/words.js';

/** @typedef {{label: string, act?: () => any, href?: string, icon?: string}} Way */
/** @typedef {{tone: 'good' | 'bad', title: string, text: string, ways: Way[], number: number}} Outcome */

export const outcome = signal(/** @type {Outcome | null} */ (null));
let count = 0;

/** @param {'good' | 'bad'} tone @param {string} title @param {string} text @param {Way[]} [ways] @returns {Outcome} */
export function say(tone, title, text, ways = []) {
  outcome.value = { tone, title, text, ways, number: ++count };
  if (tone === 'bad') navigator.vibrate?.([80, 60, 80]);
  else navigator.vibrate?.(60);
  return outcome.value;
}

export const forgetOutcome = () => { outcome.value = null; };

/** @param {Way} way */
const wayOn = ({ label, act, href, icon }) => (href
  ? html`<${Link} key=${label} to=${href} class="button">${label}<//>`
  : html`<${Button} key=${label} icon=${icon} act=${act}>${label}<//>`);

export function OutcomePanel() {
  const said = outcome.value;
  return html`<div class="outcome-place" role="status" aria-live="assertive" aria-atomic="true">${said && html`<div class=${`outcome ${said.tone}`} key=${said.number}>
    <${Icon} name=${said.tone === 'good' ? 'check' : 'warning'} size=${32} />
    <div class="said"><strong>${said.title}</strong><p>${said.text}</p></div>
    <div class="ways">${said.ways.map(wayOn)}</div><${Button} kind="quiet" icon="close" label=${t('Dismiss')} act=${forgetOutcome} /></div>`}</div>`;
}
