/** What waits at the operator desk: the newest by revision. */
import type { DeskState } from '#contract/desk.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const newest = (state: DeskState | null, next: DeskState): DeskState =>
  state !== null && state.revision > next.revision ? state : next

export const deskFold: Fold<DeskState, DeskState, DeskState> = {
  // After a restart of the server revisions may begin lower: its word counts.
  snapshot: (data) => data,
  delta: newest,
}
