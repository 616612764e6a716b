// Closing the books through a day, and opening days again for a reason.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { addDays, showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { lastClosable, nextClosing } from './bookkeeping-days.js';

const long = (/** @type {string} */ day) => showDay(day, { dateStyle: 'long' });

/** @param {{books: any, close: () => void}} props */
export function CloseBooks({ books, close }) {
  const form = useForm({
    initial: { through: nextClosing(books.closed_through) }, name: 'books.close', send: (values, key) => post('/ledger/books/close', values, { key }),
    done: ({ data }) => { invalidate(['books']); tell(t('The books are closed through {day}.', { day: long(data.closed_through) })); close(); },
  });
  return html`<${Dialog} title=${t('Close days')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="through" type="date" label=${t('Last day that is closed')} hint=${t('Up to {day}: a day has to be over everywhere for half a day.', { day: long(lastClosable()) })} min=${books.closed_through ? addDays(books.closed_through, 1) : undefined} max=${lastClosable()} required />
    <p>${t('A payment that is dated into these days is refused. Voids, credit notes and corrections are booked when they are done. Only an owner opens days again, for a reason.')}</p>
    <${FormProblem} form=${form} fields=${['through']} /><${FormActions} form=${form} label=${t('Close days')} close=${close} /></form><//>`;
}

/** @param {{books: any, close: () => void}} props */
export function ReopenBooks({ books, close }) {
  const { closed_through: closed } = books;
  const form = useForm({
    initial: { through: '', reason: '' }, draft: 'books.reopen',
    send: ({ through, reason }, key) => post('/ledger/books/reopen', { reason, ...(through && { through }) }, { key, version: `"${books.version}"` }),
    done: () => { invalidate(['books']); tell(t('The days are open again.')); close(); },
  });
  return html`<${Dialog} title=${t('Open days again')} close=${close}><form onSubmit=${form.submit}>
    <p>${closed ? t('Closed through {day}', { day: long(closed) }) : t('All days are open.')}</p>
    <${Input} form=${form} name="through" type="date" label=${t('Last day that stays closed')} hint=${t('Empty to open all days')} max=${closed ? addDays(closed, -1) : undefined} />
    <${Input} form=${form} name="reason" type="textarea" label=${t('Why, for whoever asks later')} required maxlength="5000" />
    <${FormProblem} form=${form} fields=${['through', 'reason']} /><${FormActions} form=${form} label=${t('Open the days')} kind="danger" close=${close} /></form><//>`;
}
