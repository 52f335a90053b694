/** Decoded blocks of the archive that were read last, up to a number of bytes, because readers come back to them. */
import type { ArchivedRecord } from '#server/market/log-reader.ts'

/** What a decoded record takes in memory, about, besides its inputs. */
const RECORD_BYTES = 400
const BYTES_MAX = 32 * 2 ** 20

type Records = readonly ArchivedRecord[]

const bytesOf = (records: Records): number =>
  records.reduce((bytes, { inputs = '' }) => bytes + RECORD_BYTES + inputs.length, 0)

/** Keeps decoded blocks by a name. */
export interface BlockCache {
  /**
   * The records of a block, read unless they are kept. Readers of the same block wait for the same read; one that
   * failed is not kept.
   */
  get(name: string, read: () => Promise<Records>): Promise<Records>
  /** What is kept now, in estimated bytes. */
  readonly bytes: number
}

/** Creates a cache. The block that was used longest ago is dropped first; one above the limit is not kept. */
export function createBlockCache(bytesMax = BYTES_MAX): BlockCache {
  /** Used last, last. */
  const kept = new Map<string, { records: Records; bytes: number }>()
  const reading = new Map<string, Promise<Records>>()
  let total = 0

  const keep = (name: string, records: Records): void => {
    const bytes = bytesOf(records)
    if (bytes > bytesMax) return
    kept.set(name, { records, bytes })
    total += bytes
    for (const [oldest, entry] of kept) {
      if (total <= bytesMax) return
      kept.delete(oldest)
      total -= entry.bytes
    }
  }

  const readOnce = async (name: string, read: () => Promise<Records>): Promise<Records> => {
    try {
      const records = await read()
      keep(name, records)
      return records
    } finally {
      reading.delete(name)
    }
  }

  return {
    get bytes() {
      return total
    },
    get: (name, read) => {
      const known = kept.get(name)
      if (known !== undefined) {
        kept.delete(name)
        kept.set(name, known)
        return Promise.resolve(known.records)
      }
      const begun = reading.get(name) ?? readOnce(name, read)
      reading.set(name, begun)
      return begun
    },
  }
}
