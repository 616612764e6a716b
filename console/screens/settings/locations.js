// Locations: the list, new ones, and one of them.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { choose, merchant, readPlace } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { route } from '../../app/route.js';
import { readerZone } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { OFFICE_HOURS } from './hours.js';
import { HoursText } from './hours-editor.js';
import { LocationPage } from './location.js';
import { openMade, place } from './settings.js';
import { CURRENCIES, ZONES } from './world.js';

/** @param {{close: () => void}} props */
function NewLocation({ close }) {
  const form = useForm({
    initial: { name: '', time_zone: merchant.value?.default_time_zone ?? readerZone(), currency: merchant.value?.default_currency ?? 'EUR' }, draft: 'settings.new-location',
    send: (values, key) => post('/locations', { ...values, opening_hours: OFFICE_HOURS() }, { key }),
    done: async ({ data }) => { invalidate(['location']); await readPlace(); choose(data.id); tell(t('The location is made. It is open from Monday to Friday, 9 to 18: change its hours here.')); close(); openMade('locations', data.id); },
  });
  return html`<${Dialog} title=${t('New location')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" />
    <div class="fields"><${Input} form=${form} name="time_zone" label=${t('Time zone')} options=${ZONES(form.values.time_zone)} />
      <${Input} form=${form} name="currency" label=${t('Currency')} hint=${t('It stays once something has a price.')} options=${CURRENCIES(form.values.currency)} /></div>
    <${FormProblem} form=${form} fields=${['name', 'time_zone', 'currency']} /><${FormActions} form=${form} label=${t('Make the location')} close=${close} /></form><//>`;
}

/** @param {{location: any}} props */
const Line = ({ location }) => html`<li><span class="name"><a href=${place('locations', { id: location.id })} dir="auto">${location.name}</a><small>${[location.address.city, location.time_zone.replaceAll('_', ' '), location.currency].filter(Boolean).join(' · ')}</small></span>
  <div class="detail"><${HoursText} spans=${location.opening_hours} empty=${t('Around the clock')} /></div><span class="side"><${Status} status=${location.is_active ? 'active' : 'archived'} label=${location.is_active ? t('Active') : t('Inactive')} /></span></li>`;

export function Section() {
  const { id } = route.value.query;
  const all = useAll('/locations');
  const [isMaking, setMaking] = useState(false);
  if (id) return html`<${LocationPage} key=${id} id=${id} />`;
  return html`<div class="head-line"><h2>${t('Locations')}</h2><span class="spring" /><${Button} kind="primary" icon="add" act=${() => setMaking(true)}>${t('New location')}<//></div>
    <${Read} of=${all} empty=${html`<${Empty} title=${t('No location yet.')} icon="desk" />`}>${(/** @type {any[]} */ records) => html`<ul class="plain items-list">
      ${[...records].sort((one, other) => Number(other.is_active) - Number(one.is_active) || one.name.localeCompare(other.name)).map((location) => html`<${Line} key=${location.id} location=${location} />`)}</ul>`}<//>
    ${isMaking && html`<${NewLocation} close=${() => setMaking(false)} />`}`;
}
