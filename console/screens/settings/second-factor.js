// Of which staff a second factor is required, and help for who has lost theirs.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { me } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { Part, SaveBar, useEditing } from './editing.js';
import { roleName } from './roles.js';

const ROLES = ['manager', 'admin', 'owner'];
const FIELD = 'sign_in_settings.second_factor_roles';

/** @param {{business: any}} props */
function Required({ business }) {
  const editing = useEditing({ path: '/merchant', record: business, spec: { [FIELD]: 'raw' }, types: ['merchant'], name: 'second-factor', done: t('It holds within fifteen minutes.') });
  const { form } = editing;
  const chosen = form.values[FIELD] ?? [];
  const toggle = (/** @type {string} */ role) => form.set({ [FIELD]: ROLES.filter((one) => (one === role ? !chosen.includes(one) : chosen.includes(one))) });
  const isOwner = me.value?.role === 'owner';
  return html`<form onSubmit=${form.submit}><fieldset class="boxes" disabled=${!isOwner}><legend>${t('Required of')}</legend>
    ${ROLES.map((role) => html`<label key=${role} class="check"><input type="checkbox" checked=${chosen.includes(role)} onChange=${() => toggle(role)} /><span>${roleName(role, true)}</span></label>`)}</fieldset>
    ${isOwner ? html`<${SaveBar} editing=${editing} fields=${[FIELD]} />` : html`<p class="quiet">${t('Owners decide this.')}</p>`}</form>`;
}

/** Who runs the place without one is told so beside the setting. @param {{staff: any[]}} props */
export function SecondFactor({ staff }) {
  const business = useRecord('/merchant');
  const without = staff.filter((member) => !member.has_authenticator && member.status === 'active');
  return html`<${Part} title=${t('Second factor')} note=${t('A code of an app besides the code by e-mail. Staff without one act as customers until they have set it up; who signs in by an identity provider is asked there.')}>
    <${Read} of=${business} lines=${3}>${(/** @type {any} */ record) => html`<${Required} business=${record} />`}<//>
    ${without.length > 0 && html`<p class="quiet">${t('Without one: {names}', { names: without.map(nameOf).join(', ') })}</p>`}<//>`;
}

/** That a member of staff has one, and the way to take away a lost one. @param {{member: any}} props */
export function FactorOf({ member }) {
  const [isRemoving, setRemoving] = useState(false);
  if (!member.has_authenticator) return null;
  const remove = () => act({ send: () => post(/** @type {any} */ (`/authenticators/${member.id}/remove`), {}), types: ['member'], done: t('{name} signs in without the app now, and is told so.', { name: nameOf(member) }) });
  const isSelf = member.id === me.value?.id;
  const mayHelp = !isSelf && (me.value?.role === 'owner' || member.role !== 'owner');
  return html`<${Badge} tone="good">${t('Second factor')}<//>${mayHelp && html`<${Button} act=${() => setRemoving(true)} aria-label=${t('Remove the app of {name}', { name: nameOf(member) })}>${t('Lost the app …')}<//>`}
    ${isRemoving && html`<${Confirm} title=${t('Remove the app of {name}', { name: nameOf(member) })} label=${t('Remove it')} close=${() => setRemoving(false)} agree=${remove}><p>${t('Make sure that it is really {name} who asks. All sessions end, and the owners are told by a letter.', { name: nameOf(member) })}</p><//>`}`;
}
