/** MEXC: perpetual contracts. Its spot trades are in another format, which is not read. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  type Fields,
  millis,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  subscribed,
  withDigits,
} from '#server/market/feeds/live/venues/frame.ts'

/** It cuts a connection 60 s after our last ping, also while it sends. Its limit of attempts is ours: it has none. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: { everyMs: 15_000, text: () => '{"method":"ping"}' },
  cutAfterMs: null,
  attempts: { count: 60, perMs: 600_000 },
  symbolsPerRequest: 1,
  requestEveryMs: 100,
}

/** The price is a number. */
const NUMBERS = /"(p)"\s*:\s*([\d.]+)(?=\s*[,}])/g

/** A refusal names the contract in its words only, in brackets. A symbol in another case is confirmed, and silent. */
function readRefusal(data: unknown): VenueSignal[] {
  const symbol = typeof data === 'string' ? /\[([A-Z0-9_]{1,24})\]/.exec(data)?.[1] : undefined
  return refused(data, symbol === undefined ? {} : { symbols: [symbol] })
}

function readObject({ channel, data, symbol }: Fields): VenueSignal[] | null {
  switch (channel) {
    case 'push.deal':
      return readTrades(data, ({ i, p, t }) => ({ symbol, id: i, price: p, stampMs: millis(t) }))
    case 'rs.sub.deal':
      // The answer does not name the symbol. Answers come in the order of requests.
      return data === 'success' ? subscribed({ isNext: true }) : refused(data)
    case 'rs.error':
      return readRefusal(data)
    case 'pong':
      return ALIVE
    default:
      return null
  }
}

export const mexcPerpetual: Venue = {
  line: 'mexc-perpetual',
  name: 'mexc',
  url: 'wss://contract.mexc.com/edge',
  limits: LIMITS,
  repeats: 'some',
  subscribe: ([symbol]) => JSON.stringify({ method: 'sub.deal', param: { symbol } }),
  read: (frame) => readFrame(withDigits(frame, NUMBERS), readObject),
}
