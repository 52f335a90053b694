/** How long a log-in has been in use without a longer absence: kept here, so that a reload begins nothing anew. */
import { z } from 'zod'
import { readJson, storedAtom } from '#lib/stored.ts'

const sitting = z.object({
  /** The session's handle: another log-in is another sitting. */
  session: z.string(),
  /** All three by the server's clock, ms. */
  startedAt: z.number(),
  seenAt: z.number(),
  remindedAt: z.number(),
  /** Of all settled orders when it began, minor units. */
  profitAndLoss: z.string().regex(/^-?\d{1,18}$/),
})
export type Sitting = z.infer<typeof sitting>

/** Away for longer than this, and the next look is a new sitting. */
export const AWAY_MS = 30 * 60_000
const MINUTE_MS = 60_000

export const sittingAtom = storedAtom<Sitting | null>({
  key: 'sitting',
  initial: null,
  read: readJson((value) => sitting.safeParse(value)),
  write: JSON.stringify,
})

export interface Look {
  session: string
  nowMs: number
  profitAndLoss: bigint
}

/** The sitting that this look belongs to. */
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

export const isDue = (it: Sitting, minutes: number, nowMs: number): boolean =>
  nowMs - it.remindedAt >= minutes * MINUTE_MS

/** Whole minutes since it began, as ms. */
export const lengthOf = (it: Sitting, nowMs: number): number =>
  Math.max(MINUTE_MS, Math.floor((nowMs - it.startedAt) / MINUTE_MS) * MINUTE_MS)

export const resultOf = (it: Sitting, profitAndLoss: bigint): bigint =>
  profitAndLoss - BigInt(it.profitAndLoss)
