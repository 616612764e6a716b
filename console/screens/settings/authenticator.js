// The authenticator app of who is signed in: set up, recovery codes, and the end of it.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { oweCodes } from '../../app/codes-owed.js';
import { me } from '../../app/place.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { signOut } from '../../app/session.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Command } from './command.js';
import { LostCodes, RecoveryCodes, keeping, withCodes } from './recovery-codes.js';

/** @param {string} member */
const pathOf = (member) => `/authenticators/${member}`;

/** The key as a picture and as text, and the first code. @param {{member: string, made: any, done: (codes: string[]) => void}} props */
function FirstCode({ member, made, done }) {
  const form = useForm({
    initial: { code: '' },
    send: ({ code }, key) => withCodes(member, () => post(/** @type {any} */ (`${pathOf(member)}/confirm`), { code: code.trim() }, { key })),
    done: ({ data }) => { invalidate(['member']); done(data.recovery_codes); },
  });
  return html`<p>${t('Scan this with the app, or type the key.')}</p>
    <img class="qr-code" alt=${t('QR code of the key')} width="240" height="240" src=${`data:image/svg+xml,${encodeURIComponent(made.qr_code)}`} />
    <${Command} label=${t('Key')} text=${made.key} />
    <form onSubmit=${form.submit}><${Input} form=${form} name="code" label=${t('The six digits that the app shows')} inputmode="numeric" autocomplete="one-time-code" required />
      <${FormProblem} form=${form} fields=${['code']} /><${FormActions} form=${form} label=${t('Switch it on')} /></form>`;
}

/** Sets an app up, step by step. @param {{member: string, done: () => any}} props */
export function SetUp({ member, done }) {
  const [made, setMade] = useState(/** @type {any} */ (null));
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  const form = useForm({ initial: {}, name: 'authenticator', send: (_, key) => post(/** @type {any} */ ('/authenticators'), { member_id: member }, { key }), done: ({ data }) => { if (data.key) setMade(data); else tell(t('The key did not arrive. Set up the app once more.'), { isProblem: true }); } });
  if (codes) return html`<${RecoveryCodes} codes=${codes} done=${done} />`;
  if (made) return html`<${FirstCode} member=${member} made=${made} done=${setCodes} />`;
  return html`<form onSubmit=${form.submit}><${FormProblem} form=${form} /><${FormActions} form=${form} label=${t('Set up an app')} /></form>`;
}

/** @param {{member: string, what: 'recovery-codes' | 'remove', title: string, label: string, kind?: string, close: () => void, done: (data: any) => void}} props */
function ByCode({ member, what, title, label, kind, close, done }) {
  const send = (/** @type {string} */ code, /** @type {string} */ key) => post(/** @type {any} */ (`${pathOf(member)}/${what}`), { code: code.trim() }, { key });
  const form = useForm({ initial: { code: '' }, send: ({ code }, key) => (what === 'remove' ? send(code, key) : withCodes(member, () => send(code, key))), done: ({ data }) => done(data) });
  return html`<${Dialog} title=${title} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="code" label=${t('A code of the app, or a recovery code')} autocomplete="one-time-code" required />
    <${FormProblem} form=${form} fields=${['code']} /><${FormActions} form=${form} label=${label} kind=${kind} close=${close} /></form><//>`;
}

/** How many recovery codes are left. @param {{member: string}} props */
function CodesLeft({ member }) {
  const own = useRecord(/** @type {any} */ (pathOf(member)));
  return own.data && html`<span>${t('Recovery codes left: {number}', { number: own.data.recovery_codes_left })}</span>`;
}

/** What everybody has for themselves, in the account menu. @param {{close: () => void}} props */
export function OwnDialog({ close }) {
  const leave = () => { if (keeping.peek()) keeping.value = 'left'; else close(); };
  return html`<${Dialog} title=${t('Second factor')} close=${leave}><${OwnAuthenticator} /><//>`;
}

function OwnAuthenticator() {
  const member = me.value?.id ?? '';
  const own = useRecord(`/members/${member}`);
  const [open, setOpen] = useState('');
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  const close = () => setOpen('');
  if (!own.data) return null;
  if (!own.data.has_authenticator && open !== 'setting-up') return html`<p>${t('Without one, who reads your letters can sign in as you.')}</p><div class="actions"><${Button} kind="primary" act=${() => setOpen('setting-up')}>${t('Set up an app')} …<//></div>`;
  if (open === 'setting-up') return html`<${SetUp} member=${member} done=${close} />`;
  if (codes) return html`<${RecoveryCodes} codes=${codes} done=${() => setCodes(null)} />`;
  return html`<p>${t('Whoever signs in as you by e-mail is asked for a code of your app as well.')} <${CodesLeft} member=${member} /></p>
    <${LostCodes} /><div class="actions"><${Button} act=${() => setOpen('recovery-codes')}>${t('New recovery codes …')}<//><${Button} act=${() => setOpen('remove')}>${t('Remove …')}<//></div>
    ${open === 'recovery-codes' && html`<${ByCode} member=${member} what="recovery-codes" title=${t('New recovery codes')} label=${t('Make new codes')} close=${close} done=${(/** @type {any} */ data) => { close(); setCodes(data.recovery_codes); }} />`}
    ${open === 'remove' && html`<${ByCode} member=${member} what="remove" title=${t('Remove the app')} label=${t('Remove it and sign out everywhere')} kind="danger" close=${close} done=${() => { close(); oweCodes(null); signOut(); }} />`}`;
}
