/** What the app knew when it was last open: shown as stale, with its age, until the first live value comes. */
import { atom } from 'jotai/vanilla'
import { z } from 'zod'
import type { Stamped } from '#streams/types.ts'

export interface KnownKey {
  topic: string
  /** Of the user who is logged in; nobody else ever reads it. */
  personal: boolean
}

export interface LastKnown {
  /** As it was written down, in the wire's form; null: nothing is known. */
  read(key: KnownKey): Stamped<unknown> | null
  /** The newest moment of the server's clock among what is known; 0: nothing is. */
  newest(): number
  /** `encode` is called only when the value is written down, which may be later or never. */
  write(key: KnownKey, asOf: number, encode: () => unknown): void
}

/** Set once by the app; tests and the desk know nothing from before. */
export const lastKnownAtom = atom<LastKnown | null>(null)

/** A value that may outlive the page; `shape` reads and writes its wire form. */
export interface Kept<T> {
  topic: string
  shape: z.ZodType<T>
}

export function recall<T>(
  known: LastKnown | null,
  { topic, shape }: Kept<T>,
  personal: boolean,
): Stamped<T> | null {
  const last = known?.read({ topic, personal }) ?? null
  if (last === null) return null
  // Written by an earlier version, perhaps: what does not fit is not known.
  const value = shape.safeParse(last.value)
  return value.success ? { value: value.data, asOf: last.asOf } : null
}

export function remember<T>(
  known: LastKnown | null,
  { topic, shape }: Kept<T>,
  { value, asOf, personal }: Stamped<T> & { personal: boolean },
): void {
  known?.write({ topic, personal }, asOf, () => z.encode(shape, value))
}
