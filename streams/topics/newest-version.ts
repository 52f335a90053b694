/** Folding of topics whose deltas are whole states with a version. */
import type { Fold } from '#streams/operators/fold-snapshot.ts'

/** Creates a fold that retains the state with the highest version. */
export function newestVersion<T extends { version: number }>(): Fold<T, T, T> {
  const newest = (state: T | null, next: T): T =>
    state !== null && state.version > next.version ? state : next
  return { snapshot: (data, state) => newest(state, data), delta: newest }
}
