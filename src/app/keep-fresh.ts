/** Registers the service worker, offers each new version, and reloads a page whose code is no longer available. */
import { MINUTE_MS } from '#contract/time.ts'
import type { createStore } from 'jotai/vanilla'
import { accountAtom } from '#api/session.ts'
import { commandOpenAtom, earlierAtom } from '#commands/commands.ts'
import { touchAtom } from '#notifications/haptics.ts'
import { keepBadge } from '#app/keep-badge.ts'
import { keepLastPlace } from '#device/last-place.ts'
import { signingKeysAtom } from '#device/signing-keys.ts'
import { storedReceiptsAtom } from '#device/receipts.ts'
import { ownScript } from '#lib/own-script.ts'
import { browserPlace, type BuildPlace, newerBuild, reloadOnce } from '#app/newer-build.ts'
import { languageOf } from '#i18n/setup.ts'
import type { I18n } from '#i18n/setup.ts'
import { newVersionAtom } from '#app/new-version.ts'
import type { WorkerMessage } from '#app/worker-message.ts'

type Store = ReturnType<typeof createStore>

const LOOK_EVERY_MS = 30 * MINUTE_MS
const LOOK_AGAIN_MS = 250
/** Longer than any request takes. An order that is still pending then is looked up after the reload. */
const WAIT_AT_MOST_MS = 60_000

const tell = (worker: ServiceWorker | null | undefined, message: WorkerMessage): void =>
  worker?.postMessage(message, [])

/** Whether an order or another command is waiting for its answer. */
function isSending(store: Store): boolean {
  return store.get(commandOpenAtom) || store.get(earlierAtom).length > 0
}

async function whenQuiet(store: Store): Promise<void> {
  const until = performance.now() + WAIT_AT_MOST_MS
  while (isSending(store) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

/** Activates the installed worker that is waiting, then reloads the page under its control. */
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
  // On the first install there is no previous version to replace.
  const settled = (worker: ServiceWorker): void => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) offer()
  }
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => settled(worker))
  })
  // This worker has been waiting since the last visit and was not activated at this start because another tab was open.
  if (registration.waiting !== null) settled(registration.waiting)
}

/** Offers a reload when another tab activated a new version. This tab keeps working because its files still exist. */
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

/** A chunk that fails to load may belong to a previous build. The page then reloads into the server's build, once. */
function followServer(store: Store, place: BuildPlace = browserPlace): () => Promise<void> {
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

/**
 * Stores receipts on the device. After a log-out they can no longer be read here; only what a comparison needs remains.
 * The key that signs orders is deleted.
 */
function keepReceipts(store: ReturnType<typeof createStore>): void {
  const belong = (): void => {
    const account = store.get(accountAtom)
    for (const kept of [store.get(storedReceiptsAtom), store.get(signingKeysAtom)])
      void kept.belongTo(account).catch(() => undefined)
  }
  belong()
  store.sub(accountAtom, belong)
}

/** Gives a short vibration when a pull is far enough to trigger a refresh. */
function keepHaptics(store: Store): void {
  document.addEventListener('pulled', () => store.set(touchAtom, 'pulled'))
}

export async function keepFresh(store: Store, i18n: I18n): Promise<void> {
  const follow = followServer(store)
  keepReceipts(store)
  keepHaptics(store)
  keepBadge(store)
  keepLastPlace()
  addEventListener('vite:preloadError', () => void follow())
  // Loaded in advance because they could not be fetched without a network.
  void import('#app/reachability-notices.tsx')
  void import('#app/status-sheet.tsx')
  void i18n.loadNamespaces(['offline', 'status'])
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  await register(store, i18n).catch(() => undefined)
}
