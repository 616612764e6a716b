// Letters that were written to somebody: which, how far, what they said, and once more.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty } from '../../ui/states.js';
import { List } from './list.js';

/** @param {any} letter */
const resend = (letter) => act({ send: () => post(`/letters/${letter.id}/resend`), types: [], done: t('The letter is written again.') });

/** @param {any} letter */
const state = (letter) => html`<${Status} status=${letter.status === 'not_sent' ? 'withdrawn' : letter.status} label=${letter.reason ? t('Not sent: {reason}', { reason: word(letter.reason).toLocaleLowerCase() }) : word(letter.status)} />`;

/** @param {(letter: any) => void} open */
const columns = (open) => [
  { name: 'subject', label: t('Letter'), width: 'minmax(0, 2.2fr)', show: (/** @type {any} */ one) => html`<button type="button" class="as-link truncate" dir="auto" onClick=${() => open(one)}>${one.subject || word(one.letter)}</button>` },
  { name: 'kind', label: t('Kind'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => word(one.letter) },
  { name: 'at', label: t('Written'), width: '11rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
  { name: 'status', label: t('State'), width: '11rem', show: state },
  { name: 'again', label: '', width: '8rem', show: (/** @type {any} */ one) => html`<${Button} act=${() => resend(one)} aria-label=${t('Send again: {subject}', { subject: one.subject || word(one.letter) })}>${t('Send again')}<//>` },
];

/** @param {{letter: any, close: () => void}} props */
const LetterText = ({ letter, close }) => html`<${Dialog} title=${letter.subject || word(letter.letter)} close=${close} class="wide">
  <${Facts} pairs=${[[t('To'), letter.email], [t('State'), state(letter)], [t('Sent'), letter.sent_at && showInstant(letter.sent_at, zone.value)], [t('Attempts'), letter.attempt_count], [t('Language'), letter.language], [t('Kept until'), showInstant(letter.kept_until, zone.value)]]} />
  <div class="letter-text" dir="auto">${letter.text || t('What it said is not kept.')}</div><div class="actions"><${Button} act=${() => resend(letter)}>${t('Send again')}<//></div><//>`;

/** @param {{of: any, isCompany: boolean}} props */
export function Letters({ of, isCompany }) {
  const [shown, setShown] = useState('');
  const list = useList('/letters', isCompany ? { object_id: of.id } : { member_id: of.id });
  const letter = list.data?.find((/** @type {any} */ one) => one.id === shown);
  const none = html`<${Empty} title=${t('No letters.')} icon="letters">${isCompany && html`<p>${t('Letters to a company go to its managers, and what is to be paid to its address for invoices: look at them there.')}</p>`}<//>`;
  return html`<${List} of=${list} label=${t('Letters')} columns=${columns((one) => setShown(one.id))} empty=${none} />
    ${letter && html`<${LetterText} letter=${letter} close=${() => setShown('')} />`}`;
}
