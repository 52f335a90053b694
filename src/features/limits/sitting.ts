/**
 * How long a session has been in use without a longer absence. It is stored on the device, so that a reload does not
 * restart it.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { json, storedAtom } from '#device/stored-atom.ts'

const sitting = z.object({
  /** The handle of the session. Another log-in starts a new sitting. */
  session: z.string(),
  /** The times are by the server's clock, in ms. */
  startedAt: z.number(),
  seenAt: z.number(),
  remindedAt: z.number(),
  /** The result of all settled orders at the start, in minor units. */
  profitAndLoss: z.string().check(z.regex(/^-?\d{1,18}$/)),
})
export type Sitting = z.infer<typeof sitting>

/** After a longer absence the next use starts a new sitting. */
export const AWAY_MS = 30 * MINUTE_MS

export const sittingAtom = storedAtom<Sitting | null>({
  key: 'sitting',
  initial: null,
  ...json(sitting),
})

export interface Look {
  session: string
  nowMs: number
  profitAndLoss: bigint
}

/** The sitting after a use at `nowMs`: the current one, or a new one. */
export function seen(held: Sitting | null, { session, nowMs, profitAndLoss }: Look): Sitting {
  const goesOn =
    held !== null &&
    held.session === session &&
    nowMs - held.seenAt <= AWAY_MS &&
    held.startedAt <= nowMs
  if (goesOn) return { ...held, seenAt: Math.max(held.seenAt, nowMs) }
  return {
    session,
    startedAt: nowMs,
    seenAt: nowMs,
    remindedAt: nowMs,
    profitAndLoss: `${profitAndLoss}`,
  }
}

export const isDue = (item: Sitting, minutes: number, nowMs: number): boolean =>
  nowMs - item.remindedAt >= minutes * MINUTE_MS

/** The time since the start in whole minutes, as ms. */
export const lengthOf = (item: Sitting, nowMs: number): number =>
  Math.max(MINUTE_MS, Math.floor((nowMs - item.startedAt) / MINUTE_MS) * MINUTE_MS)

export const resultOf = (item: Sitting, profitAndLoss: bigint): bigint =>
  profitAndLoss - BigInt(item.profitAndLoss)
