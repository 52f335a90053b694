/** The service worker: it lets the app open without a network, and receives pushes while the app is closed. */
import { workerMessage } from '#app/worker-message.ts'
import { type BuiltFile, cachedFiles } from './cached-files.ts'
import { listenForLogOut } from './log-out.ts'
import { listenForPush } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'
import { withLastKnown } from './snapshot-page.ts'
import { workerBrand } from './worker-brand.ts'

/** The build replaces this name by the list of its files. */
declare const self: WorkerScope & { readonly __WB_MANIFEST: readonly BuiltFile[] }

/** Stores the app's files on the device and answers requests from there. A new version waits for the user's consent. */
function listenForFiles(scope: WorkerScope, built: readonly BuiltFile[]): void {
  const files = cachedFiles(scope, built)
  const brand = workerBrand(scope)
  const known = async (page: Response): Promise<Response> => brand.put(await withLastKnown(page))
  scope.addEventListener('install', (event) => event.waitUntil(files.fill().then(brand.renew)))
  scope.addEventListener('activate', (event) =>
    event.waitUntil(files.sweep().then(() => scope.clients.claim())),
  )
  scope.addEventListener('fetch', (event) => {
    const reply = files.answer(event.request)
    if (reply === null) return
    event.respondWith(event.request.mode === 'navigate' ? reply.then(known) : reply)
  })
  scope.addEventListener('message', (event) => {
    const message = workerMessage(event.data)
    if (message === null) return
    if (message.kind === 'takeOver') return event.waitUntil(scope.skipWaiting())
    if (message.kind === 'brand') return event.waitUntil(brand.renew())
    event.waitUntil(files.speak(message.language).then(() => files.fill()))
  })
}

listenForFiles(self, self.__WB_MANIFEST)
listenForPush(self)
listenForLogOut(self)
