/** Guards the desk's log-in: limits failures before any password is hashed, and records refusals for the operator. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { RefusedLogIns } from '#contract/desk.ts'
import { timeMs } from '#contract/scalars.ts'
import { DESK_PLACE_MS } from '#server/platform/http/cookies.ts'
import { logAct } from '#server/platform/operator-log.ts'
import { lastDeskLogIn } from '#server/desk/operator-store.ts'
import { type Bucket, countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { limitAddress } from '#server/platform/http/client-address.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** The actor of refused log-ins in the operator log. No operator can take this name. */
export const LOG_IN_GUARD = 'desk-log-in'

export interface Attempt {
  /** The name as entered. */
  name: string
  /** Null if no operator has that name. */
  operatorId: bigint | null
  /** The address as `clientAddress` returns it. */
  address: string
  /** Digest of the browser's device cookie. Null if there is none. */
  device: string | null
}

type Place = { kind: 'device' | 'address'; place: string }
const placesOf = ({ address, device }: Pick<Attempt, 'address' | 'device'>): Place[] => [
  ...(device === null ? [] : [{ kind: 'device', place: device } as const]),
  { kind: 'address', place: address },
]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The digest of a device cookie. */
export const deviceDigest = sha256

/**
 * Where the operator has logged in before, only failures there count: on this browser, otherwise at this address. All
 * other places share a small limit per name, and one for all names together.
 */
function bucketsOf({ name, address }: Attempt, known: Place | undefined): Bucket[] {
  const who = sha256(name)
  if (known !== undefined) {
    const bucket = `desk ${known.kind} ${known.place} ${who}`
    return [{ name: bucket, capacity: 10, drainMs: MINUTE_MS }]
  }
  return [
    { name: `desk ${address}`, capacity: 20, drainMs: MINUTE_MS },
    { name: `desk ${address} ${who}`, capacity: 6, drainMs: MINUTE_MS },
    { name: `desk name ${who}`, capacity: 10, drainMs: 2 * MINUTE_MS },
    { name: 'desk all', capacity: 40, drainMs: 20 * SECOND_MS },
  ]
}

async function knownPlace(db: Queryable, attempt: Attempt, sinceMs: number) {
  if (attempt.operatorId === null) return undefined
  const rows = await db.query<Place>(
    `select kind, place from operator_places where operator_id = $1 and seen_at > $2
      and (kind, place) in (select * from unnest($3::text[], $4::text[]))`,
    [
      attempt.operatorId,
      sinceMs,
      placesOf(attempt).map(({ kind }) => kind),
      placesOf(attempt).map(({ place }) => place),
    ],
  )
  return rows.find(({ kind }) => kind === 'device') ?? rows[0]
}

/** Stores the browser and the address of a log-in as known. */
export async function keepPlaces(
  tx: Queryable,
  operatorId: bigint,
  attempt: Pick<Attempt, 'address' | 'device'> & { atMs: number },
): Promise<void> {
  for (const { kind, place } of placesOf(attempt)) {
    await tx.query(
      `insert into operator_places (operator_id, kind, place, seen_at) values ($1, $2, $3, $4)
        on conflict (operator_id, kind, place) do update set seen_at = excluded.seen_at`,
      [operatorId, kind, place, attempt.atMs],
    )
  }
}

/** The form in which the log-in counts an address. Null if the text is not an address. */
export const placeOfAddress = (address: string): string | null =>
  isIP(address) === 0 ? null : limitAddress(address)

const RECORD = `
  insert into operator_refusals (operator_id, after_log_in, hour, refused, latest_at, latest_from)
  values ($1, $2, $3, 1, $4, $5)
  on conflict (coalesce(operator_id, 0), after_log_in, hour) do update
    set refused = operator_refusals.refused + 1, latest_at = excluded.latest_at,
      latest_from = excluded.latest_from
  returning refused`

/** The attempts refused since the previous log-in. Call this in the transaction of the new one. */
export async function refusedSince(
  tx: Queryable,
  operatorId: bigint,
  lastLogIn: bigint,
): Promise<RefusedLogIns | null> {
  const rows = await tx.query<{ refused: number; latest_at: bigint; latest_from: string }>(
    `select refused, latest_at, latest_from from operator_refusals
      where operator_id = $1 and after_log_in = $2 order by latest_at desc`,
    [operatorId, lastLogIn],
  )
  const [latest] = rows
  if (latest === undefined) return null
  return {
    count: rows.reduce((sum, { refused }) => sum + refused, 0),
    latestAt: timeMs.parse(Number(latest.latest_at)),
    latestFrom: latest.latest_from,
  }
}

/** Guards the desk's log-in. */
export interface LogInGuard {
  /**
   * Charges the attempt, runs the work, and refunds the charge unless the caller's attempt failed. Each refusal is
   * recorded. Throws `rate_limited` before the work starts.
   */
  guard<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>
}

export function createLogInGuard(parts: {
  db: Database
  clock: MarketClock
  throttle: Throttle
}): LogInGuard {
  const { db, clock, throttle } = parts

  /** One line in the log per operator and hour, so that a flood cannot bury the operators' acts. */
  const record = ({ name, operatorId, address }: Attempt): Promise<void> =>
    db.transaction(async (tx) => {
      const atMs = clock.now()
      const after = operatorId === null ? 0n : await lastDeskLogIn(tx, operatorId)
      const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS
      const [row] = await tx.query<{ refused: number }>(RECORD, [
        operatorId,
        after,
        hour,
        atMs,
        address,
      ])
      if (row?.refused !== 1) return
      // An unknown name may be a mistyped password, so it is not logged.
      const ref = operatorId === null ? '' : name
      const actor = { name: LOG_IN_GUARD, secret: null }
      await logAct(tx, { atMs, actor, act: 'log_in_refused', userId: null, ref })
    })

  return {
    guard: async (attempt, work) => {
      const known = await knownPlace(db, attempt, clock.now() - DESK_PLACE_MS)
      const counted = { buckets: bucketsOf(attempt, known), counts: 'login_failed' } as const
      try {
        return await countingFailures(throttle, counted, work)
      } catch (error) {
        const code = error instanceof Rejected ? error.code : ''
        if (code === 'login_failed' || code === 'rate_limited') await record(attempt)
        throw error
      }
    },
  }
}
