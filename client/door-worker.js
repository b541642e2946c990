// The door's page without a network (R189): keeps the page and its files, and nothing of any event. `kept` is filled in by the build (vite.config.ts).
/**
 * What a worker has that a page lacks: this project has the types of pages alone.
 * @typedef {object} DoorWorker
 * @property {{ version: string, files: string[] }} kept
 * @property {{ claim(): Promise<void> }} clients
 * @property {(name: 'install' | 'activate', heard: (event: { waitUntil(done: Promise<void>): void }) => void) => void} addEventListener
 */
/**
 * @typedef {object} Asking
 * @property {(name: 'fetch', heard: (event: { request: Request, respondWith(answer: Promise<Response>): void }) => void) => void} addEventListener
 */
/** @type {unknown} */
const here = globalThis
const worker = /** @type {DoorWorker} */ (here)
const asking = /** @type {Asking} */ (here)
const { kept } = worker
const mine = 'rolecall-door-'
const cacheName = `${mine}${kept.version}`
/** Of no event: the same page opens all of them. */
const page = '/door/000000000000000000000000'
/** After so long without an answer the page that is kept opens. */
const pageMs = 2_000

const fill = async () => {
  const cache = await caches.open(cacheName)
  await cache.addAll([new Request(page, { cache: 'reload', credentials: 'omit' }), ...kept.files])
}

const clear = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(mine) && name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** @param {Request} request */
const openPage = async (request) => {
  const own = () => caches.match(page, { cacheName })
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(pageMs) })
    return answer.status < 500 ? answer : ((await own()) ?? answer)
  } catch (error) {
    const there = await own()
    if (there) return there
    throw error
  }
}

/** @param {Request} request */
const openFile = async (request) => (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(fill()))
worker.addEventListener('activate', (event) => event.waitUntil(clear()))
asking.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname.startsWith('/door/')) event.respondWith(openPage(request))
  else if (kept.files.includes(pathname)) event.respondWith(openFile(request))
})
