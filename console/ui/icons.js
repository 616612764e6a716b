// Drawings of 24 by 24, in the colour of the text.
import { html } from '../vendor/preact.js';

const PATHS = /** @type {Record<string, string>} */ ({
  today: 'M4 6h16M4 12h10M4 18h13M17 10v4',
  desk: 'M4 20v-8h16v8M8 12V8a4 4 0 0 1 8 0v4M2 20h20',
  people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 4a4 4 0 0 1 0 7M18 15c2.500.6 4 2.500 4 6',
  money: 'M3 6h18v12H3zM3 10h18M7 15h4',
  tickets: 'M4 5h16v10H9l-5 4z',
  orders: 'M6 7h12l1.500 13h-15zM9 7a3 3 0 0 1 6 0',
  contracts: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M14 3v5h5',
  leads: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h.01',
  registrations: 'M12 5v14M5 12h14',
  events: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 14h2M14 14h2',
  figures: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  settings: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  add: 'M12 5v14M5 12h14',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM14 19h2M19 14h1',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  letters: 'M3 6h18v12H3zM3 7l9 6 9-6',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
});

/** @param {{name: string, size?: number}} props */
export const Icon = ({ name, size = 20 }) => html`
  <svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${PATHS[name] ?? PATHS.more} /></svg>`;
