// Forms: values, problems by field as the API names them, and drafts that survive a reload.
import { html, useRef, useState } from '../vendor/preact.js';
import { reasonOf } from '../app/act.js';
import { isUnsettled, stillUnsettled } from '../app/change.js';
import { keepDraft, readDraft } from '../app/drafts.js';
import { invalidateShown } from '../app/records.js';
import { wordsOf } from '../app/refusal-words.js';
import { Refusal } from '../app/refusal.js';
import { t } from '../app/words.js';
import { Button, Field } from './controls.js';

/**
 * The key under which a form is sent. It stays the same while it is not known whether what was sent has been done, also
 * when the form is changed or closed then; after any other refusal, a changed form is another request.
 * @param {string | undefined} form
 */
function useKey(form) {
  const name = form && `${form} key`;
  const key = useRef('');
  const next = () => { key.current = crypto.randomUUID(); };
  const forget = () => { if (name) keepDraft(name, null); next(); };
  if (!key.current) {
    key.current = (name && readDraft(name)) || crypto.randomUUID();
    if (name && readDraft(name)) stillUnsettled(key.current);
  }
  const refused = (/** @type {any} */ refusal) => {
    if (refusal.isUnknown && name) keepDraft(name, key.current);
    if (refusal.code === 'idempotency_mismatch') forget();
    if (refusal.isUnknown || refusal.code === 'idempotency_mismatch') invalidateShown();
  };
  return { get current() { return key.current; }, edited() { if (!isUnsettled(key.current)) next(); }, settled: forget, refused };
}

/**
 * @template {Record<string, any>} Values
 * @param {{initial: Values, send: (values: Values, key: string) => Promise<any>, draft?: string, name?: string, done?: (answer: any) => void}} options
 * `name` tells the form from others where it has no `draft`
 */
export function useForm({ initial, send, draft, name = draft, done }) {
  const [values, setValues] = useState(() => /** @type {Values} */ ({ ...initial, ...(draft ? readDraft(draft) : {}) }));
  const [refusal, setRefusal] = useState(/** @type {any} */ (null));
  const [isBusy, setBusy] = useState(false);
  const key = useKey(name);
  const set = (/** @type {Partial<Values>} */ changes) => {
    const next = { ...values, ...changes };
    key.edited();
    setValues(next);
    if (draft) keepDraft(draft, next);
  };
  const submit = async (/** @type {any} */ event) => {
    event?.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await send(values, key.current);
      if (draft) keepDraft(draft, null);
      key.settled();
      done?.(answer);
    } catch (problem) {
      setRefusal(problem);
      key.refused(problem);
      setTimeout(() => /** @type {any} */ (document.querySelector('dialog[open] [aria-invalid], main [aria-invalid]'))?.focus());
    } finally {
      setBusy(false);
    }
  };
  const problems = refusal instanceof Refusal ? refusal.problems : [];
  const problemOf = (/** @type {string} */ field) => {
    const found = problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`) || problem.field.startsWith(`${field}[`));
    return found && wordsOf(found);
  };
  return { values, set, submit, isBusy, refusal, problemOf };
}

/** What a form says as a whole: the problem that no field shows. @param {{form: any, fields?: string[]}} props */
export function FormProblem({ form, fields = [] }) {
  if (!form.refusal) return null;
  if (fields.some((field) => form.problemOf(field))) return null;
  return html`<p class="problem" role="alert">${reasonOf(form.refusal)}</p>`;
}

/** An input of a form. @param {{form: any, name: string, label: string, type?: string, hint?: any, options?: {value: string, label: string}[], class?: string, [other: string]: any}} props */
export function Input({ form, name, label, type = 'text', hint, options, class: of, ...others }) {
  const value = form.values[name];
  const change = (/** @type {any} */ event) => form.set({ [name]: type === 'checkbox' ? event.target.checked : event.target.value });
  if (type === 'checkbox') {
    return html`<label class="check"><input type="checkbox" checked=${value} onChange=${change} ...${others} /> <span>${label}${hint && html`<small>${hint}</small>`}</span></label>`;
  }
  return html`<${Field} label=${label} hint=${hint} problem=${form.problemOf(name)} class=${of}>${(/** @type {any} */ attributes) => {
    if (options) return html`<select value=${value} onChange=${change} ...${attributes} ...${others}>${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.value === value}>${option.label}</option>`)}</select>`;
    if (type === 'textarea') return html`<textarea rows="4" dir="auto" value=${value} onInput=${change} ...${attributes} ...${others} />`;
    return html`<input type=${type} dir=${type === 'text' ? 'auto' : undefined} value=${value} onInput=${change} ...${attributes} ...${others} />`;
  }}<//>`;
}

/** Buttons at the end of a form. @param {{form: any, label: string, close?: () => void, kind?: string, children?: any}} props */
export const FormActions = ({ form, label, close, kind = 'primary', children }) => html`<div class="actions">${children}
  ${close && html`<${Button} act=${close}>${t('Back')}<//>`}
  <${Button} kind=${kind} type="submit" disabled=${form.isBlocked} busy=${form.isBusy}>${label}<//></div>`;
