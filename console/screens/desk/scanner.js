// The camera as a reader of codes, one after the other; what became of each stands under the picture.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Button, Field } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Icon } from '../../ui/icons.js';
import { admitCode } from './codes.js';
import { decoder } from './decode.js';
import { codeIn } from './match.js';
import { forgetOutcome, OutcomePanel, say } from './outcome.js';

const EVERY_MS = 150;
/** For how long the same code in front of the camera is not taken again. */
const SAME_MS = 6_000;

/** Why there is no picture, and what to do. @param {any} error */
function sentenceOf(error) {
  if (!navigator.mediaDevices) return t('The browser gives the camera only to pages with a secure address (https). Type the code instead.');
  const sentences = /** @type {Record<string, string>} */ ({
    NotAllowedError: t('The camera is not allowed for this page. Allow it beside the address of the page, or type the code.'),
    NotFoundError: t('This device has no camera. Type the code, or use a hand scanner.'),
    NotReadableError: t('Another program uses the camera. Close it and try again, or type the code.'),
  });
  return sentences[error?.name] ?? t('The camera cannot be used. Type the code instead.');
}

/** A running camera. @param {string} facing */
function useCamera(facing) {
  const [camera, setCamera] = useState(/** @type {{stream?: MediaStream, error?: any, count?: number}} */ ({}));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let stream = /** @type {MediaStream | null} */ (null);
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: facing, width: { ideal: 1280 } } });
      if (isOver) return stream.getTracks().forEach((track) => track.stop());
      const devices = await navigator.mediaDevices.enumerateDevices();
      return setCamera({ stream, count: devices.filter(({ kind }) => kind === 'videoinput').length });
    };
    setCamera({});
    begin().catch((error) => { if (!isOver) setCamera({ error: error ?? new Error() }); });
    return () => { isOver = true; stream?.getTracks().forEach((track) => track.stop()); };
  }, [facing, attempt]);
  return { ...camera, again: () => setAttempt(attempt + 1) };
}

/** Looks at the film until it is over. @param {any} video @param {MediaStream | undefined} stream @param {(text: string) => void} read */
function useCodes(video, stream, read) {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!stream) return undefined;
    let timer = 0;
    let isOver = false;
    video.current.srcObject = stream;
    video.current.play().catch(() => {});
    const look = async () => {
      const { videoWidth: width = 0, videoHeight: height = 0 } = video.current ?? {};
      const text = width && await decoder().then((decode) => decode(video.current, width, height)).catch(() => null);
      if (isOver) return;
      if (text) latest.current(text);
      timer = window.setTimeout(look, EVERY_MS);
    };
    look();
    return () => { isOver = true; clearTimeout(timer); };
  }, [stream]);
}

/** @param {{take: (text: string) => Promise<any>}} props */
function TypedCode({ take }) {
  const [words, setWords] = useState('');
  const send = async (/** @type {any} */ event) => { event.preventDefault(); if (!words.trim()) return; setWords(''); await take(words); };
  const type = (/** @type {any} */ event) => setWords(event.target.value);
  return html`<form class="typed-code" onSubmit=${send}><${Field} label=${t('Code of a visitor or ticket')}>${(/** @type {any} */ attributes) =>
      html`<input ...${attributes} autofocus=${matchMedia('(pointer: fine)').matches} autocomplete="off" autocapitalize="characters" spellcheck="false" value=${words} onInput=${type} />`}<//>
    <${Button} type="submit" kind="primary">${t('Check in')}<//></form>`;
}

/** @param {{day: import('./data.js').Day, close: () => void}} props */
export function Scanner({ day, close }) {
  const video = useRef(/** @type {any} */ (null));
  const [facing, setFacing] = useState('environment');
  const camera = useCamera(facing);
  const last = useRef({ text: '', at: 0 });
  const isBusy = useRef(false);
  useEffect(forgetOutcome, []);
  const take = async (/** @type {string} */ text) => {
    const code = codeIn(text);
    if (!code) return say('bad', t('Unknown code'), t('This is no code of a visitor or ticket.'));
    isBusy.current = true;
    try { return await admitCode(code, day); } finally { isBusy.current = false; last.current.at = Date.now(); }
  };
  useCodes(video, camera.stream, (text) => {
    const isSame = text === last.current.text && Date.now() - last.current.at < SAME_MS;
    if (isBusy.current) return;
    if (isSame) { last.current.at = Date.now(); return; }
    last.current = { text, at: Date.now() };
    take(text);
  });
  return html`<${Dialog} title=${t('Scan a code')} close=${close} class="scanner">
    ${camera.error ? html`<div class="no-camera"><${Icon} name="qr" size=${40} /><p>${sentenceOf(camera.error)}</p>${navigator.mediaDevices && html`<${Button} act=${camera.again}>${t('Try again')}<//>`}</div>`
    : html`<div class="camera"><video ref=${video} muted playsinline aria-label=${t('Picture of the camera')} /><div class="aim" aria-hidden="true" />
      <p class="hint">${camera.stream ? t('Hold the code into the frame.') : t('Starting the camera …')}</p>
      ${(camera.count ?? 0) > 1 && html`<${Button} class="turn" act=${() => setFacing(facing === 'environment' ? 'user' : 'environment')}>${t('Other camera')}<//>`}</div>`}
    <${OutcomePanel} /><${TypedCode} take=${take} /><//>`;
}
