/** The days of the price log that left the database, read from their files. */
import type { Day } from '#contract/scalars.ts'
import { folderOf } from '#server/archive/archive-folder.ts'
import { createBlockCache } from '#server/archive/block-cache.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { type ArchivedDay, openDay, type ReaderParts } from '#server/archive/day-reader.ts'
import { ArchiveFault } from '#server/archive/fault.ts'
import { isMissing } from '#server/platform/whole-files.ts'
import type { OldDays } from '#server/market/log-reader.ts'

/** The first and the last record of a product on a day, and the hash that its first one follows. */
export interface DayEnd {
  productId: number
  symbol: string
  firstSeq: number
  lastSeq: number
  firstMs: number
  lastMs: number
  hashBefore: string
  lastHash: string
}

/** An archived day: the hash of its manifest, and its ends by product. */
export interface OldDay {
  day: Day
  manifest: string
  ends: readonly DayEnd[]
}

/** Days whose manifests are kept in memory. */
const OPEN_DAYS = 16

interface Place extends DayEnd {
  old: OldDay
}

/** Reads old days. `add` the next day before the database drops it. */
export class ArchivedDays implements OldDays {
  readonly #archive: string
  readonly #isSigned: ReaderParts['isSigned']
  readonly #cache = createBlockCache()
  /** The ends per product, oldest first. */
  readonly #places = new Map<number, Place[]>()
  readonly #days = new Set<Day>()
  /** Newest use last. */
  readonly #open = new Map<Day, Promise<ArchivedDay>>()

  constructor(archive: string, isSigned: ReaderParts['isSigned']) {
    this.#archive = archive
    this.#isSigned = isSigned
  }

  /** Adds a day, newer than those before it. False if it was added before. */
  add(old: OldDay): boolean {
    if (this.#days.has(old.day)) return false
    this.#days.add(old.day)
    for (const end of old.ends) {
      const places = this.#places.get(end.productId) ?? []
      places.push({ ...end, old })
      this.#places.set(end.productId, places)
    }
    return true
  }

  endOf(productId: number): { seq: number; timeMs: number } | undefined {
    const last = this.#places.get(productId)?.at(-1)
    return last && { seq: last.lastSeq, timeMs: last.lastMs }
  }

  async *records(
    productId: number,
    { after, until }: { after: number; until: number },
  ): AsyncGenerator<readonly ArchivedRecord[]> {
    const places = this.#places.get(productId) ?? []
    for (const { firstSeq, lastSeq, symbol, old } of places) {
      if (lastSeq <= after || firstSeq > until) continue
      const day = await this.open(old)
      yield* day.recordsOf(symbol, { fromSeq: after + 1, toSeq: until })
    }
  }

  async seqAt(productId: number, timeMs: number): Promise<number> {
    const place = this.#places.get(productId)?.findLast(({ firstMs }) => firstMs <= timeMs)
    if (place === undefined) return 0
    if (place.lastMs <= timeMs) return place.lastSeq
    return (await this.open(place.old)).seqAt(place.symbol, timeMs)
  }

  /** The day's files. Throws `ArchiveFault` if they are missing, or are not those that the database names. */
  open(old: OldDay): Promise<ArchivedDay> {
    const known = this.#open.get(old.day)
    const day = known ?? this.#read(old)
    this.#open.delete(old.day)
    this.#open.set(old.day, day)
    if (known === undefined) day.catch(() => this.#open.delete(old.day))
    const [oldest] = this.#open.keys()
    if (this.#open.size > OPEN_DAYS && oldest !== undefined) this.#open.delete(oldest)
    return day
  }

  async #read(old: OldDay): Promise<ArchivedDay> {
    const folder = folderOf(this.#archive, old.day)
    const parts = { isSigned: this.#isSigned, cache: this.#cache }
    const day = await openDay(folder, parts).catch((error: unknown) => {
      throw isMissing(error) ? new ArchiveFault(`${folder}: has no manifest`) : error
    })
    if (day.hash !== old.manifest)
      throw new ArchiveFault(`${folder}: is not the day that was archived`)
    for (const { symbol, firstSeq, lastSeq, hashBefore, lastHash } of old.ends) {
      const span = day.spanOf(symbol)
      const isWhole =
        span?.before.seq === firstSeq - 1 &&
        span.before.hash === hashBefore &&
        span.head.seq === lastSeq &&
        span.head.hash === lastHash
      if (!isWhole)
        throw new ArchiveFault(`${folder}: has other records of ${symbol} than the log had`)
    }
    return day
  }
}
