// Lists as files.
import { html, useState } from '../../vendor/preact.js';
import { locations } from '../../app/place.js';
import { t } from '../../app/words.js';
import { Field } from '../../ui/controls.js';
import { ExportButton } from '../../ui/export-button.js';

const lists = () => /** @type {{collection: import('../../ui/export-button.js').Collection, title: string}[]} */ ([
  { collection: 'members', title: t('Members') }, { collection: 'companies', title: t('Companies') }, { collection: 'resources', title: t('Rooms and desks') },
  { collection: 'shop_products', title: t('Products of the shop') }, { collection: 'visitor_visits', title: t('Visitors') }, { collection: 'event_registrations', title: t('Registrations for events') },
]);

export function Exports() {
  const [location, setLocation] = useState('');
  return html`<section class="card" aria-label=${t('Lists as files')}><h3>${t('Lists as files')}</h3><p class="quiet">${t('Each record with all its fields. What is changed in such a file can be imported again by the ids in it.')}</p>
    <${Field} label=${t('Location')}>${(/** @type {any} */ attributes) => html`<select ...${attributes} value=${location} onChange=${(/** @type {any} */ event) => setLocation(event.target.value)}><option value="" selected=${!location}>${t('All locations')}</option>
      ${locations.value.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === location}>${name}</option>`)}</select>`}<//>
    <ul class="plain export-list">${lists().map(({ collection, title }) => html`<li key=${collection}><span>${title}</span><${ExportButton} collection=${collection} query=${{ location_id: location || undefined }} name=${t('{list} as CSV', { list: title })} /></li>`)}</ul></section>`;
}
