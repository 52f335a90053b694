/** The state of the desk topic: the queues of the operator desk with the highest revision. */
import type { DeskState } from '#contract/desk.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const newest = (state: DeskState | null, next: DeskState): DeskState =>
  state !== null && state.revision > next.revision ? state : next

/** Folds the desk topic. A delta with a lower revision is ignored. */
export const deskFold: Fold<DeskState, DeskState, DeskState> = {
  // After a restart of the server revisions can be lower, so a snapshot always replaces the state.
  snapshot: (data) => data,
  delta: newest,
}
