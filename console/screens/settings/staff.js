// Staff: who is owner, admin or manager, of which locations, and what each may do.
import { html, useState } from '../../vendor/preact.js';
import { nameOf } from '../../app/names.js';
import { locations, me, zone } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { link } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Avatar } from '../person/avatar.js';
import { Part } from './editing.js';
import { FactorOf, SecondFactor } from './second-factor.js';
import { ChangeRole, NewStaff } from './staff-forms.js';
import { mayChange, roleName, rolesTable } from './roles.js';
import { style } from '../../ui/style.js';

await style(import.meta.url, '../person/person.css');

/** @param {string[]} ids */
const placesOf = (ids) => locations.value.filter(({ id }) => ids.includes(id)).map(({ name }) => name).join(', ');

/** @param {{member: any, change: () => void}} props */
function Line({ member, change }) {
  const isSelf = member.id === me.value?.id;
  return html`<li class="person-line"><${Avatar} of=${member} /><span class="name"><a href=${link('person', member.id)} dir="auto">${nameOf(member)}</a><small>${member.email}</small></span>
    <span class="detail two"><span>${member.role === 'manager' ? placesOf(member.location_ids) || t('No location yet') : t('All locations')}</span><small>${member.last_seen_at ? t('Last seen {instant}', { instant: showInstant(member.last_seen_at, zone.value) }) : ''}</small></span>
    <span class="side"><${FactorOf} member=${member} />${isSelf && html`<${Badge} tone="info">${t('You')}<//>`}${member.status === 'blocked' && html`<${Badge} tone="bad">${t('Blocked')}<//>`}
      ${mayChange(me.value?.role, member) && html`<${Button} act=${change} aria-label=${t('Change the role of {name}', { name: nameOf(member) })}>${t('Change …')}<//>`}</span></li>`;
}

function RolesTable() {
  const { roles, rows } = rolesTable();
  return html`<div class="roles-scroll" tabindex="0" role="group" aria-label=${t('What each role may do')}><table class="roles-table"><thead><tr><th scope="col">${t('May')}</th>${roles.map((role) => html`<th scope="col" key=${role}>${roleName(role)}</th>`)}</tr></thead>
    <tbody>${rows.map(({ what, who }) => html`<tr key=${what}><th scope="row">${what}</th>${roles.map((role, index) => html`<td key=${role}>${who[index] === true ? html`<span aria-hidden="true">✓</span><span class="hidden">${t('yes')}</span>` : who[index] || html`<span class="quiet" aria-hidden="true">–</span><span class="hidden">${t('no')}</span>`}</td>`)}</tr>`)}</tbody></table></div>`;
}

export function Section() {
  const lists = { owner: useAll('/members', { role: 'owner' }), admin: useAll('/members', { role: 'admin' }), manager: useAll('/members', { role: 'manager' }) };
  const [open, setOpen] = useState(/** @type {any} */ (null));
  return html`<div class="head-line"><h2>${t('Staff and roles')}</h2><span class="spring" /><${Button} kind="primary" icon="add" act=${() => setOpen({ isNew: true })}>${t('Add somebody')}<//></div>
    <div class="stack">${Object.entries(lists).map(([role, list]) => html`<section key=${role}><h3 class="group-title">${roleName(role, true)} ${list.data && html`<span class="count">${list.data.length}</span>`}</h3>
      <${Read} of=${list} lines=${2} empty=${html`<${Empty} title=${t('Nobody has this role.')} icon="people" />`}>${(/** @type {any[]} */ members) => html`<ul class="plain items-list">${members.map((member) => html`<${Line} key=${member.id} member=${member} change=${() => setOpen({ member })} />`)}</ul>`}<//></section>`)}
      <${SecondFactor} staff=${Object.values(lists).flatMap(({ data }) => data ?? [])} />
      <${Part} title=${t('What each role may do')} note=${t('The API decides it for every program, so this console does too.')}><${RolesTable} /><//></div>
    ${open?.isNew && html`<${NewStaff} close=${() => setOpen(null)} existing=${(/** @type {any} */ member) => setOpen({ member, role: 'manager' })} />`}
    ${open?.member && html`<${ChangeRole} key=${open.member.id} member=${open.member} role=${open.role} close=${() => setOpen(null)} />`}`;
}
