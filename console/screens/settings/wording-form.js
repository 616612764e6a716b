// Wording a letter in one's own way: with a look at it before it is kept, and the way back.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['letter_template']);
const FIELDS = ['subject', 'body'];
const valuesOf = (/** @type {any} */ { subject, body }) => ({ subject, body });

/** @param {{form: any, about: {letter: string, language: string}, problem?: any, close: () => void, children?: any}} props what is beside the buttons */
function Wording({ form, about, problem, close, children }) {
  const [looked, setLooked] = useState(/** @type {any} */ (null));
  const look = async () => {
    const answer = await act({ send: () => post('/letter-templates/preview', { ...about, ...valuesOf(form.values) }), types: [] });
    setLooked(answer?.data ?? null);
  };
  return html`<form onSubmit=${form.submit}><${Input} form=${form} name="subject" label=${t('Subject')} required dir="auto" /><${Input} form=${form} name="body" type="textarea" label=${t('Text')} required rows="10" dir="auto" />
    ${problem ?? html`<${FormProblem} form=${form} fields=${FIELDS} />`}
    ${looked && html`<h3 class="group-title">${t('Preview')}</h3><div class="wording" dir="auto" role="status"><strong>${looked.subject}</strong>${'\n\n'}${looked.text}</div>`}
    <${FormActions} form=${form} label=${t('Keep it')} close=${close}>${children}<span class="spring" /><${Button} act=${look}>${t('Preview')}<//><//></form>`;
}

/** Words in the place of those that are shipped. @param {{wording: any, language: string, close: () => void}} props */
export function NewWording({ wording, language, close }) {
  const about = { letter: wording.letter, language };
  const form = useForm({
    initial: valuesOf(wording), draft: `wording.${wording.letter}.${language}`, send: (values, key) => post('/letter-templates', { ...about, ...values }, { key }),
    done: () => { invalidate(TYPES); tell(t('Saved.')); close(); },
  });
  return html`<${Wording} form=${form} about=${about} close=${close} />`;
}

/** Other words of the business's own, or none. @param {{own: any, close: () => void}} props */
export function EditWording({ own, close }) {
  const path = /** @type {import('../../app/api').Path} */ (`/letter-templates/${own.id}`);
  const editing = useEditing({ path, record: own, values: valuesOf, request: valuesOf, done: t('Saved.'), types: TYPES, name: 'wording', close });
  const back = async () => { if (await act({ send: () => remove(path), types: TYPES, done: t('The letter has the wording again that is shipped.') })) close(); };
  return html`<${Wording} form=${editing.form} about=${{ letter: own.letter, language: own.language }} problem=${editing.isConflict ? html`<${Conflict} editing=${editing} />` : undefined} close=${close}>
    <${Button} act=${back}>${t('Back to the wording that is shipped')}<//><//>`;
}
