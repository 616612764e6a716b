// Reads QR codes: by the browser where it can, otherwise by vendored code that is loaded when it is needed.

const WIDEST = 720;

/** @typedef {(source: any, width: number, height: number) => Promise<string | null>} Decode */

/** @returns {Promise<Decode | null>} */
async function ofBrowser() {
  const Detector = /** @type {any} */ (window).BarcodeDetector;
  const formats = await Detector?.getSupportedFormats?.().catch(() => []) ?? [];
  if (!formats.includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => (await detector.detect(source).catch(() => []))[0]?.rawValue ?? null;
}

/** @returns {Promise<Decode>} */
async function ofVendor() {
  const { default: read } = await import('../../vendor/jsqr.js');
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  return async (source, width, height) => {
    const scale = Math.min(1, WIDEST / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return read(data, canvas.width, canvas.height)?.data ?? null;
  };
}

/** @type {Promise<Decode> | null} */
let made = null;

/** What reads a code out of a picture or film. @returns {Promise<Decode>} */
export function decoder() {
  made ??= ofBrowser().then((found) => found ?? ofVendor()).catch((error) => { made = null; throw error; });
  return made;
}
