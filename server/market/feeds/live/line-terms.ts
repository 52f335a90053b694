/** The lines that are off until the operator turns them on, and why. */
import type { LineName } from '#contract/venue-lines.ts'
import type { Config } from '#server/platform/config.ts'

/** A line that needs the operator's decision. Its flag is its name. */
interface LineTerms {
  /** Whether its setting is on. */
  isOn(config: Config): boolean
  /** Why it is off, for the start message. */
  why: string
}

const UNREAD = 'its terms were not read in full'

/** All other lines are on. */
export const LINE_TERMS: Readonly<Partial<Record<LineName, LineTerms>>> = {
  'binance-perpetual': { isOn: (config) => config.binancePerpetual, why: UNREAD },
  bitget: { isOn: (config) => config.bitget, why: UNREAD },
  'bitget-perpetual': { isOn: (config) => config.bitgetPerpetual, why: UNREAD },
  'bybit-perpetual': { isOn: (config) => config.bybitPerpetual, why: UNREAD },
  coinbase: { isOn: (config) => config.coinbase, why: 'its terms restrict indexes' },
  gate: { isOn: (config) => config.gate, why: UNREAD },
  'gate-perpetual': { isOn: (config) => config.gatePerpetual, why: UNREAD },
  'mexc-perpetual': {
    isOn: (config) => config.mexcPerpetual,
    why: `${UNREAD}, and it only counts beside three others`,
  },
  'okx-perpetual': { isOn: (config) => config.okxPerpetual, why: UNREAD },
}
