/**
 * Watches how much space is left for the database and the data folder. A full disk would stop the database in the
 * middle of trading, so the server refuses first what needs much space, and then orders. Open ones still settle.
 */
import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import type { SpaceLevel } from '#contract/desk-state.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Free and total bytes of a place. */
export interface Space {
  free: number
  total: number
}

const GIB = 2 ** 30
/**
 * A level holds below this share of the place and below these bytes. A share alone would call a large disk full that
 * has room for months.
 */
const LEVELS = [
  { level: 'full', share: 0.03, bytes: GIB },
  { level: 'scarce', share: 0.05, bytes: 2 * GIB },
  { level: 'low', share: 0.1, bytes: 5 * GIB },
] as const satisfies readonly { level: SpaceLevel; share: number; bytes: number }[]

/** The level of a place. */
export const levelOf = ({ free, total }: Space): SpaceLevel =>
  LEVELS.find(({ share, bytes }) => free < total * share && free < bytes)?.level ?? 'enough'

const REFUSED: Readonly<Record<NonNullable<Endpoint['stores']>, readonly SpaceLevel[]>> = {
  much: ['scarce', 'full'],
  order: ['full'],
}

/** The free space of the server. */
export interface FreeSpace {
  level(): SpaceLevel
  /** Whether calls of rows that store this are refused now. */
  refuses(stores: NonNullable<Endpoint['stores']>): boolean
  onChange(listener: () => void): void
  stop(): void
}

/** What the watch needs. */
export interface SpaceParts {
  dataFolder: string
  /** The most bytes that a database elsewhere may take. Null if it is on the disk of the data folder, or unlimited. */
  databaseMax: number | null
  db: Queryable
  clock: MarketClock
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Registry
}

const LOOK_MS = 5_000

/** The folders whose disks are watched: the data folder, and that of the database where it is elsewhere. */
function foldersOf(dataFolder: string): string[] {
  const mark = join(dataFolder, 'pg-folder')
  return [dataFolder, ...(existsSync(mark) ? [readFileSync(mark, 'utf8')] : [])]
}

async function spaceOf(folder: string): Promise<Space> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** What is left of the limit of the database, which can be exceeded. */
async function databaseSpace(db: Queryable, total: number): Promise<Space> {
  const [row] = await db.query<{ size: number }>(
    'select pg_database_size(current_database())::float8 as size',
  )
  return { free: Math.max(0, total - (row?.size ?? total)), total }
}

/** Looks at the space now, and then every five seconds. */
export async function watchFreeSpace(parts: SpaceParts): Promise<FreeSpace> {
  const { dataFolder, databaseMax, db, clock, log, metrics } = parts
  const gauge = new Gauge({
    name: 'fairtick_free_bytes',
    help: 'The bytes left on the disk of the data folder, or of the limit of the database, whichever is nearer its end',
    registers: [metrics],
  })
  let level: SpaceLevel = 'enough'
  const listeners: (() => void)[] = []
  const look = async (): Promise<void> => {
    const spaces = await Promise.all([
      ...foldersOf(dataFolder).map(spaceOf),
      ...(databaseMax === null ? [] : [databaseSpace(db, databaseMax)]),
    ])
    const [least] = spaces.toSorted((one, other) => one.free / one.total - other.free / other.total)
    if (least === undefined) return
    gauge.set(least.free)
    const now = levelOf(least)
    if (now === level) return
    level = now
    log[now === 'enough' ? 'info' : 'warn']({ ...least }, `free space: ${now}`)
    for (const listener of listeners) listener()
  }
  await look()
  const stop: Cancel = clock.every(LOOK_MS, () => {
    look().catch((err: unknown) => log.warn({ err }, 'free space could not be read'))
  })
  return {
    level: () => level,
    refuses: (stores) => REFUSED[stores].includes(level),
    onChange: (listener) => void listeners.push(listener),
    stop,
  }
}
