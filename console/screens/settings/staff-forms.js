// Making somebody part of the team, and changing what they may do.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { me } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { get, post, put } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { changedOf } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { LocationBoxes } from '../person/member-form.js';
import { roleAbout, roleName, rolesFor } from './roles.js';

/** Roles with what they are. @param {{form: any, roles: string[]}} props */
const Roles = ({ form, roles }) => html`<fieldset class="boxes"><legend>${t('Role')}</legend>${roles.map((role) => html`<label key=${role} class="check"><input type="radio" name="role" value=${role} checked=${form.values.role === role} onChange=${() => form.set({ role })} /><span>${roleName(role)}<small>${roleAbout()[role]}</small></span></label>`)}
  ${form.problemOf('role') && html`<small class="problem">${form.problemOf('role')}</small>`}</fieldset>`;

/** @param {{member: any, role?: string, close: () => void}} props */
export function ChangeRole({ member, role = member.role, close }) {
  const path = /** @type {any} */ (`/members/${member.id}`);
  // What others change meanwhile is refused by the version that the form was opened with.
  const [{ version, ...before }] = useState({ role: member.role, location_ids: member.location_ids, version: member.version });
  const form = useForm({
    initial: { role, location_ids: member.location_ids },
    send: (values) => put(path, changedOf(before, values), { version: `"${version}"` }),
    done: ({ data }) => {
      invalidate(['member']);
      const back = () => act({ send: () => put(path, before, { version: `"${data.version}"` }), types: ['member'], done: t('Undone') });
      tell(t('{name} is now: {role}', { name: nameOf(member), role: roleName(data.role) }), { undo: back });
      close();
    },
  });
  const isOther = form.values.role !== member.role;
  return html`<${Dialog} title=${t('What {name} may do', { name: nameOf(member) })} close=${close}><form onSubmit=${form.submit}><${Roles} form=${form} roles=${rolesFor(me.value?.role)} />
    ${form.values.role !== 'member' && form.values.role !== 'manager' ? html`<p class="quiet">${t('This role is for all locations.')}</p>` : html`<${LocationBoxes} form=${form} />`}
    ${isOther && html`<p class="quiet">${t('Another role signs {name} out everywhere.', { name: nameOf(member) })}</p>`}
    <${FormProblem} form=${form} fields=${['role', 'location_ids']} /><${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}

/** @param {{close: () => void, existing: (member: any) => void}} props */
export function NewStaff({ close, existing }) {
  const form = useForm({
    initial: { email: '', name: '', surname: '', role: 'manager', location_ids: /** @type {string[]} */ ([]) }, draft: 'settings.new-staff',
    send: (values, key) => post('/members', Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), { key }),
    done: ({ data }) => { invalidate(['member']); tell(t('{name} can sign in with {email} now.', { name: nameOf(data), email: data.email })); close(); },
  });
  const id = form.refusal?.details?.existing_id;
  const take = async () => { const { data } = await get(/** @type {any} */ (`/members/${id}`)); existing(data); };
  return html`<${Dialog} title=${t('Add somebody to the team')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} hint=${t('They sign in by a code that is sent there.')} required autocomplete="off" />
    <div class="fields"><${Input} form=${form} name="name" label=${t('Given name')} required maxlength="200" autocomplete="off" /><${Input} form=${form} name="surname" label=${t('Family name')} maxlength="200" autocomplete="off" /></div>
    <${Roles} form=${form} roles=${rolesFor(me.value?.role).filter((role) => role !== 'member')} /><${LocationBoxes} form=${form} />
    ${id && html`<div class="problem-box" role="alert"><p>${t('Somebody has this address already.')}</p><${Button} act=${take}>${t('Give them a role …')}<//></div>`}
    ${!id && html`<${FormProblem} form=${form} fields=${['email', 'name', 'surname', 'role', 'location_ids']} />`}<${FormActions} form=${form} label=${t('Add')} close=${close} /></form><//>`;
}
