// Keys of programs: owners make and end them. A key may do no more than who makes it.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { ShownOnce } from './shown-once.js';

const PATH = '/api-clients';
/** Scopes of which a page has the words: what most programs need. */
const AREAS = ['bookings', 'companies', 'contracts', 'events', 'invoices', 'locations', 'members', 'memberships', 'resources', 'shop', 'subscriptions', 'tickets', 'transactions', 'visitors'];

/** @param {{close: () => void}} props */
function NewClient({ close }) {
  const [made, setMade] = useState(/** @type {any} */ (null));
  const form = useForm({
    initial: { name: '', scopes: /** @type {Record<string, string>} */ ({}) }, draft: 'new-api-client',
    send: ({ name, scopes }, key) => post(PATH, { name, scopes: Object.entries(scopes).filter(([, access]) => access).map(([area, access]) => `${area}:${access}`) }, { key }),
    done: ({ data }) => { invalidate(['api_client']); setMade(data); },
  });
  if (made) return html`<${ShownOnce} title=${made.name} shown=${[['X-Client-ID', made.client_id], [t('Secret'), made.secret]]} close=${close} />`;
  const { scopes } = form.values;
  const choose = (/** @type {string} */ area, /** @type {string} */ access) => form.set({ scopes: { ...scopes, [area]: access } });
  return html`<${Dialog} title=${t('A new key')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" />
    <fieldset class="boxes columns"><legend>${t('What it may do')}</legend><div>${AREAS.map((area) => html`<label key=${area} class="across"><span class="spring">${word(area)}</span>
      <select value=${scopes[area] ?? ''} onChange=${(/** @type {any} */ event) => choose(area, event.target.value)}><option value="">${t('Nothing')}</option><option value="read">${t('Read')}</option><option value="write">${t('Read and change')}</option></select></label>`)}</div></fieldset>
    <${FormProblem} form=${form} fields=${['name']} /><${FormActions} form=${form} label=${t('Make the key')} close=${close} /></form><//>`;
}

export function ApiClients() {
  const all = useAll(PATH);
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState(/** @type {any} */ (null));
  const end = () => act({ send: () => post(/** @type {any} */ (`${PATH}/${ending.id}/revoke`)), types: ['api_client'], done: t('The key works no longer, within a minute everywhere.') });
  return html`<${Read} of=${all} lines=${3}>${(/** @type {any[]} */ clients) => html`<ul class="plain items-list">${clients.map((one) => html`<li key=${one.id}><span class="name">${one.name}<small>${one.last_used_at ? t('Used {instant}', { instant: showInstant(one.last_used_at, zone.value) }) : t('Never used')}</small></span>
      <span class="detail truncate" dir="auto" title=${one.scopes.join(', ')}>${one.scopes.join(', ')}</span><span class="side"><${Status} status=${one.status} />${one.status === 'active' && html` <${Button} act=${() => setEnding(one)} aria-label=${t('End {name}', { name: one.name })}>${t('End …')}<//>`}</span></li>`)}</ul>`}<//>
    <div class="actions"><${Button} icon="add" act=${() => setMaking(true)}>${t('New key …')}<//></div>
    ${isMaking && html`<${NewClient} close=${() => setMaking(false)} />`}
    ${ending && html`<${Confirm} title=${t('End {name}', { name: ending.name })} label=${t('End a key for good')} close=${() => setEnding(null)} agree=${end}><p>${t('The program that uses it can do nothing any more.')}</p><//>`}`;
}
