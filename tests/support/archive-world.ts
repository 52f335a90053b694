/** A database with days to archive, folders for their files, and the worker, which runs in a process that is killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TickRecord } from '#contract/tick-log.ts'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { createBlockCache } from '#server/archive/block-cache.ts'
import { openDay } from '#server/archive/day-reader.ts'
import { MANIFEST } from '#server/archive/manifest.ts'
import { openOldDays } from '#server/archive/open-archive.ts'
import { dayOf } from '#rules/business-day.ts'
import { LogReader } from '#server/market/log-reader.ts'
import { isSignedBy, type Signer } from '#server/platform/signer.ts'
import { type WorkerOrder, workerSaid } from '#support/archive-worker-process.ts'
import { LIVE_PRODUCT } from '#support/archive-history.ts'
import { faultsOf } from '#support/ledger-room.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

const WORKER = fileURLToPath(new URL('archive-worker-process.ts', import.meta.url))
const TICK_DAYS = 2
const ALL = 1_000_000

/** What a product's log has, as a reader of the server returned it. */
export interface Log {
  id: number
  symbol: string
  /** The records, as JSON by day. */
  days: ReadonlyMap<string, string>
  /** The inputs of live prices as they are published. */
  inputs: string
}

/** The server's key, as a process gets it. */
export interface ServerKey {
  signer: Signer
  pem: string
}

const daysOf = (records: readonly TickRecord[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(records, ({ timeMs }) => dayOf(timeMs))].map(([day, own]) => [
      day,
      JSON.stringify(own),
    ]),
  )

/** Reads a product's whole log. */
export async function readLog(
  reader: LogReader,
  { id, symbol }: { id: number; symbol: string },
): Promise<Log> {
  const days = daysOf(await reader.after(id, 0, ALL))
  // The other products have none, which costs as much to read as their records.
  const inputs =
    symbol === LIVE_PRODUCT.symbol ? await reader.inputsLines(id, { after: 0, until: ALL }) : ''
  return { id, symbol, days, inputs }
}

/** What another reading of a log has otherwise. */
export function otherIn(log: Log, other: Log): string[] {
  const days = new Set([...log.days.keys(), ...other.days.keys()])
  return [
    ...[...days]
      .filter((day) => log.days.get(day) !== other.days.get(day))
      .map((day) => `${log.symbol} has other records on ${day}`),
    ...(log.inputs === other.inputs ? [] : [`${log.symbol} has other inputs`]),
  ]
}

/** What the next worker has to do first. */
export type Progress =
  | 'nothing to do'
  | 'a day to close'
  | 'a day without files'
  | 'an unfinished file'
  | 'some files'
  | 'a manifest that the database does not know'
  | 'an unfinished copy'
  | 'a day to check'
  | 'a day to drop'

const isUnfinished = (name: string): boolean => name.startsWith('.')
const sorted = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).toSorted() : []
/** The names and bytes of the files in a folder. */
const digestOf = (folder: string): string =>
  hash(
    'sha256',
    Buffer.concat(
      sorted(folder).flatMap((name) => [Buffer.from(name), readFileSync(join(folder, name))]),
    ),
  )

async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exit = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exit
}

export class ArchiveWorld {
  readonly database: TestDatabase
  readonly folder = mkdtempSync(join(tmpdir(), 'fairtick-archive-'))
  readonly archive = archiveIn(this.folder)
  readonly #wal = join(this.folder, 'wal')
  readonly #key: ServerKey
  #checkpoints = 0
  /** The digests of complete days that were found whole. */
  readonly #whole = new Map<string, string>()
  /** The process of the present worker, or that of the next one, which loads its modules meanwhile. */
  #worker = fork(WORKER, ['--archive'])
  /** Runs of the present worker. */
  runs = 0
  /** What workers could not do. */
  readonly failures: string[] = []

  constructor(database: TestDatabase, key: ServerKey) {
    this.database = database
    this.#key = key
    mkdirSync(this.#wal)
  }

  /** The market's time, as the newest checkpoint says it. */
  async itIs(ms: number): Promise<void> {
    this.#checkpoints += 1
    await this.database.owner.query(
      `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
        values ($1, $2, '[]', '', $3, '', (select min(key_id) from signing_keys))`,
      [this.#checkpoints, ms, `checkpoint ${this.#checkpoints}`],
    )
  }

  /** Starts a worker, and resolves when its first run begins. */
  async start(): Promise<void> {
    const worker = this.#worker
    this.runs = 0
    let isOpen = false
    worker.on('message', (message) => {
      if (worker !== this.#worker) return
      const { said, why } = workerSaid.parse(message)
      if (said === 'failed') this.failures.push(why)
      if (said === 'ran') this.runs += 1
      if (said === 'open') isOpen = true
    })
    worker.on('exit', (code, signal) => {
      if (signal !== 'SIGKILL') this.failures.push(`the worker ended with ${code ?? signal}`)
    })
    const order: WorkerOrder = {
      urls: this.database.urls,
      dataFolder: this.folder,
      archiveWal: this.#wal,
      key: this.#key.pem,
      tickDays: TICK_DAYS,
    }
    worker.send(order)
    await until('a worker', () => isOpen || this.failures.length > 0)
  }

  /** Kills the worker, and resolves when the database has done what it asked for. */
  async kill(): Promise<void> {
    await ended(this.#worker)
    this.#worker = fork(WORKER, ['--archive'])
    // All others ask as the owner of the tables.
    await until('the end of its queries', async () => {
      const [row] = await this.database.owner.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and usename <> current_user`,
      )
      return row?.n === 0
    })
  }

  /** The oldest day of which that is so, by the time of the market. */
  async #oldest(condition: string): Promise<string | undefined> {
    const [row] = await this.database.owner.query<{ day: string }>(
      `select day::text as day from tick_days where ${condition} order by from_ms limit 1`,
    )
    return row?.day
  }

  /** Whether a day and all before it have left the database. */
  async isDropped(day: string): Promise<boolean> {
    const oldest = await this.#oldest('dropped_at is null')
    return oldest !== undefined && oldest > day
  }

  /** How many files, manifests and copies there are. */
  entries(): number {
    const days = sorted(this.archive).flatMap((day) => sorted(join(this.archive, day)))
    return [...days, ...sorted(archiveIn(this.#wal))].filter((name) => !isUnfinished(name)).length
  }

  /** How far a killed worker had come. */
  async progress(): Promise<Progress> {
    if (sorted(archiveIn(this.#wal)).some(isUnfinished)) return 'an unfinished copy'
    const written = await this.#oldest('closed_at is not null and archived_at is null')
    if (written !== undefined) {
      const names = sorted(join(this.archive, written))
      if (names.includes(MANIFEST)) return 'a manifest that the database does not know'
      if (names.some(isUnfinished)) return 'an unfinished file'
      return names.length > 0 ? 'some files' : 'a day without files'
    }
    const isDue = async (condition: string): Promise<boolean> =>
      (await this.#oldest(condition)) !== undefined
    if (await isDue('archived_at is not null and checked_at is null')) return 'a day to check'
    if (await isDue('closed_at is null and until_ms <= market_now() - 3600000')) {
      return 'a day to close'
    }
    const dropped = `dropped_at is null and until_ms <= market_now() - ${TICK_DAYS} * 86400000::bigint`
    return (await isDue(`${dropped} and checked_at is not null`))
      ? 'a day to drop'
      : 'nothing to do'
  }

  /** What differs from the log as it was, in the database and the files together. */
  async differences(before: readonly Log[]): Promise<string[]> {
    const oldDays = await openOldDays(this.database.owner, this.folder)
    const reader = new LogReader(this.database.owner, oldDays)
    const found: string[] = []
    for (const log of before) found.push(...otherIn(log, await readLog(reader, log)))
    return [...found, ...(await this.#folderFaults(before)), ...this.#copyFaults()]
  }

  /** Days that have a manifest and not all that the log had of them. Those that did not change are not read again. */
  async #folderFaults(before: readonly Log[]): Promise<string[]> {
    const found: string[] = []
    for (const day of sorted(this.archive)) {
      const folder = join(this.archive, day)
      const bytes = digestOf(folder)
      if (!existsSync(join(folder, MANIFEST)) || this.#whole.get(day) === bytes) continue
      const faults = await this.#dayFaults(day, before)
      if (faults.length === 0) this.#whole.set(day, bytes)
      found.push(...faults)
    }
    return found
  }

  async #dayFaults(day: string, before: readonly Log[]): Promise<string[]> {
    const { publicKeyPem } = this.#key.signer
    const opened = await openDay(join(this.archive, day), {
      isSigned: (signed) => isSignedBy(publicKeyPem, signed),
      cache: createBlockCache(),
    })
    const found: string[] = []
    for (const { symbol, days } of before) {
      const stored: TickRecord[] = []
      if (opened.spanOf(symbol) !== undefined) {
        const all = opened.recordsOf(symbol, { fromSeq: 1, toSeq: ALL })
        for await (const batch of all) stored.push(...batch.map(({ record }) => record))
      }
      if (JSON.stringify(stored) !== (days.get(day) ?? '[]')) {
        found.push(`${day} is complete without all records of ${symbol}`)
      }
    }
    return found
  }

  /** Copies beside the WAL that are complete and not the same as their day. */
  #copyFaults(): string[] {
    const copies = archiveIn(this.#wal)
    return sorted(copies)
      .filter((name) => !isUnfinished(name))
      .filter((name) => {
        const [copy, day] = [join(copies, name), join(this.archive, name.slice(0, -17))]
        const names = sorted(day).filter((each) => !isUnfinished(each))
        const isSame = (each: string): boolean =>
          readFileSync(join(copy, each)).equals(readFileSync(join(day, each)))
        return sorted(copy).join() !== names.join() || !names.every(isSame)
      })
      .map((name) => `the copy ${name} is not the day`)
  }

  faults(): ReturnType<typeof faultsOf> {
    return faultsOf(this.database.owner)
  }

  async close(): Promise<void> {
    await ended(this.#worker)
    await this.database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
