/** Replies after the same time, whatever was found, so that the time says nothing about an account. */
import { setTimeout as pause } from 'node:timers/promises'

/** Does the work, and resolves or rejects as it does, `ms` after the call at the earliest. */
export async function evenly<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), pause(ms)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
