/** The states of topics whose deltas are whole states, so that the newest one replaces the others. */
import type { DeskState } from '#contract/desk-state.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

/** Creates a fold that retains the state with the highest version. */
export function newestVersion<T extends { version: number }>(): Fold<T, T, T> {
  const newest = (state: T | null, next: T): T =>
    state !== null && state.version > next.version ? state : next
  return { snapshot: (data, state) => newest(state, data), delta: newest }
}

/** Creates a fold that retains the newest state received. */
export const newestReceived = <T>(): Fold<T, T, T> => ({
  snapshot: (data) => data,
  delta: (_state, data) => data,
})

/**
 * Folds the desk topic. A delta with a lower revision is ignored. After a restart of the server revisions can be lower,
 * so a snapshot always replaces the state.
 */
export const deskFold: Fold<DeskState, DeskState, DeskState> = {
  snapshot: (data) => data,
  delta: (state, next) => (state.revision > next.revision ? state : next),
}
