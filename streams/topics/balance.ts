/** The balance: the newest by account version, never one that goes back. */
import type { Balance } from '#contract/account.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const newest = (state: Balance | null, next: Balance): Balance =>
  state !== null && state.version > next.version ? state : next

export const balanceFold: Fold<Balance, Balance, Balance> = {
  snapshot: (data, state) => newest(state, data),
  delta: newest,
}
