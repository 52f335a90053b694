/** The cache of the last visit: its values are shown as stale, with their age, until the first live value arrives. */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import type { Stamped } from '#streams/types.ts'

/** The key of a cached value. */
export interface KnownKey {
  topic: string
  /** Whether the value belongs to the logged-in user. Other users can never read it. */
  personal: boolean
}

/** The cache on the device. The app implements it; streams only read and write. */
export interface LastKnown {
  /** The value as it was cached, in the form of the socket's JSON; null if there is none. */
  read(key: KnownKey): Stamped<unknown> | null
  /** The newest server time (ms) of all cached values; 0 if the cache is empty. */
  newest(): number
  /** Caches a value. `encode` is called only when the value is stored, which can be later or never. */
  write(key: KnownKey, asOf: number, encode: () => unknown): void
}

/** The cache, set once per store by the app. It stays null at the desk, which caches nothing. */
export const lastKnownAtom = atom<LastKnown | null>(null)

/** A value that is cached beyond the life of the page. `shape` decodes and encodes its JSON form. */
export interface Kept<T> {
  topic: string
  shape: z.ZodMiniType<T>
}

/** Reads a cached value. Null if there is none or if it does not match the shape. */
export function recall<T>(
  known: LastKnown | null,
  { topic, shape }: Kept<T>,
  personal: boolean,
): Stamped<T> | null {
  const last = known?.read({ topic, personal }) ?? null
  if (last === null) return null
  // An earlier version of the app may have written it in another form.
  const value = shape.safeParse(last.value)
  return value.success ? { value: value.data, asOf: last.asOf } : null
}

/** Caches a value under its topic, for the logged-in user if it is personal. Does nothing without a cache. */
export function remember<T>(
  known: LastKnown | null,
  { topic, shape }: Kept<T>,
  { value, asOf, personal }: Stamped<T> & { personal: boolean },
): void {
  known?.write({ topic, personal }, asOf, () => z.encode(shape, value))
}
