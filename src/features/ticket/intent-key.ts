import type { Direction } from '#contract/scalars.ts'
import { newIntentKey } from '#lib/intent-key.ts'

export interface Intent {
  symbol: string
  direction: Direction
  stake: bigint
  durationMs: number
  termsId: string
}

/** An intent with the key that stands for it until a final answer. */
export interface KeyedIntent extends Intent {
  key: string
}

/** Whether both would buy the same. */
export const same = (a: Intent, b: Intent): boolean =>
  a.symbol === b.symbol &&
  a.direction === b.direction &&
  a.stake === b.stake &&
  a.durationMs === b.durationMs &&
  a.termsId === b.termsId

/** The same intent keeps its key, so that trying again can never make a second order; a changed one gets a new key. */
export const keyed = (
  intent: Intent,
  held: KeyedIntent | null,
  makeKey: () => string = newIntentKey,
): KeyedIntent => (held !== null && same(intent, held) ? held : { ...intent, key: makeKey() })
