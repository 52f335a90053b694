/**
 * The lease of the one server that writes prices, candles, checkpoints and seeds. It is a row with an end and an epoch,
 * which the start takes and the server renews, so that another server may follow one that has stopped or was cut off:
 * SQL refuses the writes of an older epoch (server/sql/functions/leases.sql).
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { SECOND_MS } from '#contract/time.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const RENEW_MS = SECOND_MS
/** Without an answer for so long, the database counts as lost. Until then a renewal may be late: SQL is the guard. */
const GIVE_UP_MS = 10 * SECOND_MS
/** How often a start that waits looks at the lease. */
export const LEASE_LOOK_MS = 200

/** The refusal of a start beside a server that runs, or beside another start. */
export class DatabaseInUse extends StartRefused {
  constructor() {
    super('Another Fairtick server already uses the database.')
  }
}

/**
 * The id of the server in its data folder, which only one process uses: after a crash it takes its own lease at once.
 * `keep` stores a new one, when the start was not refused.
 */
export function holderOf(dataFolder: string): { holder: string; keep(): void } {
  const file = join(dataFolder, 'server-id')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return { holder: known, keep: () => undefined }
  const holder = randomUUID()
  const keep = (): void => {
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(file, `${holder}\n`, { mode: 0o600 })
  }
  return { holder, keep }
}

interface Lease {
  holder: string
  epoch: bigint
  /** As text, which differs after each renewal. */
  ends: string
  valid: boolean
}

/** The lease as it is now. Undefined before the first one, also in a database of an earlier release. */
async function selectLease(owner: Queryable): Promise<Lease | undefined> {
  const [known] = await owner.query<{ known: boolean }>(
    "select to_regclass('leases') is not null as known",
  )
  if (known?.known !== true) return undefined
  const [lease] = await owner.query<Lease>(
    'select holder, epoch, ends_at::text as ends, ends_at > clock_timestamp() as valid from leases',
  )
  return lease
}

/** Whether a server uses the database. `but`: another one than that holder. */
export async function isLeased(owner: Queryable, but?: string): Promise<boolean> {
  const lease = await selectLease(owner)
  return lease?.valid === true && lease.holder !== but
}

/**
 * Waits until no other server holds the lease. One that has stopped does not renew it, so a renewal means that it runs.
 * Throws `StartRefused` then.
 */
export async function awaitLease(owner: Queryable, holder: string): Promise<void> {
  const first = await selectLease(owner)
  for (let lease = first; lease?.valid === true && lease.holder !== holder; ) {
    if (lease.ends !== first?.ends) throw new DatabaseInUse()
    await pause(LEASE_LOOK_MS)
    lease = await selectLease(owner)
  }
}

/** Takes the lease and returns its epoch. Throws `StartRefused` if another server was first. */
export async function takeLease(owner: Queryable, holder: string): Promise<number> {
  const [row] = await owner.query<{ epoch: bigint | null }>('select take_lease($1) as epoch', [
    holder,
  ])
  if (typeof row?.epoch === 'bigint') return Number(row.epoch)
  throw new DatabaseInUse()
}

const WRONG_PASSWORD = '28P01'
/** Whether another start has renewed the log-ins, which it does when it has the lease. */
function isLockedOut(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof DatabaseError && cause.code === WRONG_PASSWORD
}

/** Why a server must stop. */
export type LeaseLoss = 'taken' | 'unreachable'

/**
 * Renews the lease each second until `end`, which lets another server take it at once. `onLost` is called at most
 * once: when another server has taken the lease, or when the database did not answer for ten seconds.
 */
export function keepLease(
  market: Database<'market'>,
  epoch: number,
  onLost: (why: LeaseLoss) => void,
): { end(): Promise<void> } {
  let over = false
  let failingSince: number | null = null
  let running: Promise<void> | null = null
  const lose = (why: LeaseLoss): void => {
    if (over) return
    over = true
    clearInterval(timer)
    onLost(why)
  }
  const renew = async (): Promise<void> => {
    const sentAt = performance.now()
    try {
      const [row] = await market.query<{ held: boolean }>('select renew_lease($1) as held', [epoch])
      failingSince = null
      if (row?.held !== true) lose('taken')
    } catch (error) {
      if (isLockedOut(error)) return lose('taken')
      failingSince ??= sentAt
      if (performance.now() - failingSince >= GIVE_UP_MS) lose('unreachable')
    } finally {
      running = null
    }
  }
  const timer = setInterval(() => {
    running ??= renew()
  }, RENEW_MS)
  return {
    end: async () => {
      over = true
      clearInterval(timer)
      await running
      await market.query('select renew_lease($1, true)', [epoch]).catch(() => undefined)
    },
  }
}
