// The end of the set-up: what comes next.
import { html } from '../../vendor/preact.js';
import { link } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Icon } from '../../ui/icons.js';
import { StepHead } from './step.js';

/** @param {{has: Record<string, boolean>}} props */
export function Done({ has }) {
  const missing = [['rooms', t('Rooms and desks')], ['plan', t('Plan')], ['member', t('First member')]].filter(([step]) => !has[step]);
  const ways = [
    { to: link('today'), icon: 'today', title: t('Open Today'), about: t('All rooms and desks of the day; draw a booking to make one.') },
    { to: link('settings', '', { section: 'staff' }), icon: 'people', title: t('Add your team'), about: t('Managers run their locations, admins everything.') },
    { to: link('settings', '', { section: 'business' }), icon: 'money', title: t('Invoices'), about: t('Your address, tax number and account, before the first invoice goes out.') },
    { to: link('settings', '', { section: 'letters' }), icon: 'letters', title: t('Letters'), about: t('Your name, logo and colour, and which letters are sent.') },
    { to: link('settings', '', { section: 'webhooks' }), icon: 'settings', title: t('Connect other programs'), about: t('Bookkeeping, doors and your website, by webhooks and the API.') },
    { to: link('registrations'), icon: 'registrations', title: t('Bring your members'), about: t('Import them from a table, with what is wrong in each line.') },
  ];
  return html`<${StepHead} title=${missing.length ? t('You can begin') : t('Your house is ready')} about=${t('Here is what comes next.')} />
    ${missing.length > 0 && html`<p class="known">${t('Left out so far:')} ${missing.map(([step, title], index) => html`${index > 0 && ', '}<a key=${step} href=${link('setup', '', { step })}>${title}</a>`)}</p>`}
    <ul class="plain ways">${ways.map(({ to, icon, title, about }) => html`<li key=${to}><a href=${to}><${Icon} name=${icon} /><span><strong>${title}</strong><small>${about}</small></span></a></li>`)}</ul>`;
}
