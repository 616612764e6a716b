// The wording of each letter: what is shipped, and what the business has put in its place.
import { html, useState } from '../../vendor/preact.js';
import { useAll, useRecord } from '../../app/records.js';
import { LANGUAGES, languageCode, t } from '../../app/words.js';
import { Badge, Button, Facts } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { letterName } from './letter-words.js';
import { EditWording, NewWording } from './wording-form.js';

/** @param {{wording: any, own: any, language: string, close: () => void}} props */
function WordingPage({ wording, own, language, close: leave }) {
  const [isEditing, setEditing] = useState(false);
  const close = () => setEditing(false);
  return html`<${Dialog} title=${letterName(wording.letter)} close=${leave} class="wide"><p>${wording.about}</p>
    <${Facts} pairs=${[[t('Language'), LANGUAGES[/** @type {'en'} */ (language)]], [t('Wording'), own ? t('Your own') : t('As it is shipped')], [t('Placeholders'), wording.placeholders.join(', ')]]} />
    ${isEditing ? (own ? html`<${EditWording} own=${own} close=${close} />` : html`<${NewWording} wording=${wording} language=${language} close=${close} />`) : html`
    <h3 class="group-title">${t('Subject')}</h3><div class="wording" dir="auto">${(own ?? wording).subject}</div><h3 class="group-title">${t('Text')}</h3><div class="wording" dir="auto">${(own ?? wording).body}</div>
    <div class="actions"><${Button} act=${() => setEditing(true)}>${t('Word it in another way')}<//></div>`}<//>`;
}

export function Wordings() {
  const [language, setLanguage] = useState(languageCode());
  const [shown, setShown] = useState('');
  const wordings = useRecord('/letter-wordings', { language });
  const templates = useAll('/letter-templates', { language });
  const ownOf = (/** @type {string} */ letter) => templates.data?.find((/** @type {any} */ one) => one.letter === letter && one.language === language);
  const chosen = wordings.data?.letters.find((/** @type {any} */ one) => one.letter === shown);
  return html`<div class="section-filters"><select aria-label=${t('Language of letters')} value=${language} onChange=${(/** @type {any} */ event) => setLanguage(event.target.value)}>${Object.entries(LANGUAGES).map(([value, label]) => html`<option key=${value} value=${value} selected=${value === language}>${label}</option>`)}</select></div>
    <${Read} of=${wordings} lines=${8}>${(/** @type {any} */ { letters }) => html`<ul class="plain items-list">${letters.map((/** @type {any} */ one) => html`<li key=${one.letter}><span class="name"><button type="button" class="as-link" onClick=${() => setShown(one.letter)}>${letterName(one.letter)}</button></span><span class="detail quiet" title=${one.about}>${one.about}</span><span class="side">${ownOf(one.letter) && html`<${Badge} tone="info">${t('Your own')}<//>`}</span></li>`)}</ul>`}<//>
    ${chosen && html`<${WordingPage} wording=${chosen} own=${ownOf(shown)} language=${language} close=${() => setShown('')} />`}`;
}
