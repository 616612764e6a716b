// A form on a page about a record. What others change appears in it, until something is typed: then it is told. A change
// is never overwritten, and what was typed survives a reload.
import { html, signal, useEffect, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { invalidate } from '../../app/records.js';
import { get, put } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { changedPaths, changesOf, valuesOf } from './spec.js';

/** Whether the page has words that are not saved: leaving it asks then. The value throws them away. */
export const unsaved = signal(/** @type {(() => void) | null} */ (null));

/**
 * @param {{path: any, record: any, spec: import('./spec.js').Spec, types: import('../../app/api').ObjectType[], name: string, done?: string, after?: (record: any) => void, extra?: (values: any) => any}} options
 * `name` tells this form from others about the same record; `extra` is sent along.
 */
export function useEditing({ path, record, spec, types, name, done = t('Saved.'), after, extra }) {
  const opened = (/** @type {any} */ one) => ({ ...valuesOf(one, spec), base: valuesOf(one, spec), version: one.version });
  const draft = `settings.${name}.${record.id}`;
  const form = useForm({
    initial: /** @type {any} */ (opened(record)), draft,
    send: (now) => put(path, { ...changesOf(now.base, now, spec), ...extra?.(now) }, { version: `"${now.version}"` }),
    done: ({ data }) => {
      const back = changesOf(valuesOf(data, spec), form.values.base, spec);
      const undo = () => act({ send: () => put(path, back, { version: `"${data.version}"` }), types, done: t('Undone') });
      rebase(data);
      invalidate(types);
      tell(done, { undo });
      after?.(data);
    },
  });
  const rebase = (/** @type {any} */ one) => { form.set(opened(one)); keepDraft(draft, null); };
  const isDirty = changedPaths(form.values.base, form.values, spec).length > 0;
  const isOld = record.version > form.values.version;
  // What a request whose answer was lost has saved is what stands here.
  const isSame = !changedPaths(valuesOf(record, spec), form.values, spec).length;
  useEffect(() => { if (isOld && (!isDirty || isSame)) rebase(record); }, [record.version]);
  const isConflict = form.refusal?.status === 412 || form.refusal?.code === 'version_conflict';
  const [isTaking, setTaking] = useState(false);
  const again = async () => {
    setTaking(true);
    try {
      const { data } = await get(path);
      const mine = changedPaths(form.values.base, form.values, spec).map((field) => [field, form.values[field]]);
      form.set({ ...opened(data), ...Object.fromEntries(mine) });
    } finally { setTaking(false); }
  };
  return { form, isDirty, isConflict: isDirty && (isOld || isConflict), again, isTaking, discard: () => rebase(record) };
}

/** What stands under a form: that something is not saved, what was wrong, and that somebody else was faster.
 * @param {{editing: ReturnType<typeof useEditing>, fields?: string[]}} props */
export function SaveBar({ editing, fields = [] }) {
  const { form, isDirty, isConflict, again, isTaking, discard } = editing;
  useEffect(() => {
    unsaved.value = isDirty ? discard : null;
    return () => { unsaved.value = null; };
  }, [isDirty, discard]);
  return html`${isConflict ? html`<div class="problem-box conflict" role="alert"><p>${t('Somebody else changed this meanwhile. Nothing of yours is saved yet.')}</p>
      <${Button} act=${again}>${t('Take theirs, and keep what I typed')}<//></div>` : html`<${FormProblem} form=${form} fields=${fields} />`}
    ${isDirty && html`<div class="save-bar" role="group" aria-label=${t('Changes that are not saved')}><span>${t('Not saved yet.')}</span>
      <${Button} act=${discard}>${t('Discard')}<//><${Button} kind="primary" type="submit" disabled=${isTaking} busy=${form.isBusy}>${t('Save')}<//></div>`}`;
}

/** A part of a form. @param {{title: string, note?: any, children?: any}} props */
export const Part = ({ title, note, children }) => html`<section class="part card"><header><h2>${title}</h2>${note && html`<p class="quiet">${note}</p>`}</header><div>${children}</div></section>`;

/** The page of one record of a section: the way back, its name, and its form. @param {{back: string, section: string, title: string, state?: any, children?: any}} props */
export const RecordHead = ({ back, section, title, state, children }) => html`<div class="record-head"><a href=${back} class="way-back">${section}</a>
  <div class="head-line"><h2 class="record-title" dir="auto">${title}</h2>${state}<span class="spring" />${children}</div></div>`;
