// Floors of the location that is chosen.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { place } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['floor']);

const valuesOf = (/** @type {any} */ { name, level }) => ({ name, level: String(level) });
const requestOf = (/** @type {any} */ { name, level }) => ({ name, level: Number(level) });

/** @param {{form: any, label: string, close: () => void, conflict?: any}} props */
const Fields = ({ form, label, close, conflict }) => html`<form onSubmit=${form.submit}>${conflict}
  <${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" />
  <${Input} form=${form} name="level" type="number" label=${t('Level')} hint=${t('0 is the ground floor; what is below has a minus.')} required min="-100" max="300" />
  ${!conflict && html`<${FormProblem} form=${form} fields=${['name', 'level']} />`}<${FormActions} form=${form} label=${label} close=${close} /></form>`;

/** @param {{close: () => void}} props */
function NewFloor({ close }) {
  const { id } = place.value;
  const form = useForm({
    initial: { name: '', level: '0' }, draft: `settings.floor.new.${id}`, send: (values, key) => post('/floors', { ...requestOf(values), location_id: id }, { key }),
    done: () => { invalidate(TYPES); tell(t('The floor is made.')); close(); },
  });
  return html`<${Dialog} title=${t('New floor')} close=${close}><${Fields} form=${form} label=${t('Make the floor')} close=${close} /><//>`;
}

/** @param {{floor: any, close: () => void}} props */
function EditFloor({ floor, close }) {
  const editing = useEditing({ path: `/floors/${floor.id}`, record: floor, values: valuesOf, request: requestOf, done: t('The floor is changed.'), types: TYPES, name: 'settings.floor', close });
  return html`<${Dialog} title=${t('Edit the floor')} close=${close}><${Fields} form=${editing.form} label=${t('Save')} close=${close} conflict=${editing.isConflict && html`<${Conflict} editing=${editing} />`} /><//>`;
}

export function Section() {
  const location = place.value;
  const floors = useAll(location ? '/floors' : null, { location_id: location?.id });
  const resources = useAll(location ? '/resources' : null, { location_id: location?.id });
  const [edited, setEdited] = useState(/** @type {any} */ (null));
  const [leaving, setLeaving] = useState(/** @type {any} */ (null));
  const on = (/** @type {string} */ id) => (resources.data ?? []).filter((/** @type {any} */ { floor_id: of }) => of === id);
  const add = html`<${Button} kind="primary" icon="add" act=${() => setEdited({})}>${t('New floor')}<//>`;
  return html`<div class="head-line"><h2>${t('Floors of {location}', { location: location?.name ?? '' })}</h2><span class="spring" />${add}</div>
    <${Read} of=${floors} empty=${html`<${Empty} title=${t('No floors yet.')} icon="desk"><p>${t('Floors order the rooms and desks of larger houses.')}</p><//>`}>${(/** @type {any[]} */ all) => html`<ul class="plain items-list">
      ${[...all].sort((one, other) => other.level - one.level).map((floor) => html`<li key=${floor.id}><span class="name"><strong class="truncate" dir="auto">${floor.name}</strong><small>${t('Level {level}', { level: floor.level })}</small></span>
        <span class="detail quiet">${plural(on(floor.id).length, '{count} resource', '{count} resources')}</span>
        <span class="side"><${Button} kind="quiet" act=${() => setEdited(floor)} aria-label=${t('Edit {name}', { name: floor.name })}>${t('Edit')}<//><${Button} kind="quiet" icon="close" label=${t('Archive {name}', { name: floor.name })} act=${() => setLeaving(floor)} /></span></li>`)}</ul>`}<//>
    ${edited && (edited.id ? html`<${EditFloor} floor=${edited} close=${() => setEdited(null)} />` : html`<${NewFloor} close=${() => setEdited(null)} />`)}
    ${leaving && html`<${Confirm} title=${t('Archive {name}?', { name: leaving.name })} label=${t('Archive')} close=${() => setLeaving(null)}
      agree=${() => act({ send: () => remove(`/floors/${leaving.id}`), types: TYPES, done: t('The floor is archived.') })}><p>${t('Its name is free afterwards. It cannot be brought back.')}</p><//>`}`;
}
