import { LOG_OUT, settleInWorker } from '#lib/owed-log-out.ts'
import type { WorkerScope } from './worker-scope.ts'

/** When the network is back, also with no tab open, the server hears of a log-out that it missed. */
export function listenForLogOut(scope: WorkerScope): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === LOG_OUT) event.waitUntil(settleInWorker())
  })
}
