/** The interface of a dealer's adapter: what to ask for, and how to read a line of its stream. It holds no socket. */
import type { DealerName } from '#contract/dealer-quote.ts'
import type { VenueLimits } from '#server/market/feeds/live/venue.ts'

/** A quote as the dealer wrote it. `quotedAt` is its own stamp in ms. */
export interface RawQuote {
  instrument: string
  /** The best price of each side, as decimal text. */
  bid: string
  ask: string
  quotedAt: number
}

/** What a line of the stream means. */
export type DealerSignal =
  | ({ kind: 'quote' } & RawQuote)
  /** The dealer does not trade the instrument now, so it has no price. */
  | { kind: 'closed'; instrument: string; quotedAt: number }
  /** The connection lives; nothing else. */
  | { kind: 'alive' }
  /** The line is none of the above, and worth a count. */
  | { kind: 'fault'; reason: string }

/** Whose prices a dealer streams: those of demo accounts, or those of accounts with money. */
type DealerEnvironment = 'practice' | 'live'

/** What the operator has from the dealer. The token is behind a function, so that nothing prints it with its object. */
export interface DealerAccess {
  account: string
  environment: DealerEnvironment
  token: () => string
}

/** One dealer. Its functions are pure. */
export interface Dealer {
  readonly name: DealerName
  readonly addresses: Readonly<Record<DealerEnvironment, string>>
  /** `silentMs`: a stream that was silent for longer is dead. */
  readonly limits: Pick<VenueLimits, 'attempts' | 'silentMs'> & {
    /** A line of more characters ends the connection. */
    lineLength: number
  }
  /** The path and query of the stream of some instruments. */
  path(account: string, instruments: readonly string[]): string
  /** The headers of the request. */
  headers(token: string): Record<string, string>
  /** Reads a line. It never throws: what cannot be read is a `fault`. */
  read(line: string): DealerSignal
}
