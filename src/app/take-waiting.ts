import type { WorkerMessage } from '#lib/worker-message.ts'

/** At a start nothing is under way: a version that has waited since the last visit is taken at once. */
export async function takeWaiting(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const waiting = registration?.waiting
  if (waiting === undefined || waiting === null) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage({ kind: 'takeOver' } satisfies WorkerMessage)
}
