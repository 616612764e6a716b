// Resources of the location that is chosen, by type; several can be given one policy.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { keepDraft, readDraft } from '../../app/drafts.js';
import { place as house } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Button, SearchField } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { ExportButton } from '../../ui/export-button.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { ApplyPolicy } from './apply-policy.js';
import { ResourcePage } from './resource.js';
import { TYPES, audienceOf, policyText, priceText } from './resource-words.js';
import { openMade, place } from './settings.js';

/** @param {{close: () => void}} props */
function NewResource({ close }) {
  const form = useForm({
    initial: { name: '', type: 'meeting_room', units: '1', capacity: '' }, draft: `settings.new-resource.${house.value.id}`,
    send: ({ name, type, units, capacity }, key) => post('/resources', { location_id: house.value.id, name, type, units: Number(units), ...(capacity && { capacity: Number(capacity) }) }, { key }),
    done: ({ data }) => { invalidate(['resource']); tell(t('The resource is made. It is free of charge until it has a price.')); close(); openMade('resources', data.id); },
  });
  return html`<${Dialog} title=${t('New resource')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" /><${Input} form=${form} name="type" label=${t('Type')} options=${TYPES.map((value) => ({ value, label: word(value) }))} />
    <div class="fields"><${Input} form=${form} name="units" type="number" min="1" label=${t('Units')} hint=${t('How many can be booked at once, such as desks')} /><${Input} form=${form} name="capacity" type="number" min="1" label=${t('People')} /></div>
    <${FormProblem} form=${form} fields=${['name', 'type', 'units', 'capacity']} /><${FormActions} form=${form} label=${t('Make the resource')} close=${close} /></form><//>`;
}

/** @param {{resource: any, isChosen: boolean, flip: () => void}} props */
const Line = ({ resource, isChosen, flip }) => html`<li class="with-box"><input type="checkbox" checked=${isChosen} onChange=${flip} aria-label=${t('Choose {name}', { name: resource.name })} />
  <span class="name"><a href=${place('resources', { id: resource.id })} dir="auto">${resource.name}</a><small>${[resource.units > 1 ? plural(resource.units, '{count} unit', '{count} units') : '', resource.capacity ? plural(resource.capacity, '{count} person', '{count} people') : '', audienceOf(resource.booking_permission)].filter(Boolean).join(' · ')}</small></span>
  <span class="detail two"><span>${priceText(resource)}</span><small>${policyText(resource)}</small></span><span class="side">${!resource.is_active && html`<${Badge}>${t('Inactive')}<//>`}</span></li>`;

/** @param {{records: any[], chosen: string[], choose: (ids: string[]) => void}} props */
function Groups({ records, chosen, choose }) {
  const flip = (/** @type {string} */ id) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return html`${TYPES.filter((type) => records.some((one) => one.type === type)).map((type) => {
    const own = records.filter((one) => one.type === type).sort((one, other) => one.name.localeCompare(other.name));
    const areAll = own.every(({ id }) => chosen.includes(id));
    const flipAll = () => choose(areAll ? chosen.filter((id) => !own.some((one) => one.id === id)) : [...new Set([...chosen, ...own.map(({ id }) => id)])]);
    return html`<section key=${type}><label class="group-title"><input type="checkbox" checked=${areAll} onChange=${flipAll} aria-label=${t('Choose all: {type}', { type: word(type) })} /><strong>${word(type)}</strong> <span class="count">${own.length}</span></label>
      <ul class="plain items-list">${own.map((one) => html`<${Line} key=${one.id} resource=${one} isChosen=${chosen.includes(one.id)} flip=${() => flip(one.id)} />`)}</ul></section>`;
  })}`;
}

export function Section() {
  const { id } = route.value.query;
  const location = house.value;
  const all = useAll(location && !id ? '/resources' : null, { location_id: location?.id });
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(/** @type {string[]} */ (readDraft(`settings.chosen.${location?.id}`) ?? []));
  const choose = (/** @type {string[]} */ ids) => { setChosen(ids); keepDraft(`settings.chosen.${location?.id}`, ids.length ? ids : null); };
  const [open, setOpen] = useState('');
  if (id) return html`<${ResourcePage} key=${id} id=${id} />`;
  const fits = (/** @type {any} */ one) => `${one.name} ${word(one.type)}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());
  const picked = (all.data ?? []).filter((/** @type {any} */ one) => chosen.includes(one.id));
  return html`<div class="head-line"><h2>${t('Resources of {location}', { location: location?.name ?? '' })}</h2><span class="spring" /><${SearchField} label=${t('Search resources')} value=${words} search=${setWords} /><${ExportButton} collection="resources" query=${{ location_id: location?.id }} name=${t('All resources as CSV')} /><${Button} kind="primary" icon="add" act=${() => setOpen('new')}>${t('New resource')}<//></div>
    <${Read} of=${all} lines=${8} empty=${html`<${Empty} title=${t('No rooms or desks yet.')} icon="desk" />`}>${(/** @type {any[]} */ records) => html`<${Groups} records=${records.filter(fits)} chosen=${chosen} choose=${choose} />`}<//>
    ${picked.length > 0 && html`<div class="save-bar chosen-bar" role="group" aria-label=${t('What is chosen')}><span>${plural(picked.length, '{count} resource is chosen', '{count} resources are chosen')}</span>
      <${Button} act=${() => choose([])}>${t('Choose none')}<//><${Button} kind="primary" act=${() => setOpen('policy')}>${t('One policy for them …')}<//></div>`}
    ${open === 'new' && html`<${NewResource} close=${() => setOpen('')} />`}${open === 'policy' && picked.length > 0 && html`<${ApplyPolicy} resources=${picked} close=${() => setOpen('')} />`}`;
}
