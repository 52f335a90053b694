/** Gate, version 4 of its protocol: spot pairs and perpetual contracts, each at an address of its own. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  digits,
  type Fields,
  isFields,
  millis,
  OUR_LIMITS,
  readFrame,
  readTrades,
  RECONNECT,
  refused,
  subscribed,
  withDigits,
} from '#server/market/feeds/live/venues/frame.ts'

const MS_PER_SECOND = 1_000

/** 300 connections per address. A connection on which we are silent for 30 s is cut. */
const LIMITS: Omit<VenueLimits, 'ping'> = {
  ...OUR_LIMITS,
  cutAfterMs: null,
  attempts: { count: 60, perMs: 60_000 },
  symbolsPerRequest: 20,
  requestEveryMs: 250,
}

/** Ids are numbers, and those of perpetual contracts come close to 2^53. */
const NUMBERS = /"(id)"\s*:\s*(\d+)(?=\s*[,}])/g

/** What differs between the lines. */
interface Line {
  line: 'gate' | 'gate-perpetual'
  url: string
  /** What its channels begin with. */
  prefix: 'spot' | 'futures'
  readResult(result: unknown): VenueSignal[]
}

/** One trade per frame. The stamp is text with a fraction. */
const readSpot = (result: unknown): VenueSignal[] =>
  readTrades([result], ({ currency_pair, id, price, create_time_ms }) => ({
    symbol: currency_pair,
    id,
    price,
    stampMs: digits(create_time_ms),
  }))

/** Trades of deleveraging and of the insurance fund are internal: they were not made in the order book. */
const readPerpetual = (result: unknown): VenueSignal[] =>
  readTrades(result, ({ contract, id, price, create_time_ms, is_internal = false }) => ({
    symbol: contract,
    id,
    price,
    stampMs: millis(create_time_ms),
    isApart: is_internal,
  }))

/** An answer to a request lists its symbols. A refusal does not say which of several it is about. */
function readAnswer({ payload, result, error }: Fields): VenueSignal[] {
  const symbols = (Array.isArray(payload) ? payload : []).filter((each) => typeof each === 'string')
  const isRefused = (error ?? null) !== null || !isFields(result) || result['status'] !== 'success'
  if (!isRefused) return subscribed({ symbols })
  const reason = isFields(error) ? error['message'] : error
  return refused(reason, symbols.length === 1 ? { symbols } : {})
}

/** `type` `upgrade` announces that the connection will be cut. */
const readNotice = (result: unknown): VenueSignal[] =>
  isFields(result) && result['type'] === 'upgrade' ? RECONNECT : ALIVE

const objectOf =
  ({ prefix, readResult }: Line) =>
  (fields: Fields): VenueSignal[] | null => {
    const { channel, event, result } = fields
    if (channel === `${prefix}.pong`) return ALIVE
    if (channel === `${prefix}.system`) return readNotice(result)
    if (channel !== `${prefix}.trades`) return null
    if (event === 'subscribe') return readAnswer(fields)
    return event === 'update' ? readResult(result) : null
  }

const lineAt = (own: Line): Venue => {
  const { line, url, prefix } = own
  const frameOf = (nowMs: number, fields: object): string =>
    JSON.stringify({ time: Math.floor(nowMs / MS_PER_SECOND), ...fields })
  return {
    line,
    name: 'gate',
    url,
    limits: {
      ...LIMITS,
      ping: { everyMs: 15_000, text: (nowMs) => frameOf(nowMs, { channel: `${prefix}.ping` }) },
    },
    // Not documented, so trades with older stamps are taken for such.
    repeats: 'some',
    subscribe: (payload, _, nowMs) =>
      frameOf(nowMs, { channel: `${prefix}.trades`, event: 'subscribe', payload }),
    read: (frame) => readFrame(withDigits(frame, NUMBERS), objectOf(own)),
  }
}
export const gate = lineAt({
  line: 'gate',
  url: 'wss://api.gateio.ws/ws/v4/',
  prefix: 'spot',
  readResult: readSpot,
})
export const gatePerpetual = lineAt({
  line: 'gate-perpetual',
  url: 'wss://fx-ws.gateio.ws/v4/ws/usdt',
  prefix: 'futures',
  readResult: readPerpetual,
})
