/** How each simulated product behaves. The table is part of the published series, so that anyone can recompute it. */

/** The parameters of one simulated product. */
export interface SimulationParameters {
  productId: number
  /** The scaled price near which the series starts, and to whose size its steps are relative (`scaleOf`). */
  anchor: number
  /** The standard deviation of the yearly return. */
  yearlyVolatility: number
  /** The mean time between ticks, before the cap (rules/simulation.ts, MAX_INTERVAL_MS). */
  meanIntervalMs: number
  /** Jumps per day, each as large as a few minutes of movement. */
  jumpsPerDay: number
  /** Sizes are integer multiples of this value, scaled. */
  sizeStep: number
  /** The largest size is about this number of steps. */
  sizeSpread: number
}

type Row = readonly [
  symbol: string,
  productId: number,
  anchor: number,
  yearlyVolatility: number,
  meanIntervalMs: number,
  sizeStep: number,
  sizeSpread: number,
]

const ROWS: readonly Row[] = [
  ['GC', 1, 41_250, 0.16, 500, 1, 12],
  ['SI', 2, 50_400, 0.28, 800, 1, 8],
  ['USOIL', 3, 61_350, 0.32, 600, 1, 14],
  ['UKOIL', 4, 6_540, 0.3, 900, 1, 10],
  ['NG', 5, 3_860, 0.5, 1_100, 1, 9],
  ['HG', 6, 49_800, 0.24, 1_200, 1, 6],
  ['ES', 7, 662_500, 0.15, 400, 1, 18],
  ['NQ', 8, 2_430_000, 0.2, 400, 1, 10],
  ['EURUSD', 9, 115_600, 0.075, 450, 1_000, 900],
  ['GBPUSD', 10, 131_200, 0.08, 550, 1_000, 700],
  ['USDJPY', 11, 154_800, 0.1, 500, 1_000, 800],
  ['AUDUSD', 12, 65_100, 0.1, 800, 1_000, 500],
  ['NZDUSD', 13, 56_400, 0.1, 1_000, 1_000, 400],
  ['USDCAD', 14, 140_300, 0.065, 800, 1_000, 500],
  ['USDCHF', 15, 80_200, 0.075, 900, 1_000, 450],
  ['EURJPY', 16, 178_900, 0.1, 700, 1_000, 500],
  ['XAUUSD', 17, 4_118_000, 0.16, 450, 1, 40],
  ['BTCUSDT', 18, 9_450_000, 0.5, 330, 10_000, 4_000],
  ['ETHUSDT', 19, 312_000, 0.65, 400, 100_000, 5_000],
  ['SOLUSDT', 20, 14_180, 0.8, 700, 100, 9_000],
  ['BNBUSDT', 21, 92_400, 0.55, 900, 10, 8_000],
  ['XRPUSDT', 22, 22_600, 0.75, 800, 10, 6_000],
  ['LTCUSDT', 23, 9_320, 0.7, 1_300, 10, 9_000],
  ['DOGEUSDT', 24, 16_200, 0.85, 900, 1, 9_000],
  ['ADAUSDT', 25, 5_140, 0.85, 1_300, 10, 9_000],
  ['AVAXUSDT', 26, 15_900, 0.85, 1_300, 1, 7_000],
]

/** The parameters of every simulated product by symbol. */
export const SIMULATION_PARAMETERS: ReadonlyMap<string, SimulationParameters> = new Map(
  ROWS.map(
    ([symbol, productId, anchor, yearlyVolatility, meanIntervalMs, sizeStep, sizeSpread]) => [
      symbol,
      { productId, anchor, yearlyVolatility, meanIntervalMs, jumpsPerDay: 6, sizeStep, sizeSpread },
    ],
  ),
)
