// What was done, with a way back, and what was refused: at the bottom of the page.
import { html } from '../vendor/preact.js';
import { dismiss, notices, undone } from '../app/act.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';

export const Notices = () => html`<div class="notices" role="status" aria-live="polite">
  ${notices.value.map(({ id, text, isProblem, undo }) => html`<div key=${id} class=${`notice ${isProblem ? 'bad' : ''}`}><p>${text}</p>
    ${undo && html`<${Button} kind="quiet" act=${async () => { dismiss(id); await undone(undo); }}>${t('Undo')}<//>`}
    <${Button} kind="quiet" icon="close" label=${t('Dismiss')} act=${() => dismiss(id)} /></div>`)}</div>`;
