/** What the local venues have in common: the shape of a protocol, and how its frames are written. */

/** A trade of a local venue. */
export interface MadeTrade {
  symbol: string
  tradeId: string
  /** The text that the venue sends. */
  price: string
  /** The venue's own stamp, ms. */
  stampMs: number
  /** Whether it was not made in the open order book. Not every venue says so. */
  isApart?: boolean
}

/** What a client asked for. `text`: the answer to a ping. */
export type Request =
  | { kind: 'subscribe'; symbols: string[]; id: unknown }
  | { kind: 'ping'; text: string }

export interface Protocol {
  /** Null for what the venue does not understand. */
  request(text: string): Request | null
  /** The confirmations of a subscription. */
  confirm(symbols: readonly string[], id: unknown): string[]
  refuse(symbol: string, id: unknown): string
  trade(trade: MadeTrade): string
  /** A frame with trades from before a subscription, marked as such. Missing if the venue marks none. */
  backfill?(trade: MadeTrade): string
  /** What an address of the line ends with. On another one, subscriptions are confirmed and silent. */
  path?: string
  /** Sent when a connection begins. */
  hello: string[]
  /** Sent each second. Null if the venue sends none. */
  heartbeat: string | null
  /** Announces that the connection will be cut. Null if the venue does not. */
  notice: string | null
  /** Null if the venue does not tell. */
  status: ((system: string) => string) | null
  /** Whether a subscription repeats the last trade from before. */
  repeats: boolean
}

export const json = JSON.stringify
export const QUANTITY = '0.01500000'

export function parse(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
export const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

export const NOTHING = { hello: [], heartbeat: null, notice: null, status: null, repeats: false }
/** RFC 3339 with microseconds. */
export const micros = (stampMs: number): string =>
  new Date(stampMs).toISOString().replace('Z', '417Z')
