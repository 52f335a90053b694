/** One kind of document that waits: takes what is due in bounded batches; one that fails rests, the others go on. */
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { DueQuery } from '#server/review/practice-store.ts'

export interface Queue {
  /** Acts on one batch; returns how many were due. */
  sweep(): Promise<number>
}

export interface QueueParts<Row> {
  clock: Pick<MarketClock, 'now'>
  log: Pick<Logger, 'error'>
  /** As the log names the document. */
  name: string
  due(query: DueQuery): Promise<Row[]>
  act(row: Row): Promise<unknown>
}

const BATCH = 50
const REST_MS = 30_000

/** Somebody was quicker, here or at another server: nothing is wrong. */
const overtaken = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'document_moved_on'

export function createQueue<Row extends { id: bigint }>(parts: QueueParts<Row>): Queue {
  const { clock, log, name, due, act } = parts
  /** Failed ones, and until when they rest. */
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
          log.error({ err: error, [name]: row.id.toString() }, 'the practice reviewer failed')
        }
      }
      return rows.length
    },
  }
}
