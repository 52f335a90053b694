import { LOG_OUT, settleInWorker } from '#device/owed-log-out.ts'
import type { WorkerScope } from './worker-scope.ts'

/** When the network is back, sends a pending log-out to the server, even when no tab is open. */
export function listenForLogOut(scope: WorkerScope): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === LOG_OUT) event.waitUntil(settleInWorker())
  })
}
