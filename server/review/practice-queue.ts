/**
 * A queue of one kind of waiting documents. It processes due ones in bounded batches; failed ones are skipped for a
 * while.
 */
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { DueQuery } from '#server/review/practice-store.ts'

/** A queue of documents. */
export interface Queue {
  /** Processes one batch. Returns how many were due. */
  sweep(): Promise<number>
}

export interface QueueParts<Row> {
  clock: Pick<MarketClock, 'now'>
  log: Pick<Logger, 'error'>
  /** The name of the document in the log. */
  name: string
  due(query: DueQuery): Promise<Row[]>
  act(row: Row): Promise<unknown>
}

const BATCH = 50
const REST_MS = 30_000

/** An operator or another server was faster, which is not an error. */
const overtaken = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'document_moved_on'

/** The document waits for the operators. */
const isFrozen = (error: unknown): boolean =>
  error instanceof Rejected && (error.code === 'document_frozen' || error.code === 'account_frozen')

export function createQueue<Row extends { id: bigint }>(parts: QueueParts<Row>): Queue {
  const { clock, log, name, due, act } = parts
  /** Failed documents, and until when they are skipped. */
  const resting = new Map<bigint, number>()
  return {
    sweep: async () => {
      const nowMs = clock.now()
      for (const [id, until] of resting) if (until <= nowMs) resting.delete(id)
      const rows = await due({ nowMs, resting: [...resting.keys()], limit: BATCH })
      for (const row of rows) {
        try {
          await act(row)
        } catch (error) {
          if (overtaken(error)) continue
          resting.set(row.id, nowMs + REST_MS)
          if (isFrozen(error)) continue
          log.error({ err: error, [name]: row.id.toString() }, 'the practice reviewer failed')
        }
      }
      return rows.length
    },
  }
}
