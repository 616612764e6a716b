// What is done with a webhook endpoint.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { LocationBoxes } from '../person/member-form.js';
import { Part } from './editing.js';
import { ShownOnce } from './shown-once.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['webhook_endpoint']);
const OLD_SECRET_HOURS = 24;
const FIELDS = ['url', 'event_types', 'location_ids', 'description'];

/** @param {any} [endpoint] */
const valuesOf = (endpoint) => ({ url: endpoint?.url ?? '', event_types: (endpoint?.event_types ?? ['booking.*']).join('\n'), location_ids: endpoint?.location_ids ?? [], description: endpoint?.description ?? '' });
/** @param {any} values */
const requestOf = ({ url, event_types: types, location_ids: places, description }) => ({ url, event_types: types.split(/[\s,]+/).filter(Boolean), location_ids: places, description });

/** @param {{form: any}} props */
const Fields = ({ form }) => html`<${Input} form=${form} name="url" type="url" label=${t('Address')} required placeholder="https://example.com/events" />
  <${Input} form=${form} name="event_types" type="textarea" label=${t('Types of events')} hint=${t('Types are single ones, such as invoice.issued, all of one kind, such as booking.*, or * for everything.')} required />
  <${LocationBoxes} form=${form} hint=${t('Only what happens at these is sent there; everything, where none is chosen.')} />
  <${Input} form=${form} name="description" label=${t('Description')} maxlength="200" />`;

/** @param {{close: () => void}} props */
export function NewEndpoint({ close }) {
  const [made, setMade] = useState(/** @type {any} */ (null));
  const form = useForm({
    initial: valuesOf(), draft: 'new-endpoint', send: (values, key) => post('/webhook-endpoints', requestOf(values), { key }),
    done: ({ data }) => { invalidate(TYPES); setMade(data); },
  });
  if (made) return html`<${ShownOnce} title=${made.url} shown=${[[t('Signing secret'), made.secret]]} close=${() => { close(); ask({ id: made.id }); }} />`;
  return html`<${Dialog} title=${t('A new endpoint')} close=${close}><form onSubmit=${form.submit}><${Fields} form=${form} /><${FormProblem} form=${form} fields=${FIELDS} /><${FormActions} form=${form} label=${t('Make an endpoint')} close=${close} /></form><//>`;
}

/** @param {{endpoint: any, close: () => void}} props */
function EditEndpoint({ endpoint, close }) {
  const editing = useEditing({ path: `/webhook-endpoints/${endpoint.id}`, record: endpoint, values: valuesOf, request: requestOf, done: t('It is changed.'), types: TYPES, name: 'endpoint', close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('Edit the endpoint')} close=${close}><form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Fields} form=${form} />
    ${!isConflict && html`<${FormProblem} form=${form} fields=${FIELDS} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}

/** Sends again what failed, in as many requests as it takes; how many. @param {any} endpoint */
async function replayFailed({ id, failing_since: failing, disabled_at: disabled, created_at: made }) {
  const since = failing ?? disabled ?? made;
  let [count, after] = [0, null];
  do {
    const { data } = await post(`/webhook-endpoints/${id}/replay-failed`, { since, after });
    count += data.replayed;
    after = data.next;
  } while (after);
  return count;
}

/** @param {{endpoint: any}} props */
export function Ways({ endpoint }) {
  const [asked, setAsked] = useState('');
  const [secret, setSecret] = useState('');
  const close = () => setAsked('');
  const path = /** @type {any} */ (`/webhook-endpoints/${endpoint.id}`);
  const isEnabled = endpoint.status === 'enabled';
  const change = (/** @type {string} */ way, /** @type {string} */ done) => act({ send: () => post(/** @type {any} */ (`${path}/${way}`)), types: TYPES, done });
  const again = async () => {
    const count = await act({ send: () => replayFailed(endpoint), types: TYPES });
    if (count !== null) tell(plural(count, '{count} delivery is sent again.', '{count} deliveries are sent again.'));
  };
  const rotate = async () => {
    const answer = await act({ send: () => post(`/webhook-endpoints/${endpoint.id}/rotate`, { overlap_hours: OLD_SECRET_HOURS }), types: TYPES });
    if (answer) setSecret(answer.data.secret);
  };
  return html`<${Part} title=${t('Changing it')}><div class="actions wrapped"><${Button} act=${() => change('test', t('The test event is on its way.'))}>${t('Send a test event')}<//>
      ${isEnabled && html`<${Button} act=${again}>${t('Send again what failed')}<//>`}<${Button} act=${() => setAsked('edit')}>${t('Edit')}<//><${Button} act=${() => setAsked('rotate')}>${t('Another signing secret')}<//>
      <${Button} act=${() => change(isEnabled ? 'disable' : 'enable', t('It is changed.'))}>${isEnabled ? t('Disable it') : t('Enable it again')}<//><${Button} kind="danger" act=${() => setAsked('delete')}>${t('Delete it')}<//></div><//>
    ${asked === 'edit' && html`<${EditEndpoint} endpoint=${endpoint} close=${close} />`}
    ${asked === 'rotate' && html`<${Confirm} title=${t('Another signing secret')} label=${t('Another signing secret')} close=${close} agree=${rotate}><p>${t('The present one signs beside it for a day.')}</p><//>`}
    ${asked === 'delete' && html`<${Confirm} title=${t('Delete this endpoint?')} label=${t('Delete it')} close=${close} agree=${async () => { if (await act({ send: () => remove(path), types: TYPES, done: t('It is deleted.') })) ask({ id: null }); }}><p>${t('Nothing is sent there any more, not what waits either.')}</p><//>`}
    ${secret && html`<${ShownOnce} title=${endpoint.url} shown=${[[t('Signing secret'), secret]]} close=${() => setSecret('')} />`}`;
}
