// What visitors accept before they come in, where the location asks for it.
import { html, signal } from '../../vendor/preact.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { place } from '../../app/place.js';
import { t } from '../../app/words.js';

/** @typedef {{body: {agreement_accepted?: boolean}}} Agreement */

const asked = signal(/** @type {{who: string, text: string, answer: (isAccepted: boolean) => void} | null} */ (null));

/** What to send for a visitor; null where they did not accept. @param {string} who @returns {Promise<Agreement | null>} */
export async function agreed(who) {
  const text = place.value.visitor_settings?.agreement;
  if (!text) return { body: {} };
  const isAccepted = await new Promise((resolve) => { asked.value = { who, text, answer: resolve }; });
  asked.value = null;
  return isAccepted ? { body: { agreement_accepted: true } } : null;
}

export function AgreementDialog() {
  const question = asked.value;
  if (!question) return null;
  return html`<${Dialog} title=${t('Agreement of the house')} close=${() => question.answer(false)} class="agreement">
    ${question.who && html`<p>${t('{name} accepts this before coming in:', { name: question.who })}</p>`}<blockquote dir="auto">${question.text}</blockquote>
    <div class="actions"><${Button} act=${() => question.answer(false)}>${t('Not accepted')}<//><${Button} kind="primary" autofocus act=${() => question.answer(true)}>${t('Accepted: check in')}<//></div><//>`;
}
