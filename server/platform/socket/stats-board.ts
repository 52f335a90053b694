/** 24 h statistics, once per second. Each product's row is encoded once, and only changed rows are sent. */
import { envelopeText, SAME_EPOCH } from '#contract/frame-text.ts'
import type { QuoteSource } from '#server/platform/socket/hub.ts'

/** The encoded statistics. */
export interface StatsBoard {
  /** Reads the rows again. Those that differ count as changed in this slot. */
  refresh(productIds: Iterable<number>, slot: number): void
  /** The rows of these products that changed after `fromSlot`, as an envelope. Null if none did. */
  changed(productIds: Iterable<number>, fromSlot: number, at: StatsMoment): string | null
  snapshot(productIds: Iterable<number>, at: StatsMoment): string
  heartbeat(at: StatsMoment): string
}

/** The sequence number and time of a frame. */
interface StatsMoment {
  timeMs: number
  seq: number
}

export function createStatsBoard(source: QuoteSource, epoch: string): StatsBoard {
  const rows = new Map<number, { text: string; slot: number }>()
  const head = { topic: 'stats', epoch: SAME_EPOCH } as const
  const read = (productId: number, slot: number): void => {
    const row = source.statsRow(productId)
    if (row === null) return
    const text = JSON.stringify(row)
    if (rows.get(productId)?.text !== text) rows.set(productId, { text, slot })
  }
  const since = (productIds: Iterable<number>, fromSlot: number): string[] => {
    const texts: string[] = []
    for (const id of productIds) {
      const row = rows.get(id)
      if (row !== undefined && row.slot > fromSlot) texts.push(row.text)
    }
    return texts
  }
  return {
    refresh: (productIds, slot) => {
      for (const id of productIds) read(id, slot)
    },
    changed: (productIds, fromSlot, at) => {
      const texts = since(productIds, fromSlot)
      if (texts.length === 0) return null
      return envelopeText({ ...head, ...at, kind: 'delta' }, `[${texts.join()}]`)
    },
    snapshot: (productIds, at) => {
      const ids = [...productIds]
      for (const id of ids) if (!rows.has(id)) read(id, 0)
      return envelopeText({ ...head, ...at, epoch, kind: 'snapshot' }, `[${since(ids, -1).join()}]`)
    },
    heartbeat: (at) => envelopeText({ ...head, ...at, kind: 'heartbeat' }, 'null'),
  }
}
