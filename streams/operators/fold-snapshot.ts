/** Folds snapshots and deltas into a stamped state. The state is null after the session changed. */
import { filter, type Observable, type OperatorFunction, scan } from 'rxjs'
import type { Stamped } from '#streams/types.ts'

/** The events of a channel (streams/wire/channel.ts) that folding depends on. */
export type FoldEvent<S, D> =
  | { kind: 'snapshot'; asOf: number; data: S }
  | { kind: 'delta'; asOf: number; data: D }
  | { kind: 'confirmed'; asOf: number }
  | { kind: 'cleared' }

/** How a topic's snapshots and deltas become its state. Both functions are pure. */
export interface Fold<S, D, T> {
  /** `state` is the state before the snapshot; null for the first. */
  snapshot(data: S, state: T | null): T
  delta(state: T, data: D): T
}

/** The operator that folds events. A delta before any snapshot is dropped, and `confirmed` only updates the time. */
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

/** Drops null values. */
export const present = <T>(): OperatorFunction<T | null, T> =>
  filter((value: T | null): value is T => value !== null)
