// Tables in and out: imports with what became of them, and lists as files.
import { html } from '../../vendor/preact.js';
import { isAdmin, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { ask, route } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { place } from '../settings/settings.js';
import { operationName } from './collections.js';
import { Exports } from './exports.js';
import { ImportPage } from './import-page.js';
import { NewImport } from './new-import.js';
import { State } from './progress.js';

await style(import.meta.url, 'imports.css');

/** @param {{one: any}} props */
const Line = ({ one }) => html`<li><span class="name"><a href=${place('imports', { id: one.id })}>${operationName(one.operation)}</a><small><time>${showInstant(one.created_at, zone.value)}</time></small></span>
  <span class="detail two"><span>${plural(one.rows_total, '{count} row', '{count} rows')}</span>${one.failed > 0 && html`<small class="problem">${t('{count} refused', { count: one.failed })}</small>`}</span>
  <span class="side"><${State} of=${one} /></span></li>`;

export function Section() {
  const { id, tab } = route.value.query;
  const all = useList(id || tab === 'new' || !isAdmin.value ? null : '/imports', { limit: 20 });
  // Checks are a step of the imports that follow them.
  const list = { ...all, data: all.data?.filter((/** @type {any} */ one) => !one.dry_run) };
  if (id) return html`<${ImportPage} key=${id} id=${id} />`;
  if (tab === 'new') return html`<${NewImport} key=${route.value.query.after ?? ''} />`;
  return html`<div class="head-line"><h2>${t('Import and export')}</h2><span class="spring" /><${Button} kind="primary" icon="add" act=${() => ask({ tab: 'new' })}>${t('Import a table')}<//></div>
    <div class="stack"><section aria-label=${t('Imports')}><h3>${t('Imports')}</h3><${Read} of=${list} lines=${4} empty=${html`<${Empty} title=${t('Nothing was imported yet.')} icon="download"><p>${t('Bring members, companies, rooms or leads of another system as a file of comma-separated values.')}</p><//>`}>${(/** @type {any[]} */ imports) => html`<ul class="plain items-list">${imports.map((one) => html`<${Line} key=${one.id} one=${one} />`)}</ul>
      ${all.next && html`<div class="actions"><${Button} act=${all.more}>${t('Show older ones')}<//></div>`}`}<//></section><${Exports} /></div>`;
}
