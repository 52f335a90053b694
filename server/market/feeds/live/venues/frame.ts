/** What the adapters share: reading a frame of JSON within bounds, and checking a trade. */
import { priceText, tradeId as tradeIdText } from '#contract/index-price.ts'
import type {
  Answered,
  VenueLimits,
  VenueSignal,
  VenueTrade,
} from '#server/market/feeds/live/venue.ts'

/** An object of a frame. Nothing of it is trusted. */
export type Fields = Readonly<Record<string, unknown>>

/** A frame with more trades is a fault. */
const MAX_TRADES_PER_FRAME = 2_048
const MAX_SYMBOL_LENGTH = 24
const MAX_REASON_LENGTH = 120
/** The stamps of venues that are plausible: 2001 to 2286. */
const MIN_STAMP_MS = 1e12
const MAX_STAMP_MS = 1e13

/** The limits that are ours, the same for each venue. */
export const OUR_LIMITS: Pick<VenueLimits, 'silentMs' | 'frameBytes'> = {
  silentMs: 10_000,
  frameBytes: 262_144,
}

/** The only signal of a frame that has one meaning. */
export const ALIVE: VenueSignal[] = [{ kind: 'alive' }]
export const RECONNECT: VenueSignal[] = [{ kind: 'reconnect' }]
export const fault = (reason: string): VenueSignal[] => [{ kind: 'fault', reason }]

/** A reason that the venue wrote, in printable characters and cut to a length that a log can take. */
const shown = (reason: unknown): string =>
  (typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? 'no reason'))
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_REASON_LENGTH)
export const refused = (reason: unknown, about: Answered = {}): VenueSignal[] => [
  { kind: 'refused', reason: shown(reason), ...about },
]
export const subscribed = (about: Answered): VenueSignal[] => [{ kind: 'subscribed', ...about }]
/** Of a request that the venue names by our number, sent as a number or as text. */
export const ofRequest = (id: unknown): Answered => {
  const request = typeof id === 'string' && /^\d{1,6}$/.test(id) ? Number(id) : id
  return typeof request === 'number' && Number.isSafeInteger(request) ? { request } : {}
}
export const ofSymbol = (symbol: unknown): Answered =>
  typeof symbol === 'string' ? { symbols: [symbol] } : {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a frame that is an object. `read` returns null for a frame of no known kind. */
export function readFrame(
  frame: string,
  read: (fields: Fields) => VenueSignal[] | null,
): VenueSignal[] {
  if (frame.length > OUR_LIMITS.frameBytes) return fault('too long')
  let fields: unknown
  try {
    fields = JSON.parse(frame)
  } catch {
    return fault('not JSON')
  }
  return (isFields(fields) ? read(fields) : null) ?? fault('of no known kind')
}

/** What a venue wrote about a trade. */
interface RawTrade {
  symbol: unknown
  /** A text, or a number that is exact. */
  id: unknown
  price: unknown
  stampMs: number
  /**
   * Whether the trade was made apart from the open order book, such as a negotiated one: then it is no price.
   * Missing if the venue does not say.
   */
  isApart?: unknown
}

/** A checked trade, or null if a part of it is not what the venue documents. A price of zero is no price. */
function checkTrade({ symbol, id, price, stampMs }: RawTrade): VenueTrade | null {
  if (typeof symbol !== 'string' || symbol.length > MAX_SYMBOL_LENGTH) return null
  const tradeId = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  if (typeof tradeId !== 'string' || !tradeIdText.safeParse(tradeId).success) return null
  if (typeof price !== 'string' || !priceText.safeParse(price).success) return null
  if (!/[1-9]/.test(price)) return null
  if (!(stampMs >= MIN_STAMP_MS && stampMs < MAX_STAMP_MS)) return null
  return { symbol, tradeId, price, tradedAt: Math.floor(stampMs) }
}

/**
 * The trades of a list that are prices. One that is not as documented is left out and makes a fault beside the others;
 * so does one with a flag that is neither true nor false.
 */
export function readTrades(list: unknown, rawOf: (fields: Fields) => RawTrade): VenueSignal[] {
  if (!Array.isArray(list) || list.length > MAX_TRADES_PER_FRAME) return fault('no list of trades')
  const trades: VenueTrade[] = []
  let unread = 0
  for (const item of list as readonly unknown[]) {
    const raw = isFields(item) ? rawOf(item) : null
    const trade = raw === null ? null : checkTrade(raw)
    const { isApart = false } = raw ?? {}
    if (trade === null || typeof isApart !== 'boolean') unread += 1
    else if (!isApart) trades.push(trade)
  }
  const read: VenueSignal[] = trades.length === 0 ? [] : [{ kind: 'trades', trades }]
  if (unread > 0) read.push(...fault('a trade that cannot be read'))
  return read.length === 0 ? ALIVE : read
}

/**
 * Puts the numbers of some fields in quotes, so that their digits survive the parser, also those of ids beyond 2^53.
 * Within a JSON string a quotation mark is escaped, so this matches field names only. A number with an exponent stays
 * one, and is then no price. A frame that is too long is left as it is.
 */
export const withDigits = (frame: string, fields: RegExp): string =>
  frame.length > OUR_LIMITS.frameBytes ? frame : frame.replaceAll(fields, '"$1":"$2"')

/**
 * A stamp that was sent as digits, up to those of nanoseconds, perhaps with a fraction, in units of 1/`perMs` ms. NaN
 * if it is none, which no trade may have.
 */
export const digits = (stamp: unknown, perMs = 1): number =>
  typeof stamp === 'string' && /^\d{13,19}(\.\d{1,9})?$/.test(stamp)
    ? Number(stamp) / perMs
    : Number.NaN

/** A stamp that was sent as a number of ms. */
export const millis = (stamp: unknown): number => (typeof stamp === 'number' ? stamp : Number.NaN)

/** A stamp that was sent as RFC 3339 in UTC. */
export const isoTime = (stamp: unknown): number =>
  typeof stamp === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(stamp)
    ? Date.parse(stamp)
    : Number.NaN
