/**
 * The public tick history in pages. They are streamed in small pieces, a few at a time, so that other requests do not
 * wait.
 */
import { setImmediate as others, setTimeout as pause } from 'node:timers/promises'
import type { LogReader } from '#server/market/log-reader.ts'
import { HISTORY_PAGE_END, type PageEnd } from '#server/market/tick-log-store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { createPace } from '#server/platform/pace.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { createPlaces } from '#server/platform/http/places.ts'
import type { PageMark } from '#server/platform/http/page-cache.ts'

/** About 80 kB of text, which the database builds. */
const PIECE_RECORDS = 500
/** Pieces in memory, about 5 MB. */
const KEPT_PIECES = 64
const STALLED_MS = 60_000
/** Queries at once for all readers together, so that many readers leave the database's connections to others. */
const AT_ONCE = 2

/** Pages that are read at the same time, in total and per address. Each waits for one query at most. */
const PAGES_MAX = 128
const PAGES_OF_ADDRESS = 32

/** Pages begun and pieces sent for all readers together, at most about 30 MB a second. */
const SENT = { perSecond: 400, atOnce: 50 } as const

/** A page of the tick history. */
export interface HistoryPage {
  /** Records after this number, up to and including `until`. The page is empty if they are equal. */
  after: number
  until: number
  more: boolean
  mark: PageMark
}

interface PageStart {
  afterSeq?: number | undefined
  fromMs?: number | undefined
  limit: number
}

interface Piece {
  after: number
  until: number
  separator: string
  /** What is read of the records: they themselves, or lines with the inputs of those that have some. */
  of?: 'records' | 'inputs' | undefined
}

/** Reads pages of the history. Keeps the most recent pieces, because many readers are usually at the same place. */
export class HistoryPages {
  readonly #log: LogReader
  /** Newest last. */
  readonly #known = new Map<string, Promise<string>>()
  readonly #ends = new Map<string, Promise<PageEnd | undefined>>()
  readonly #pace = createPace(SENT)
  readonly #places = createPlaces<string>(PAGES_MAX, PAGES_OF_ADDRESS)
  readonly #inTurn = boundedQueue({ atOnce: AT_ONCE, waitingMax: PAGES_MAX })

  constructor(log: LogReader) {
    this.#log = log
  }

  /** Throws `unavailable` if too many pages are being read. The slot is released when the answer has been sent. */
  enter({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): void {
    reply.raw.once('close', this.#places.enter(clientAddress(request)))
    // A reader who reads nothing for this long is considered gone.
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  }

  /**
   * Finds the page after a record, and from a time (ms) if that is later. Records never change and are numbered without
   * gaps, so a page that is followed by a record is immutable.
   */
  async page(productId: number, { afterSeq = 0, fromMs, limit }: PageStart): Promise<HistoryPage> {
    await this.#turn()
    const from =
      fromMs === undefined ? 0 : await this.#inTurn(() => this.#log.seqBefore(productId, fromMs))
    const after = Math.max(from, afterSeq)
    const end = await this.#end(productId, { after, until: after + limit })
    const { seq, hash, more } = end ?? { ...HISTORY_PAGE_END, seq: after }
    // The last record's hash covers all records before it.
    const tag = `${after}-${seq}-${more ? 'more' : 'end'}-${hash}`
    return { after, until: seq, more, mark: { tag, complete: more } }
  }

  async #turn(): Promise<void> {
    const waitMs = this.#pace() ?? 0
    if (waitMs > 0) await pause(waitMs)
  }

  /** Readers of the same page wait for the same query. */
  #end(productId: number, range: { after: number; until: number }): Promise<PageEnd | undefined> {
    const key = `${productId} ${range.after} ${range.until}`
    const asked = this.#ends.get(key)
    if (asked !== undefined) return asked
    const end = this.#inTurn(() => this.#log.pageEnd(productId, range))
    this.#ends.set(key, end)
    const done = (): void => void this.#ends.delete(key)
    end.then(done, done)
    return end
  }

  /** Reads a piece. All its records exist, so its text never changes. */
  #read(productId: number, piece: Piece): Promise<string> {
    const { after, until, separator, of = 'records' } = piece
    const key = `${productId} ${after} ${until} ${separator} ${of}`
    const known = this.#known.get(key)
    const read = (): Promise<string> =>
      of === 'records'
        ? this.#log.pieces(productId, piece)
        : this.#log.inputsLines(productId, piece)
    const text = known ?? this.#inTurn(read)
    this.#known.delete(key)
    this.#known.set(key, text)
    // A failed read is reported to those who wait for it and is not kept.
    if (known === undefined) text.catch(() => this.#known.delete(key))
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEPT_PIECES && oldest !== undefined) this.#known.delete(oldest)
    return text
  }

  /**
   * The page's records as JSON with `separator` between them. A piece is read when the one before has been sent, so a
   * slow reader holds one piece and no database connection.
   */
  async *text(productId: number, { after, until, separator, of }: Piece): AsyncGenerator<string> {
    for (let at = after; at < until; at += PIECE_RECORDS) {
      const piece = { after: at, until: Math.min(at + PIECE_RECORDS, until), separator, of }
      const text = await this.#read(productId, piece)
      // Lets other requests run between pieces.
      await others()
      await this.#turn()
      yield at === after ? text : separator + text
    }
  }
}
