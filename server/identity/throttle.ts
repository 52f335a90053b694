/** Slows whoever fails: buckets that drain with time, charged before the work so that a burst cannot slip through. */
import type { ErrorCode } from '#contract/errors.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

export interface Bucket {
  name: string
  /** Failures it holds before it refuses. */
  capacity: number
  /** Time in which one failure drains away. */
  drainMs: number
}

export interface Throttle {
  /** Throws `rate_limited` when one is known to be full, without asking the database: for floods. */
  refuseFull(buckets: readonly Bucket[]): void
  /** Counts one attempt in every bucket; throws `rate_limited` when one is full, counting none. */
  charge(buckets: readonly Bucket[]): Promise<void>
  /** The attempt was no failure after all. */
  refund(buckets: readonly Bucket[]): Promise<void>
  /** Forgets what has drained. */
  sweep(): Promise<void>
}

// Rows are taken in the arrays' order, by name, so that two attempts never wait for each other.
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

/** When each bucket that is too full takes one more, in ms of the market clock. */
function fullUntil(buckets: readonly Bucket[], charged: readonly Charged[], now: number) {
  const full = new Map<string, number>()
  for (const { name, capacity, drainMs } of buckets) {
    const row = charged.find(({ bucket }) => bucket === name)
    const until = Number(row?.empty_at ?? 0) - capacity * drainMs
    if (until > now) full.set(name, until)
  }
  return full
}

/** Full buckets that are remembered; beyond, the database is asked. */
const REMEMBERED_MAX = 10_000

export function createThrottle(db: Database, clock: MarketClock): Throttle {
  /** This is the only server of its database, so that nobody else gives back what was charged. */
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
        // Rolls the charge back: an attempt that is not made does not prolong the wait.
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

/** Charges first, so that a burst counts, and gives back unless the work failed in one of the ways that count. */
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
