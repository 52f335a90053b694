/** The last displayed bars, for a visit without a network: only of a few charts, and only the newest bars of each. */
import { z } from 'zod/mini'
import { type Candle, candle, interval as intervalName } from '#contract/product.ts'
import { type Kept, type LastKnown, recall, remember } from '#streams'

const MAX_CHARTS = 4
const MAX_BARS = 150

const shape = z.array(
  z.object({ symbol: z.string(), interval: intervalName, candles: z.array(candle) }),
)
type Chart = z.infer<typeof shape>[number]
const KEPT: Kept<Chart[]> = { topic: 'candles', shape }

export interface LastBars {
  read(): readonly Candle[]
  write(bars: readonly Candle[], asOf: number): void
}

/** The bars of one chart. `known` is null when the app stored nothing. */
export function lastBars(
  known: LastKnown | null,
  { symbol, interval }: Pick<Chart, 'symbol' | 'interval'>,
): LastBars {
  const all = recall(known, KEPT, false)?.value ?? []
  const isThis = (chart: Chart): boolean => chart.symbol === symbol && chart.interval === interval
  const others = all.filter((chart) => !isThis(chart)).slice(0, MAX_CHARTS - 1)
  return {
    read: () => all.find(isThis)?.candles ?? [],
    write: (bars, asOf) => {
      const candles = bars.slice(-MAX_BARS)
      const value = [{ symbol, interval, candles }, ...others]
      remember(known, KEPT, { value, asOf, personal: false })
    },
  }
}
