/** The limits that venues keep against their clients, by their documentation. */
import { DAY_MS } from '#contract/time.ts'
import type { LineName } from '#contract/venue-lines.ts'

/** Durations are in ms. */
interface Rules {
  /** A connection without a ping of the client for longer is cut. Null where the venue asks for none. */
  pingWithinMs: number | null
  /** Requests per second on one connection. */
  requestsPerSecond: number
  symbolsPerRequest: number
  /** Connections are cut after this time. Null if they are not. */
  cutAfterMs: number | null
  /** Whether one unknown symbol refuses its whole request. */
  refusesWhole: boolean
}

export const RULES: Readonly<Record<LineName, Rules>> = {
  binance: {
    pingWithinMs: null,
    requestsPerSecond: 5,
    symbolsPerRequest: 1_024,
    cutAfterMs: DAY_MS,
    refusesWhole: true,
  },
  bitstamp: {
    pingWithinMs: null,
    requestsPerSecond: 100,
    symbolsPerRequest: 1,
    cutAfterMs: 90 * DAY_MS,
    refusesWhole: false,
  },
  bybit: {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 10,
    cutAfterMs: null,
    refusesWhole: true,
  },
  coinbase: {
    pingWithinMs: null,
    requestsPerSecond: 100,
    symbolsPerRequest: 100,
    cutAfterMs: null,
    refusesWhole: true,
  },
  kraken: {
    pingWithinMs: null,
    requestsPerSecond: 50,
    symbolsPerRequest: 100,
    cutAfterMs: null,
    refusesWhole: false,
  },
  okx: {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 480,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'okx-perpetual': {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 480,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'binance-perpetual': {
    pingWithinMs: null,
    requestsPerSecond: 10,
    symbolsPerRequest: 1_024,
    cutAfterMs: DAY_MS,
    refusesWhole: true,
  },
  bitget: {
    pingWithinMs: 120_000,
    requestsPerSecond: 10,
    symbolsPerRequest: 24,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'bitget-perpetual': {
    pingWithinMs: 120_000,
    requestsPerSecond: 10,
    symbolsPerRequest: 24,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'bybit-perpetual': {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 200,
    cutAfterMs: null,
    refusesWhole: true,
  },
  gate: {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 100,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'gate-perpetual': {
    pingWithinMs: 30_000,
    requestsPerSecond: 50,
    symbolsPerRequest: 100,
    cutAfterMs: null,
    refusesWhole: false,
  },
  'mexc-perpetual': {
    pingWithinMs: 60_000,
    requestsPerSecond: 100,
    symbolsPerRequest: 1,
    cutAfterMs: null,
    refusesWhole: false,
  },
}
