// A command for whoever runs the service, where a person who is signed in may not do something.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { config } from '../../app/config.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { style } from '../../ui/style.js';

await style(import.meta.url, 'command.css');

/** @param {{text: string, label: string}} props */
export const Command = ({ text, label }) => html`<div class="command"><pre role="group" aria-label=${label}>${text}</pre><${Button} act=${async () => { await navigator.clipboard.writeText(text); tell(t('Copied.')); }} aria-label=${t('Copy: {what}', { what: label })}>${t('Copy')}<//></div>`;

/** A request as a client with `merchant:admin` sends it. @param {string} method @param {string} path @param {any} [body] */
export function requestCommand(method, path, body) {
  const quoted = body && JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [`curl -X ${method} "${new URL(config.api, location.origin).href}${path}" \\`, '  -H "Authorization: Bearer $COLONNADE_CLIENT_SECRET" -H "X-Client-ID: $COLONNADE_CLIENT_ID"', ...(body ? [`  -H 'Content-Type: application/json' -d '${quoted}'`] : [])].join(' \\\n').replace('\\ \\\n', '\\\n');
}
