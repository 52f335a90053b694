/** Registers the service worker, offers each new version calmly, and helps a page whose code is gone. */
import type { createStore } from 'jotai/vanilla'
import { commandOpenAtom, earlierAtom } from '#commands/commands.ts'
import { ownScript } from '#lib/own-script.ts'
import { keepReceipts } from '#app/keep-receipts.ts'
import { browserPlace, type BuildPlace, newerBuild, reloadOnce } from '#app/newer-build.ts'
import { languageOf } from '#i18n/setup.ts'
import type { I18n } from '#i18n/setup.ts'
import { newVersionAtom } from '#lib/new-version.ts'
import type { WorkerMessage } from '#lib/worker-message.ts'

type Store = ReturnType<typeof createStore>

const LOOK_EVERY_MS = 30 * 60_000
const LOOK_AGAIN_MS = 250
/** Longer than any answer takes; an order that is still open then is found again after the reload. */
const WAIT_AT_MOST_MS = 60_000

const tell = (worker: ServiceWorker | null | undefined, message: WorkerMessage): void =>
  worker?.postMessage(message, [])

/** Whether an order or another command waits for its answer. */
function isSending(store: Store): boolean {
  return store.get(commandOpenAtom) || store.get(earlierAtom).length > 0
}

async function whenQuiet(store: Store): Promise<void> {
  const until = performance.now() + WAIT_AT_MOST_MS
  while (isSending(store) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

/** The worker that has installed itself and waits takes over; then the page is loaded anew, by it. */
async function take(store: Store, registration: ServiceWorkerRegistration): Promise<void> {
  await whenQuiet(store)
  const { waiting } = registration
  if (waiting === null) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  tell(waiting, { kind: 'takeOver' })
}

function watch(store: Store, registration: ServiceWorkerRegistration): void {
  const offer = (): void => store.set(newVersionAtom, { take: () => take(store, registration) })
  // Without a former version there is nothing to give way.
  const settled = (worker: ServiceWorker): void => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) offer()
  }
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => settled(worker))
  })
  // It waited since the last visit and was not taken at this start: another tab was open all the while.
  if (registration.waiting !== null) settled(registration.waiting)
}

/** Another tab took a new version: this one runs on, its files are still there, and it may follow. */
function watchOthers(store: Store): void {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) store.set(newVersionAtom, { take: async () => location.reload() })
    controlled = true
  })
}

async function register(store: Store, i18n: I18n): Promise<void> {
  watchOthers(store)
  const registration = await navigator.serviceWorker.register(ownScript('/sw.js'), {
    updateViaCache: 'none',
  })
  watch(store, registration)
  const keep = (): void => {
    const { installing, waiting, active } = registration
    const message = { kind: 'keep', language: languageOf(i18n) } as const
    for (const worker of [installing, waiting, active]) tell(worker, message)
  }
  keep()
  i18n.on('languageChanged', keep)
  const look = (): void => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
}

/** A chunk that does not come may have gone with a former build: the page then follows the server, once. */
export function followServer(store: Store, place: BuildPlace = browserPlace): () => Promise<void> {
  let running = false
  return async () => {
    if (running) return
    running = true
    const build = await newerBuild(place)
    if (build !== null) {
      await whenQuiet(store)
      reloadOnce(place, build)
    }
    running = false
  }
}

export async function keepFresh(store: Store, i18n: I18n): Promise<void> {
  const follow = followServer(store)
  keepReceipts(store)
  addEventListener('vite:preloadError', () => void follow())
  // At hand before they are needed: without a network they could not be fetched.
  void import('#app/reach-notices.tsx')
  void i18n.loadNamespaces('offline')
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  await register(store, i18n).catch(() => undefined)
}
