/** A product's whole public tick history, as anyone downloads it. */
import type { TickRecord } from '#contract/tick-log.ts'
import { ticksOf } from '../../scripts/receipt-tools.ts'

export const publicLog = (url: string, symbol: string): Promise<TickRecord[]> =>
  ticksOf(`${url}/api/ticks/${symbol}.ndjson`)
