/**
 * A log-out that the server has not heard of. Until it has, this device's cookie may still be good, so it goes out
 * before anything else: from whichever tab sends something first, or from the service worker when the network is back.
 */

/** Where the tabs look; as text, `true`. */
const STORED = 'logOutOwed'
/** Where the worker looks, which has no local storage. */
const CACHE = 'worker-settings'
const CACHED = '/log-out-owed'
/** Of the worker's sync event, and of the lock that lets one send at a time. */
export const LOG_OUT = 'log-out'
const TIMEOUT_MS = 10_000

/** Also when storage is forbidden: then this tab alone knows. */
let known = false
function keep(owed: boolean): void {
  known = owed
  try {
    if (owed) localStorage.setItem(STORED, 'true')
    else localStorage.removeItem(STORED)
  } catch {
    // It lives as long as the page.
  }
}
export function isLogOutOwed(): boolean {
  try {
    return localStorage.getItem(STORED) === 'true'
  } catch {
    return known
  }
}

function alone<T>(work: () => Promise<T>): Promise<T> {
  // Pages without https have none.
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request(LOG_OUT, work) : work()
}

/** Whether the server knows now: it ended the session, or knows none. */
async function tellServer(): Promise<boolean> {
  try {
    const { ok, status } = await globalThis.fetch(new URL('/api/session', location.origin), {
      method: 'DELETE',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return ok || status === 401
  } catch {
    return false
  }
}

/** Where there is no such store, as on a page without https, the tabs do without the worker. */
const storedFor = async (work: (cache: Cache) => Promise<unknown>): Promise<void> => {
  if ('caches' in globalThis) await work(await caches.open(CACHE)).catch(() => undefined)
}

type SyncRegistration = ServiceWorkerRegistration & {
  sync?: { register(tag: string): Promise<void> }
}

async function askWorker(): Promise<void> {
  await storedFor((cache) => cache.put(CACHED, new Response()))
  const registration: SyncRegistration | undefined =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  await registration?.sync?.register(LOG_OUT)
}

/** From now on nothing leaves this device before the log-out. */
export function oweLogOut(): void {
  keep(true)
  void askWorker().catch(() => undefined)
}

let sending: Promise<boolean> | null = null
/** Whether nothing is owed any more; without a promise where nothing was. False: the server was not reached. */
export function settleLogOut(): true | Promise<boolean> {
  if (!isLogOutOwed()) return true
  sending ??= alone(async () => {
    // Another tab may have been quicker. Where its note has not arrived yet, a second log-out ends nothing more.
    if (!isLogOutOwed()) return true
    if (!(await tellServer())) return false
    await storedFor((cache) => cache.delete(CACHED))
    keep(false)
    return true
  }).finally(() => (sending = null))
  return sending
}

/** In the service worker. Rejects where the server was not reached, so that the browser tries again later. */
export const settleInWorker = (): Promise<void> =>
  alone(async () => {
    const cache = await caches.open(CACHE)
    if ((await cache.match(CACHED)) === undefined) return
    if (!(await tellServer())) throw new Error('the server was not reached')
    await cache.delete(CACHED)
  })
