// First run: location, rooms, plan, first member. What is done is what the API has, so that it can be left and gone on
// with at any time, on any machine.
import { html, useEffect } from '../../vendor/preact.js';
import { isAdmin, locations, place } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { link, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Icon } from '../../ui/icons.js';
import { Empty, Read, Unread } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Done } from './done.js';
import { LocationStep } from './location-step.js';
import { MemberStep } from './member-step.js';
import { PlanStep } from './plan-step.js';
import { RoomsStep } from './rooms-step.js';
import { STEPS, nextOf, openStep } from './steps.js';

await Promise.all([style(import.meta.url, '../settings/settings.css'), style(import.meta.url, 'setup.css')]);

const titleOf = (/** @type {string} */ step) => /** @type {Record<string, string>} */ ({ location: t('Location'), rooms: t('Rooms'), plan: t('Plan'), member: t('First member'), done: t('Ready') })[step];

/** Where the reader stands; every step can be gone to. @param {{now: string, has: Record<string, boolean>}} props */
const Line = ({ now, has }) => html`<ol class="setup-line" aria-label=${t('Steps')}>${STEPS.map((step, index) => html`<li key=${step} class=${has[step] ? 'has' : ''}><a href=${link('setup', '', { step })} aria-current=${step === now ? 'step' : undefined}>
  <span class="mark">${has[step] ? html`<${Icon} name="check" size=${16} />` : index + 1}</span><span>${titleOf(step)}</span>${has[step] && html`<span class="hidden">${t('done')}</span>`}</a></li>`)}</ol>`;

/** What there is already at the location. */
function useProgress() {
  const location = place.value;
  const rooms = useAll(location ? '/resources' : null, { location_id: location?.id });
  const plans = useAll(location ? '/memberships' : null, { location_id: location?.id });
  const members = useRecord(location ? '/members' : null, { location_id: location?.id, role: 'member', limit: 1 });
  const isRead = !location || [rooms, plans, members].every(({ data, error }) => data !== undefined || error);
  const has = { location: locations.value.length > 0, rooms: Boolean(rooms.data?.length), plan: Boolean(plans.data?.length), member: Boolean(members.data?.length), done: false };
  return { isRead, has, rooms, plans, lists: [rooms, plans, members] };
}

export function Screen() {
  const { isRead, has, rooms, plans, lists } = useProgress();
  const step = STEPS.find((one) => one === route.value.query.step) ?? openStep(has);
  useEffect(() => { document.querySelector('.setup-step h2')?.scrollIntoView?.({ block: 'nearest' }); }, [step]);
  if (!isAdmin.value) return html`<h1>${t('Set up')}</h1><${Empty} title=${t('The set-up is for admins and owners.')} icon="settings" />`;
  const next = () => { location.hash = link('setup', '', { step: nextOf(step) }); };
  const content = () => {
    if (step === 'location') return html`<${LocationStep} next=${next} />`;
    if (!place.value) return html`<${Empty} title=${t('It begins with a location.')} icon="desk"><a class="button primary" href=${link('setup', '', { step: 'location' })}>${t('To the location')}</a><//>`;
    if (step === 'rooms') return html`<${RoomsStep} known=${rooms.data ?? []} next=${next} />`;
    if (step === 'plan') return html`<${PlanStep} known=${plans.data ?? []} next=${next} />`;
    if (step === 'member') return html`<${MemberStep} plans=${plans.data ?? []} next=${next} />`;
    return html`<${Done} has=${has} />`;
  };
  return html`<div class="setup"><header><h1>${has.location ? t('Set up {location}', { location: place.value?.name ?? '' }) : t('Welcome to Colonnade')}</h1>${!has.location && html`<p class="quiet">${t('Four short steps, each of which can be skipped. Everything can be changed later.')}</p>`}</header>
    <${Line} now=${step} has=${has} /><section class="card setup-step" key=${step} aria-label=${titleOf(step)}><${Read} of=${{ data: isRead || undefined, error: null }} lines=${4}>${content}<//><${Unread} of=${lists} /></section></div>`;
}
