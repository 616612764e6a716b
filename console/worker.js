// Keeps the pages of the console for when there is no network: what is versioned for good, the rest as it was last.
const KEPT = 'colonnade-pages';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Calls of the API pass by without asking this program, where the browser knows how.
  event.waitUntil(Promise.resolve(event.addRoutes?.({ condition: { urlPattern: '/v1/*' }, source: 'network' })));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** What the page is made of; never an answer of the API, which is somebody's data. */
const isPage = ({ pathname }) => pathname === '/' || (pathname.startsWith('/console/') && pathname !== '/console/enter');

/** A file of a version, which never changes. What is called `now` is that of a folder, which may. */
const isFixed = ({ pathname }) => /^\/console\/[0-9a-f]{16}\//.test(pathname);

/** Forgets files of versions other than the one that the page names. */
async function forgetFormer(pages, page) {
  const version = /\/console\/\w+\//.exec(await page.text())?.[0];
  const isFormer = ({ pathname }) => /^\/console\/\w+\//.test(pathname) && !pathname.startsWith(version);
  for (const kept of await pages.keys()) if (version && isFormer(new URL(kept.url))) await pages.delete(kept);
}

async function keep(request, answer) {
  const isStart = new URL(request.url).pathname === '/';
  const page = isStart && answer.clone();
  const pages = await caches.open(KEPT);
  await pages.put(request, answer);
  if (isStart) await forgetFormer(pages, page);
}

/** The page does not wait until its answer is kept. */
async function fetched(event) {
  const { request } = event;
  const kept = isFixed(new URL(request.url)) && await caches.open(KEPT).then((pages) => pages.match(request));
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    const last = await caches.open(KEPT).then((pages) => pages.match(request, { ignoreSearch: true }));
    return last ?? Promise.reject(error);
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'GET' && url.origin === self.location.origin && isPage(url)) event.respondWith(fetched(event));
});
