// Recovery codes, which are shown once: nothing goes on before somebody says that they have them.
import { html, signal, useEffect, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { codesOwed, oweCodes } from '../../app/codes-owed.js';
import { me, merchant } from '../../app/place.js';
import { keepFile } from '../../app/request.js';
import { currentTime, readerZone, showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { style } from '../../ui/style.js';

await style(import.meta.url, 'recovery-codes.css');

/** Whether codes stand there that nobody has kept yet, and whether somebody tried to leave them. */
export const keeping = signal(/** @type {'' | 'shown' | 'left'} */ (''));

/** Sends what is answered with codes. Until they are kept they are owed, also where the answer is lost. @param {string} member @param {() => Promise<any>} send */
export async function withCodes(member, send) {
  const before = codesOwed.peek();
  oweCodes(member);
  try { return await send(); } catch (refusal) {
    if (!(/** @type {any} */ (refusal).isUnknown)) oweCodes(before);
    throw refusal;
  }
}

/** What is to be done where they are gone. */
export const LostCodes = () => html`<p class="quiet">${t('Lost codes are not shown again: make new ones with a code of the app, and the old ones work no longer. Who has neither the app nor a code asks an admin or an owner to remove the app, under Settings, Staff and roles.')}</p>`;

/** What a file or a sheet of them says. @param {string[]} codes */
const textOf = (codes) => [t('Recovery codes'), [merchant.value?.name, me.value?.email].filter(Boolean).join(' · '), showInstant(currentTime(), readerZone()), '', ...codes, '', t('Each works once instead of a code of the app.'), ''].join('\n');

/** The ways to keep them. @param {{codes: string[], kept: () => void}} props */
function Ways({ codes, kept }) {
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => { tell(t('Copied.')); kept(); }, () => tell(t('The browser did not copy them.'), { isProblem: true }));
  const save = () => { keepFile('recovery-codes.txt', new Blob([textOf(codes)], { type: 'text/plain' })); kept(); };
  const print = () => { window.print(); kept(); };
  return html`<div class="actions wrapped no-print"><${Button} act=${copy}>${t('Copy')}<//><${Button} icon="download" act=${save}>${t('Keep as a file')}<//><${Button} act=${print}>${t('Print')}<//></div>`;
}

/** Where the answer was lost, the service does not say them again. @param {{done: () => void}} props */
const NotShown = ({ done }) => html`<p role="alert">${t('It is done, but the answer with the recovery codes was lost.')}</p><${LostCodes} /><div class="actions"><${Button} kind="primary" act=${done}>${t('Go on')}<//></div>`;

/** @param {{codes: string[], done: () => void}} props the service answers a repeat with empty ones */
export function RecoveryCodes({ codes, done }) {
  const [isKept, setKept] = useState(false);
  const isShown = codes.every(Boolean);
  useEffect(() => {
    if (!isShown) return undefined;
    const ask = (/** @type {any} */ event) => event.preventDefault();
    keeping.value = 'shown';
    addEventListener('beforeunload', ask);
    return () => { keeping.value = ''; removeEventListener('beforeunload', ask); };
  }, [isShown]);
  if (!isShown) return html`<${NotShown} done=${done} />`;
  const finish = () => { if (isKept) { oweCodes(null); done(); } else keeping.value = 'left'; };
  return html`<section class="recovery-codes"><p role="status">${t('Keep these codes where you find them without your phone. Each works once instead of a code of the app; they are shown only now.')}</p>
    <p class="print-only">${[merchant.value?.name, me.value?.email].filter(Boolean).join(' · ')}</p><pre role="group" aria-label=${t('Recovery codes')}>${codes.join('\n')}</pre><${Ways} codes=${codes} kept=${() => setKept(true)} />
    <label class="check no-print"><input type="checkbox" checked=${isKept} onChange=${(/** @type {any} */ event) => setKept(event.target.checked)} /> <span>${t('I have them: copied, in a file, on paper or written down.')}</span></label>
    <div class="no-print">${keeping.value === 'left' && !isKept && html`<p class="problem" role="alert">${t('Say first that you have them: they are not shown again.')}</p>`}<${LostCodes} />
    <div class="actions"><${Button} kind="primary" act=${finish}>${t('Go on')}<//></div></div></section>`;
}
