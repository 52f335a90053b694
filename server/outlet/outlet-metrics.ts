/** Metrics of notices outside of the app. They are read from the database when they are scraped. */
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Channel, selectWaiting, type WaitingRow } from '#server/outlet/outlet-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Registers the metrics. Channels that are off have none. */
export function outletMetrics(
  registry: Registry,
  db: Database,
  clock: Pick<MarketClock, 'now'>,
): { count(channel: Channel, outcome: string, messages: number): void } {
  const registers = [registry]
  const ended = new Counter({
    name: 'fairtick_outlet_ended_total',
    help: 'Notices by mail and webhook that ended: sent, failed (refused, or too old), lapsed',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const gauge = (name: string, help: string, valueOf: (row: WaitingRow) => number): unknown =>
    new Gauge({
      name: `fairtick_outlet_${name}`,
      help,
      labelNames: ['channel'],
      registers,
      async collect() {
        const rows = await selectWaiting(db, clock.now()).catch(() => [])
        for (const row of rows) this.set({ channel: row.channel }, valueOf(row))
      },
    })
  gauge('waiting', 'Notices by mail and webhook that wait', ({ waiting }) => waiting)
  gauge('oldest_seconds', 'How long the oldest of them has waited', ({ oldest }) =>
    oldest === null ? 0 : (clock.now() - Number(oldest)) / 1000,
  )
  return {
    count: (channel, outcome, messages) => ended.inc({ channel, outcome }, messages),
  }
}
