/** Folds snapshots and deltas into stamped state; null when what was folded belongs to nobody any more. */
import { filter, type Observable, type OperatorFunction, scan } from 'rxjs'
import type { Stamped } from '#streams/types.ts'

/** What a channel hands on (wire/channel.ts), as far as folding goes. */
export type FoldEvent<S, D> =
  | { kind: 'snapshot'; asOf: number; data: S }
  | { kind: 'delta'; asOf: number; data: D }
  | { kind: 'confirmed'; asOf: number }
  | { kind: 'cleared' }

export interface Fold<S, D, T> {
  /** `state`: what stood before the snapshot, null at first. */
  snapshot(data: S, state: T | null): T
  delta(state: T, data: D): T
}

/** A delta before any snapshot cannot be folded and is dropped. */
export const foldSnapshot = <S, D, T>(
  fold: Fold<S, D, T>,
): OperatorFunction<FoldEvent<S, D>, Stamped<T> | null> => {
  const step = (last: Stamped<T> | null, event: FoldEvent<S, D>): Stamped<T> | null => {
    if (event.kind === 'cleared') return null
    const { asOf } = event
    if (event.kind === 'snapshot') {
      return { value: fold.snapshot(event.data, last?.value ?? null), asOf }
    }
    if (last === null) return null
    return event.kind === 'confirmed'
      ? { value: last.value, asOf }
      : { value: fold.delta(last.value, event.data), asOf }
  }
  return (source: Observable<FoldEvent<S, D>>) => source.pipe(scan(step, null))
}

/** Passes what is there. */
export const present = <T>(): OperatorFunction<T | null, T> =>
  filter((value: T | null): value is T => value !== null)
