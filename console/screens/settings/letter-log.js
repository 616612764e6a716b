// What was written to whom and what became of it, and addresses that nothing is sent to.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { invalidate, useList } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { ask, route } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { LANGUAGES, t, word } from '../../app/words.js';
import { Badge, Button, Facts, Status } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { letterName } from './letter-words.js';

const resend = (/** @type {any} */ letter) => act({ send: () => post(/** @type {any} */ (`/letters/${letter.id}/resend`)), types: [], done: t('The letter is written again.') });

/** @param {any} letter */
const state = ({ status, reason }) => html`<${Status} status=${status === 'not_sent' ? 'withdrawn' : status} label=${reason ? t('Not sent: {reason}', { reason: word(reason).toLocaleLowerCase() }) : word(status)} />`;

/** @param {{letter: any, close: () => void}} props */
const LetterPage = ({ letter, close }) => html`<${Dialog} title=${letter.subject || letterName(letter.letter)} close=${close} class="wide">
  <${Facts} pairs=${[[t('To'), letter.email], [t('State'), state(letter)], [t('Sent'), letter.sent_at && showInstant(letter.sent_at, zone.value)], [t('Next attempt'), letter.next_attempt_at && showInstant(letter.next_attempt_at, zone.value)], [t('Language'), LANGUAGES[/** @type {'en'} */ (letter.language)]], [t('Kept until'), showInstant(letter.kept_until, zone.value)]]} />
  <div class="letter-text" dir="auto">${letter.text || t('What it said is not kept.')}</div>
  ${letter.attempts.length > 0 && html`<h3 class="group-title">${t('Attempts')}</h3><ol class="plain attempts">${letter.attempts.map((/** @type {any} */ one) => html`<li key=${one.at}><time>${showInstant(one.at, zone.value)}</time> · ${word(one.outcome)} <small>${one.response}</small></li>`)}</ol>`}
  <div class="actions"><${Button} act=${() => resend(letter)}>${t('Send again')}<//></div><//>`;

export function LetterLog() {
  const { status } = route.value.query;
  const list = useList('/letters', { status });
  const [shown, setShown] = useState('');
  const letter = list.data?.find((/** @type {any} */ one) => one.id === shown);
  const columns = [
    { name: 'subject', label: t('Letter'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<button type="button" class="as-link truncate" dir="auto" onClick=${() => setShown(one.id)}>${one.subject || letterName(one.letter)}</button>` },
    { name: 'to', label: t('To'), width: 'minmax(0, 1.4fr)', class: 'wide', show: (/** @type {any} */ one) => html`<span class="truncate" dir="auto" title=${one.email}>${one.email ?? ''}</span>` },
    { name: 'at', label: t('Written'), width: '11rem', class: 'wide', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
    { name: 'status', label: t('State'), width: '11rem', show: state },
    { name: 'again', label: '', width: '7rem', class: 'wide', show: (/** @type {any} */ one) => html`<${Button} act=${() => resend(one)} aria-label=${t('Send again: {subject}', { subject: one.subject || letterName(one.letter) })}>${t('Send again')}<//>` },
  ];
  return html`<div class="section-filters"><select aria-label=${t('State of letters')} value=${status ?? ''} onChange=${(/** @type {any} */ event) => ask({ status: event.target.value || null })}><option value="" selected=${!status}>${t('All states')}</option>${['pending', 'sent', 'failed', 'not_sent'].map((one) => html`<option key=${one} value=${one} selected=${one === status}>${word(one)}</option>`)}</select></div>
    <${Read} of=${list} empty=${html`<${Empty} title=${t('No letters.')} icon="letters" />`}>${(/** @type {any[]} */ records) => html`<${Table} label=${t('Letters')} columns=${columns} records=${records} more=${list.next ? list.more : undefined} />`}<//>
    ${letter && html`<${LetterPage} letter=${letter} close=${() => setShown('')} />`}`;
}

const ADDRESSES = /** @type {import('../../app/api').ObjectType[]} */ (['suppressed_address']);
/** @param {any} address */
const release = ({ id }) => act({ send: () => remove(/** @type {any} */ (`/suppressed-addresses/${id}`)), types: ADDRESSES, done: t('Letters are sent to the address again.') });

/** @param {{close: () => void}} props */
function AddAddress({ close }) {
  const form = useForm({ initial: { email: '' }, draft: 'suppressed-address', send: (values, key) => post('/suppressed-addresses', values, { key }), done: () => { invalidate(ADDRESSES); tell(t('Nothing is sent to the address any more.')); close(); } });
  return html`<${Dialog} title=${t('Addresses that nothing is sent to')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required />
    <${FormProblem} form=${form} fields=${['email']} /><${FormActions} form=${form} label=${t('Add')} close=${close} /></form><//>`;
}

export function Suppressed() {
  const [isAdding, setAdding] = useState(false);
  const list = useList('/suppressed-addresses');
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const columns = [
    { name: 'email', label: t('E-mail address'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<span class="truncate" dir="auto" title=${one.email}>${one.email}</span>` },
    { name: 'reason', label: t('Why'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`<${Badge} tone="bad">${word(one.reason)}<//>` },
    { name: 'at', label: t('Since'), width: '11rem', class: 'wide', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
    { name: 'way', label: '', width: '8rem', show: (/** @type {any} */ one) => html`<${Button} act=${() => setShown(one)} aria-label=${t('Release {email}', { email: one.email })}>${t('Release …')}<//>` },
  ];
  return html`<p class="quiet">${t('A mailbox that is not there, or a complaint, puts an address here. Nothing is sent to it, codes to sign in neither.')}</p>
    <${Read} of=${list} lines=${3} empty=${html`<${Empty} title=${t('Letters reach everybody.')} icon="letters" />`}>${(/** @type {any[]} */ records) => html`<${Table} label=${t('Addresses that nothing is sent to')} columns=${columns} records=${records} more=${list.next ? list.more : undefined} />`}<//>
    <div class="actions"><${Button} icon="add" act=${() => setAdding(true)}>${t('Add an address …')}<//></div>${isAdding && html`<${AddAddress} close=${() => setAdding(false)} />`}
    ${shown && html`<${Confirm} title=${t('Release {email}', { email: shown.email })} label=${t('Release it')} close=${() => setShown(null)} agree=${() => release(shown)}><p>${shown.response}</p><p>${t('Letters are sent to the address again.')}</p><//>`}`;
}
