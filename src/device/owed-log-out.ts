/**
 * A log-out that the server has not received yet. Until then the cookie of this device may still be valid, so the
 * log-out is sent before any other request: by the first tab that sends something, or by the service worker when the
 * network is back.
 */
import { alone } from '#device/tabs.ts'
import { keepText, storedText } from '#device/texts.ts'

/** The flag for tabs, in local storage; its text is `true`. */
const STORED = 'logOutOwed'
/** The flag for the service worker, which has no local storage. */
const CACHE = 'worker-settings'
const CACHED = '/log-out-owed'
/** The name of the service worker's sync event, and of the lock that allows one log-out request at a time. */
export const LOG_OUT = 'log-out'
const TIMEOUT_MS = 10_000

/** Used when storage is refused: then only this tab knows. */
let known = false
function keep(owed: boolean): void {
  known = !keepText(STORED, owed ? 'true' : null) && owed
}
export const isLogOutOwed = (): boolean => known || storedText(STORED) === 'true'

/** The request that is running. */
let request: AbortController | null = null

/** Whether the server has now ended the session, or knows of none. */
async function tellServer(): Promise<boolean> {
  const sent = new AbortController()
  request = sent
  const timer = setTimeout(() => sent.abort(), TIMEOUT_MS)
  try {
    const { ok, status } = await globalThis.fetch(new URL('/api/session', location.origin), {
      method: 'DELETE',
      credentials: 'same-origin',
      signal: sent.signal,
    })
    return ok || status === 401
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Where the Cache API is not available, as on a page without HTTPS, the tabs work without the service worker. */
const storedFor = async (work: (cache: Cache) => Promise<unknown>): Promise<void> => {
  try {
    await work(await caches.open(CACHE))
  } catch {
    // The service worker then knows of no log-out.
  }
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

/** From now on nothing is sent from this device before the log-out. */
export function oweLogOut(): void {
  keep(true)
  void askWorker().catch(() => undefined)
}

let sending: Promise<boolean> | null = null
/**
 * Whether no log-out is pending any more; returned without a promise when none was pending. False when the server was
 * not reached.
 */
export function settleLogOut(): true | Promise<boolean> {
  if (!isLogOutOwed()) return true
  sending ??= alone(LOG_OUT, async () => {
    // Another tab may have been faster. If its flag is not visible here yet, a second log-out has no further effect.
    if (!isLogOutOwed()) return true
    if (!(await tellServer())) return false
    await storedFor((cache) => cache.delete(CACHED))
    keep(false)
    return true
  }).finally(() => (sending = null))
  return sending
}

/** Sends a pending log-out now that there is a network. A request from before may hang, and is given up. */
export async function sendOwedLogOut(): Promise<void> {
  if (sending !== null) {
    request?.abort()
    await sending
  }
  await settleLogOut()
}

/** Runs in the service worker. Rejects when the server was not reached, so that the browser retries later. */
export const settleInWorker = (): Promise<void> =>
  alone(LOG_OUT, async () => {
    const cache = await caches.open(CACHE)
    if ((await cache.match(CACHED)) === undefined) return
    if (!(await tellServer())) throw new Error('the server was not reached')
    await cache.delete(CACHED)
  })
