// Contracts and their documents, invoices aside, and files that name the person.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { isAdmin, ofTheirs, zone } from '../../app/place.js';
import { useAll, useList } from '../../app/records.js';
import { download, get } from '../../app/request.js';
import { link } from '../../app/route.js';
import { showDay, showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Empty } from '../../ui/states.js';
import { List } from './list.js';

const contractColumns = () => [
  { name: 'title', label: t('Contract'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<a class="truncate" dir="auto" href=${link('contracts', '', { tab: 'all', contract: one.id })}>${one.number ? `${one.number} · ${one.title}` : one.title}</a>` },
  { name: 'from', label: t('From'), width: '8rem', show: (/** @type {any} */ one) => html`<time>${showDay(one.start_date, { dateStyle: 'medium' })}</time>` },
  { name: 'to', label: t('Until'), width: '8rem', show: (/** @type {any} */ one) => (one.end_date ? html`<time>${showDay(one.end_date, { dateStyle: 'medium' })}</time>` : t('open-ended')) },
  { name: 'state', label: t('State'), width: '10rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.stage ?? one.status} />` },
  { name: 'pdf', label: '', width: '6rem', show: (/** @type {any} */ one) => html`<${Button} icon="download" aria-label=${t('PDF of {title}', { title: one.title })} act=${() => download(`${one.title}.pdf`, `/contracts/${one.id}/document`)}>${t('PDF')}<//>` },
];

/** The file of an upload is fetched by a link that works for 15 minutes. @param {any} upload */
async function openFile(upload) {
  const { data } = await get(`/uploads/${upload.id}`);
  const to = data.download_link?.url;
  if (to && /^https?:/.test(to)) window.open(to, '_blank', 'noopener');
}

/** @param {{of: any, record: any}} props */
function Uploads({ of, record }) {
  const list = useAll(isAdmin.value ? '/uploads' : null);
  const named = (list.data ?? []).filter((/** @type {any} */ one) => one.file_key === record?.photo_key || Object.values(one.metadata ?? {}).includes(of.id));
  if (!named.length) return null;
  return html`<section><h2>${t('Files')}</h2><ul class="plain lines card">${named.map((/** @type {any} */ one) => html`<li key=${one.id}><button type="button" class="as-link truncate" dir="auto" onClick=${() => openFile(one)}>${one.file_name}</button>
    <small>${one.content_type} · ${t('{size} kB', { size: number(Math.ceil(one.size_bytes / 1_000)) })} · ${showInstant(one.created_at, zone.value)}</small></li>`)}</ul></section>`;
}

/** @param {{of: any, record: any}} props */
export function Files({ of, record }) {
  const list = useList('/contracts', { customer_id: of.id, ...ofTheirs() });
  return html`<div class="stack"><section><h2>${t('Contracts')}</h2><${List} of=${list} label=${t('Contracts')} columns=${contractColumns()} empty=${html`<${Empty} title=${t('No contracts.')} icon="contracts" />`} /></section>
    <${Uploads} of=${of} record=${record} /></div>`;
}
