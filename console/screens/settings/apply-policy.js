// One policy for several resources, one after the other, with what became of each.
import { html, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { invalidate } from '../../app/records.js';
import { put } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Badge, Button, Choice } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Problem } from '../../ui/states.js';
import { POLICY, PolicyFields, WHOLE_POLICY, policyTitles } from './policy-fields.js';
import { requestOf, valuesOf } from './spec.js';
import { useForm } from '../../ui/form.js';

/** @param {{resources: any[], close: () => void}} props */
export function ApplyPolicy({ resources, close }) {
  const [results, setResults] = useState(/** @type {Record<string, {problem?: any}>} */ ({}));
  const [isRunning, setRunning] = useState(false);
  // What was typed is about the values of the first one.
  const draft = `settings.apply-policy.${resources[0].id}`;
  const form = useForm({
    initial: /** @type {any} */ ({ ...valuesOf(resources[0], WHOLE_POLICY), group: 'cancellation' }), draft,
    send: async (values) => apply(values, resources.filter(({ id }) => !results[id] || results[id].problem)),
    // Where one of them was refused, what was typed is still needed.
    done: (known) => { if (Object.values(known).some((/** @type {any} */ { problem }) => problem)) keepDraft(draft, form.values); },
  });
  const { group } = form.values;
  const apply = async (/** @type {any} */ values, /** @type {any[]} */ todo) => {
    setRunning(true);
    const request = requestOf(values, Object.keys(POLICY[values.group]), POLICY[values.group]);
    const known = /** @type {Record<string, {problem?: any}>} */ ({ ...results });
    for (const { id } of todo) {
      known[id] = await put(`/resources/${id}`, request).then(() => ({}), (problem) => ({ problem }));
      setResults({ ...known });
    }
    invalidate(['resource']);
    setRunning(false);
    return known;
  };
  const done = Object.values(results).filter(({ problem }) => !problem).length;
  const isOver = done === resources.length;
  const state = (/** @type {string} */ id) => (results[id]?.problem ? html`<span class="problem">${reasonOf(results[id].problem)}</span>` : results[id] ? html`<${Badge} tone="good">${t('Changed')}<//>` : html`<span class="quiet">${isRunning ? t('Waits') : t('Not yet')}</span>`);
  const titles = policyTitles();
  return html`<${Dialog} title=${plural(resources.length, 'One policy for {count} resource', 'One policy for {count} resources')} close=${close} class="wide"><form onSubmit=${form.submit}>
    <p><${Choice} label=${t('Part of the policy')} value=${group} options=${Object.keys(POLICY).map((value) => ({ value, label: titles[value] }))} choose=${(/** @type {string} */ next) => { form.set({ group: next }); setResults({}); }} /></p>
    <p class="quiet">${t('These are the values of {name}. The others get them too; bookings that are made keep what they were made under.', { name: resources[0].name })}</p>
    <fieldset class="boxes" disabled=${isRunning}><${PolicyFields} form=${form} group=${group} /></fieldset>
    ${form.refusal && html`<${Problem} refusal=${form.refusal} />`}
    <ul class="plain progress-list" aria-live="polite">${resources.map(({ id, name }) => html`<li key=${id}><span dir="auto">${name}</span>${state(id)}</li>`)}</ul>
    <div class="actions"><${Button} act=${close}>${isOver ? t('Close') : t('Back')}<//>${!isOver && html`<${Button} kind="primary" type="submit" busy=${isRunning}>${done ? t('Try the others again') : t('Apply')}<//>`}</div></form><//>`;
}
