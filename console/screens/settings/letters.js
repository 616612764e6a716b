// Letters: their look and switches, the wording of each, what was sent, and addresses that nothing is sent to.
import { html } from '../../vendor/preact.js';
import { link, route } from '../../app/route.js';
import { useRecord } from '../../app/records.js';
import { LANGUAGES, t } from '../../app/words.js';
import { Field, Tabs } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Part, SaveBar, useEditing } from './editing.js';
import { LetterLog, Suppressed } from './letter-log.js';
import { letterName } from './letter-words.js';
import { Wordings } from './wordings.js';

await style(import.meta.url, '../person/person.css');

/** @type {import('./spec.js').Spec} */
const SPEC = { sender_name: 'text', reply_to: 'text', logo_url: 'nothing', colour: 'text', language: 'nothing', reminder_hours: 'number', members_url: 'nothing', signing_url: 'nothing', switched_off: 'raw' };
const NAMED = /** @type {import('./spec.js').Spec} */ (Object.fromEntries(Object.entries(SPEC).map(([name, kind]) => [`letter_settings.${name}`, kind])));
const at = (/** @type {string} */ name) => `letter_settings.${name}`;

/** @param {{form: any}} props */
function Colour({ form }) {
  const name = at('colour');
  const change = (/** @type {any} */ event) => form.set({ [name]: event.target.value });
  return html`<${Field} label=${t('Colour')} problem=${form.problemOf(name)}>${(/** @type {any} */ attributes) => html`<span class="colour-field"><input type="color" aria-label=${t('Choose a colour')} value=${form.values[name]} onInput=${change} /><input value=${form.values[name]} maxlength="7" onInput=${change} ...${attributes} /></span>`}<//>`;
}

/** @param {{form: any, wordings: any}} props */
function Switches({ form, wordings }) {
  const off = form.values[at('switched_off')];
  const flip = (/** @type {string} */ letter) => form.set({ [at('switched_off')]: off.includes(letter) ? off.filter((/** @type {string} */ one) => one !== letter) : [...off, letter] });
  return html`<fieldset class="boxes columns"><legend class="hidden">${t('Which letters are sent')}</legend><div>${(wordings.data?.letters ?? []).filter((/** @type {any} */ one) => one.switched_off_by !== 'nobody').map((/** @type {any} */ { letter, about, switched_off_by: by }) => html`
    <label key=${letter} class="check" title=${about}><input type="checkbox" checked=${!off.includes(letter)} onChange=${() => flip(letter)} /><span>${letterName(letter)}${by === 'reader' && html`<small>${t('The reader may switch it off, too')}</small>`}</span></label>`)}</div></fieldset>`;
}

/** @param {{business: any}} props */
function LookForm({ business }) {
  const editing = useEditing({ path: '/merchant', record: business, spec: NAMED, types: ['merchant'], name: 'letters', done: t('The letters are changed.') });
  const wordings = useRecord('/letter-wordings');
  const { form } = editing;
  const languages = [{ value: '', label: t('English') }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))];
  return html`<form onSubmit=${form.submit}>
    <${Part} title=${t('Sender')}><div class="fields"><${Input} form=${form} name=${at('sender_name')} label=${t('Name of the sender')} hint=${t('Empty for {name}', { name: business.name })} maxlength="200" /><${Input} form=${form} name=${at('reply_to')} type="email" label=${t('Address for answers')} /></div>
      <${Input} form=${form} name=${at('language')} label=${t('Language')} hint=${t('For readers and locations that have none')} options=${languages} /><//>
    <${Part} title=${t('Look')}><div class="fields"><${Colour} form=${form} /><${Input} form=${form} name=${at('logo_url')} type="url" label=${t('Address of the logo')} hint=${t('A picture at https')} /></div>
      <div class="fields"><${Input} form=${form} name=${at('members_url')} type="url" label=${t('Page of members')} hint=${t('Letters lead there')} /><${Input} form=${form} name=${at('signing_url')} type="url" label=${t('Page at which contracts are signed')} /></div><//>
    <${Part} title=${t('Which letters are sent')} note=${t('Codes to sign in are always sent.')}><${Input} form=${form} name=${at('reminder_hours')} type="number" min="0" max="168" label=${t('Hours before a booking that people are reminded')} hint=${t('0 for no reminders')} required /><${Switches} form=${form} wordings=${wordings} /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(NAMED)} /></form>`;
}

function Look() {
  const business = useRecord('/merchant');
  return html`<${Read} of=${business} lines=${8}>${(/** @type {any} */ record) => html`<${LookForm} business=${record} />`}<//>`;
}

export function Section() {
  const { tab = 'look' } = route.value.query;
  const to = (/** @type {string} */ value) => link('settings', '', { section: 'letters', tab: value });
  const tabs = [{ value: 'look', label: t('Look and switches') }, { value: 'wording', label: t('Wording') }, { value: 'log', label: t('Sent') }, { value: 'suppressed', label: t('Not sent to') }].map((one) => ({ ...one, href: to(one.value) }));
  const shown = tab === 'wording' ? html`<${Wordings} />` : tab === 'log' ? html`<${LetterLog} />` : tab === 'suppressed' ? html`<${Suppressed} />` : html`<${Look} />`;
  return html`<div class="head-line"><h2>${t('Letters')}</h2></div><${Tabs} label=${t('About letters')} value=${tab} tabs=${tabs} />${shown}`;
}
