// A secret as it is shown once: whoever closes the page without keeping it makes another one.
import { html } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Command } from './command.js';

/** @param {{title: string, shown: [string, string][], close: () => void}} props labels with what is to be kept */
export const ShownOnce = ({ title, shown, close }) => html`<${Dialog} title=${title} close=${close} class="wide"><p role="status">${t('This is shown only now. Keep it where the other program reads it.')}</p>
  ${shown.map(([label, text]) => html`<div key=${label}><p><strong>${label}</strong></p><${Command} label=${label} text=${text} /></div>`)}<//>`;
