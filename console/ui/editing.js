// A form about a record that others may change meanwhile. Only what was changed is sent, with the version it was changed
// of, so that nothing of others is overwritten; a conflict is told, and what was typed stays.
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { act, tell } from '../app/act.js';
import { keepDraft } from '../app/drafts.js';
import { invalidate, showChanged } from '../app/records.js';
import { get, put } from '../app/request.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';
import { useForm } from './form.js';

/** What differs, by name. @param {any} before @param {any} after */
export function changedOf(before, after) {
  const differs = (/** @type {string} */ name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return Object.fromEntries(Object.keys(after).filter(differs).map((name) => [name, after[name]]));
}

/**
 * The record as it was when the form was opened is kept with the draft, so that words that survived a reload are still
 * about the version that they were typed for.
 * @param {{path: import('../app/api').Path, record: any, values: (record: any) => any, request: (values: any) => any, done: string, types: import('../app/api').ObjectType[], close?: () => void, name?: string}} options
 * `values` is what the fields show of a record, `request` what they stand for; `name` tells the form from others about the record.
 */
export function useEditing({ path, record, values, request, done, types, close, name = 'edit' }) {
  const draft = `${name}.${record.id}`;
  const opened = (/** @type {any} */ one) => ({ ...values(one), base: values(one), version: one.version });
  const refused = useRef(0);
  const form = useForm({
    initial: opened(record), draft,
    send: (now) => save(now).catch(async (problem) => {
      // What went on with the record meanwhile may be nothing of what the form shows, such as how far something is.
      const present = problem.status === 412 && await get(path).then(({ data }) => data, () => null);
      if (present && isAs(now.base, present)) return save({ ...now, version: present.version });
      refused.current = now.version;
      throw problem;
    }),
    done: ({ data }) => {
      const back = changedOf(request(values(data)), request(form.values.base));
      // Whoever opens the form again at once changes what is there by now.
      showChanged(record.id, (one) => ({ ...one, ...data }));
      invalidate(types);
      tell(done, { undo: () => act({ send: () => put(path, back, { version: `"${data.version}"` }), types, done: t('Undone') }) });
      if (close) close();
      else rebase(data);
    },
  });
  const save = (/** @type {any} */ now) => put(path, changedOf(request(now.base), request(now)), { version: `"${now.version}"` });
  const isAs = (/** @type {any} */ before, /** @type {any} */ present) => !Object.keys(changedOf(before, values(present))).length;
  const rebase = (/** @type {any} */ one) => { form.set(opened(one)); keepDraft(draft, null); };
  const { base, version, ...typed } = form.values;
  const isDirty = Object.keys(changedOf(base, typed)).length > 0;
  // What a request whose answer was lost has saved is no change of somebody else.
  const isMine = !Object.keys(changedOf(request(values(record)), request(form.values))).length;
  const isOld = record.version > version && !isMine && !isAs(base, record);
  // Where nothing was typed, what others changed just appears.
  useEffect(() => { if (isOld && !isDirty) rebase(record); }, [record.version]);
  const isRefused = (form.refusal?.status === 412 || form.refusal?.code === 'version_conflict') && refused.current === version;
  // What is being read would be sent as it was before.
  const [isBlocked, setBlocked] = useState(false);
  const again = async () => {
    setBlocked(true);
    try {
      const { data } = await get(path);
      form.set({ ...opened(data), ...changedOf(base, typed) });
    } finally { setBlocked(false); }
  };
  return { form: { ...form, isBlocked }, isDirty, isConflict: isDirty && (isOld || isRefused), again };
}

/** That somebody else was faster, and how to go on. @param {{editing: ReturnType<typeof useEditing>}} props */
export const Conflict = ({ editing: { isConflict, again } }) => (isConflict ? html`<div class="problem-box" role="alert"><p>${t('Somebody else changed this meanwhile. Nothing of yours is saved yet.')}</p>
  <${Button} act=${again}>${t('Take theirs, and keep what I typed')}<//></div>` : null);
