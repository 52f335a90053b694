/**
 * Limits failures by buckets that drain with time. Attempts are charged before the work, so that a burst is limited
 * too.
 */
import type { ErrorCode } from '#contract/errors.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** A bucket of failures. */
export interface Bucket {
  name: string
  /** Failures that it holds before it refuses. */
  capacity: number
  /** The time in which one failure drains, in ms. */
  drainMs: number
}

/** Limits failures. */
export interface Throttle {
  /** Throws `rate_limited` if a bucket is known to be full, without querying the database. */
  refuseFull(buckets: readonly Bucket[]): void
  /** Counts one attempt in every bucket. Throws `rate_limited` and counts nothing if one is full. */
  charge(buckets: readonly Bucket[]): Promise<void>
  /** Removes an attempt that did not fail. */
  refund(buckets: readonly Bucket[]): Promise<void>
  /** Deletes drained buckets. */
  sweep(): Promise<void>
}

// Rows are locked by name, in the order of the arrays, so that two attempts cannot deadlock.
const CHARGE = `
  insert into throttle_buckets as b (bucket, empty_at)
  select name, $3::bigint + drain from unnest($1::text[], $2::bigint[]) i (name, drain)
  on conflict (bucket) do update set empty_at = greatest(b.empty_at, $3) + (excluded.empty_at - $3)
  returning bucket, empty_at`
const REFUND = `
  insert into throttle_buckets as b (bucket, empty_at)
  select name, drain from unnest($1::text[], $2::bigint[]) i (name, drain)
  on conflict (bucket) do update set empty_at = b.empty_at - excluded.empty_at`

const arrays = (buckets: readonly Bucket[]): [string[], number[]] => {
  const sorted = buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [sorted.map((each) => each.name), sorted.map((each) => each.drainMs)]
}

interface Charged {
  bucket: string
  empty_at: bigint
}

/** When each overfull bucket accepts one more, in ms of the market clock. */
function fullUntil(buckets: readonly Bucket[], charged: readonly Charged[], now: number) {
  const full = new Map<string, number>()
  for (const { name, capacity, drainMs } of buckets) {
    const row = charged.find(({ bucket }) => bucket === name)
    const until = Number(row?.empty_at ?? 0) - capacity * drainMs
    if (until > now) full.set(name, until)
  }
  return full
}

/** Maximum number of full buckets in memory. Beyond it, the database is queried. */
const REMEMBERED_MAX = 10_000

export function createThrottle(db: Database, clock: MarketClock): Throttle {
  /** This is the only server of its database, so no other process refunds charges. */
  const known = new Map<string, number>()
  const refuse = (untils: Iterable<number>, now: number): void => {
    const retryAfterMs = Math.max(0, ...untils) - now
    if (retryAfterMs > 0) throw new Rejected('rate_limited', { retryAfterMs })
  }
  const forgetDrained = (now: number): void => {
    for (const [name, until] of known) if (until <= now) known.delete(name)
  }
  const refuseFull = (buckets: readonly Bucket[]): void =>
    refuse(
      buckets.map(({ name }) => known.get(name) ?? 0),
      clock.now(),
    )
  return {
    refuseFull,
    charge: async (buckets) => {
      refuseFull(buckets)
      await db.transaction(async (tx) => {
        const now = clock.now()
        const charged = await tx.query<Charged>(CHARGE, [...arrays(buckets), now])
        const full = fullUntil(buckets, charged, now)
        if (known.size + full.size > REMEMBERED_MAX) forgetDrained(now)
        if (known.size + full.size <= REMEMBERED_MAX) {
          for (const [name, until] of full) known.set(name, until)
        }
        // Rolls the charge back, because a refused attempt must not prolong the wait.
        refuse(full.values(), now)
      })
    },
    refund: async (buckets) => {
      for (const { name } of buckets) known.delete(name)
      await db.query(REFUND, arrays(buckets))
      for (const { name } of buckets) known.delete(name)
    },
    sweep: async () => {
      forgetDrained(clock.now())
      await db.query('delete from throttle_buckets where empty_at < $1', [clock.now()])
    },
  }
}

/** Charges first, so that a burst counts, and refunds unless the work failed with one of the counted errors. */
export async function countingFailures<T>(
  throttle: Pick<Throttle, 'charge' | 'refund'>,
  { buckets, counts }: { buckets: readonly Bucket[]; counts: ErrorCode },
  work: () => Promise<T>,
): Promise<T> {
  await throttle.charge(buckets)
  try {
    const done = await work()
    await throttle.refund(buckets)
    return done
  } catch (error) {
    if (!(error instanceof Rejected) || error.code !== counts) await throttle.refund(buckets)
    throw error
  }
}
