// The dialogs of the timeline, which are no part of the first screen: they are loaded once the page has all that it shows
// and is quiet, or when one is opened.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { Refusal } from '../../app/refusal.js';
import { later, t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Problem } from '../../ui/states.js';

/** @typedef {{BookingPanel: any, MakeDialog: any, MoveDialog: any, OtherPanel: any}} Dialogs */

const QUIET_MS = 1_500;
/** @type {Dialogs | null} */
let loaded = null;

/** @returns {Promise<Dialogs>} */
async function load() {
  const [{ BookingPanel }, { MakeDialog }, { MoveDialog }, { OtherPanel }] = await later(() => Promise.all([import('./booking.js'), import('./make.js'), import('./move.js'), import('./other.js')]));
  return (loaded = { BookingPanel, MakeDialog, MoveDialog, OtherPanel });
}

/** That they could not be loaded: a browser asks for a program again only with the page. @param {{close: () => void}} props */
const Missing = ({ close }) => html`<${Dialog} title=${t('Today')} close=${close}><${Problem} refusal=${new Refusal(0)} again=${() => location.reload()} /><//>`;
const MISSING = /** @type {Dialogs} */ ({ BookingPanel: Missing, MakeDialog: Missing, MoveDialog: Missing, OtherPanel: Missing });

/** The dialogs; null until they are there. @param {boolean} isOpened whether one is asked for @param {boolean} isQuiet whether the page has all that it shows */
export function useDialogs(isOpened, isQuiet) {
  const [dialogs, setDialogs] = useState(loaded);
  useEffect(() => {
    if (dialogs || !(isOpened || isQuiet)) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => load().catch(() => (isOpened ? MISSING : null)).then((all) => isCurrent && setDialogs(all)), isOpened ? 0 : QUIET_MS);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [dialogs, isOpened, isQuiet]);
  return dialogs;
}
