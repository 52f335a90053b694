/** A state that comes whole with each change: the newest by version, never one that goes back. */
import type { Fold } from '#streams/operators/fold-snapshot.ts'

export function newestVersion<T extends { version: number }>(): Fold<T, T, T> {
  const newest = (state: T | null, next: T): T =>
    state !== null && state.version > next.version ? state : next
  return { snapshot: (data, state) => newest(state, data), delta: newest }
}
