// What a dry run said of the rows: their form alone, not what rules say.
import { html } from '../../vendor/preact.js';
import { plural, t } from '../../app/words.js';
import { Read } from '../../ui/states.js';
import { Progress, Refused, isOpen, useImport } from './progress.js';

/** @param {{id: string, lines?: number[]}} props */
export function Checked({ id, lines }) {
  const check = useImport(id);
  return html`<section aria-label=${t('What the check said')} class="checked"><${Read} of=${check} lines=${2}>${(/** @type {any} */ one) => html`${isOpen(one) && html`<${Progress} of=${one} />`}
    ${!isOpen(one) && html`<p role="status"><strong>${one.failed ? plural(one.failed, '{count} row would be refused.', '{count} rows would be refused.') : t('All rows look good.')}</strong> ${t('Only their form was looked at; nothing is stored yet.')}</p>`}<${Refused} of=${one} lines=${lines} />`}<//></section>`;
}
