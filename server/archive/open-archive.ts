/**
 * The worker that moves old days of the price log from the database into files: it closes a day that is over, writes
 * its files and reads them back, checks its orders, and lets the database drop it when it is old enough. It may stop at
 * any point, and continues at the next run.
 */
import { Gauge, type Registry } from 'prom-client'
import type { SignedText } from '#contract/signed-text.ts'
import { archiveIn, copyDay, copyOf, folderOf } from '#server/archive/archive-folder.ts'
import * as store from '#server/archive/archive-store.ts'
import { writeDayFile } from '#server/archive/day-writer.ts'
import { isSealed, NO_MANIFEST, readManifest, writeManifest } from '#server/archive/manifest.ts'
import { ArchivedDays, type OldDay } from '#server/archive/old-days.ts'
import { readKeys } from '#server/market/checkpoint-store.ts'
import type { Area } from '#server/platform/area.ts'
import { createWorker, type MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { Logger } from '#server/platform/logging.ts'
import { isSignedByOneOf, type Signer } from '#server/platform/signer.ts'
import { isLocked } from '#server/retention/retention-store.ts'

const EVERY_MS = 60_000

export interface ArchiveNeeds {
  pools: Pick<Pools, 'market' | 'auditor' | 'app'>
  clock: MarketClock
  log: Logger
  metrics: Registry
  signer: Signer
  dataFolder: string
  /** The folder of the archived WAL, which gets a copy of each day. Null if there is none. */
  archiveWal: string | null
  /** How many days of prices stay in the database, at least 2. */
  tickDays: number
}

export interface Archive extends Area {
  /** The days that left the database, for those who read the log. */
  oldDays: ArchivedDays
  /** Does all that can be done now. */
  run(): Promise<void>
}

interface Running {
  oldDays: ArchivedDays
  /** Aborted when the worker is to stop. */
  signal: AbortSignal
}

/** Ends with an error once the worker is to stop, so that a file that is not complete is left out. */
async function* whileOpen<T>(batches: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal.throwIfAborted()
    yield batch
  }
}

/** Writes and signs the files of a day, or takes those of a run that was stopped before the database knew of them. */
async function archiveDay(
  { pools, signer, archiveWal, oldDays, signal }: ArchiveNeeds & Running,
  { day, previous }: { day: OldDay['day']; previous: string | null },
  archive: string,
): Promise<void> {
  const folder = folderOf(archive, day)
  const ends = await store.selectEnds(pools.app, day)
  if (!(await isSealed(folder))) {
    const files = []
    for (const product of await store.selectProducts(pools.app, day)) {
      const range = { after: product.beforeSeq, until: product.headSeq }
      const file = await writeDayFile(folder, {
        symbol: product.symbol,
        day,
        before: { seq: product.beforeSeq, hash: product.beforeHash, timeMs: product.beforeMs },
        head: { seq: product.headSeq, hash: product.headHash },
        batches: whileOpen(store.readRecords(pools.market, product.productId, range), signal),
      })
      files.push(file)
    }
    await writeManifest(folder, { day, previous: previous ?? NO_MANIFEST, files }, signer)
  }
  const { hash } = await readManifest(folder)
  await oldDays.open({ day, manifest: hash, ends })
  if (archiveWal !== null) await copyDay(folder, copyOf(archiveWal, { day, manifest: hash }))
  await store.noteArchived(pools.market, day, hash)
}

/** The days that the database no longer has, from the files in a data folder. */
export async function openOldDays(db: Queryable, dataFolder: string): Promise<ArchivedDays> {
  const isSigned = async (signed: SignedText): Promise<boolean> =>
    isSignedByOneOf(await readKeys(db), signed)
  const oldDays = new ArchivedDays(archiveIn(dataFolder), isSigned)
  for (const old of await store.selectOldDays(db)) oldDays.add(old)
  return oldDays
}

/** Copies the days that a data folder lacks, after a restore, from beside the archived WAL. */
export async function bringDays(db: Queryable, dataFolder: string, wal: string): Promise<void> {
  for (const old of await store.selectArchived(db)) {
    const copy = copyOf(wal, old)
    if (await isSealed(copy)) await copyDay(copy, folderOf(archiveIn(dataFolder), old.day))
  }
}

/** Opens the archive. The worker runs at the start and then each minute. */
export async function openArchive(needs: ArchiveNeeds): Promise<Archive> {
  const { pools, clock, log, metrics, dataFolder, tickDays } = needs
  const archive = archiveIn(dataFolder)
  const oldDays = await openOldDays(pools.app, dataFolder)
  const done = new Gauge({
    name: 'fairtick_archive_done_timestamp_seconds',
    help: 'When the last run ended that left no day of the price log to archive',
    registers: [metrics],
  })

  const stopping = new AbortController()
  const { signal } = stopping
  const archiveAll = async (): Promise<void> => {
    for (let day = await store.closeDay(pools.market); day !== null; ) {
      log.info({ day }, 'a day of the price log was closed')
      day = await store.closeDay(pools.market)
    }
    for (let next = await store.selectUnarchived(pools.app); next !== undefined; ) {
      await archiveDay({ ...needs, oldDays, signal }, next, archive)
      log.info({ day: next.day }, 'a day of the price log was archived')
      next = await store.selectUnarchived(pools.app)
    }
    for (let day = await store.checkDay(pools.auditor); day !== null; ) {
      log.info({ day }, 'the orders of a day were checked for the last time')
      day = await store.checkDay(pools.auditor)
    }
    done.set(clock.now() / 1000)
    await dropOld()
  }
  const dropOld = async (): Promise<void> => {
    for (;;) {
      const old = await store.selectDroppable(pools.app, tickDays)
      if (old === undefined) return
      await oldDays.open(old)
      // Those who read the log take the day from its files. By the next run no query is left that did not.
      if (oldDays.add(old)) return
      const dropped = await store.dropDay(pools.market, tickDays)
      if (dropped === undefined) return
      log.info({ ...dropped }, 'a day of the price log was dropped from the database')
    }
  }

  const { run, start, stop } = createWorker(clock, {
    periodMs: EVERY_MS,
    work: archiveAll,
    failed: (err) => {
      if (signal.aborted) return
      if (isLocked(err)) log.info('the price log is in use: its old days wait')
      else log.error({ err }, 'old days of the price log were not archived')
    },
  })
  return {
    oldDays,
    run,
    start,
    stop: async () => {
      stopping.abort()
      await stop()
    },
  }
}
