/** Builds the streams of one page over one socket. */
import { NEVER, of } from 'rxjs'
import type { Streams } from '#streams/types.ts'

export interface StreamsOptions {
  /** Origin of the server; left out: the page's own. */
  url?: string
}

export function createStreams(_options: StreamsOptions = {}): Streams {
  return {
    quote: () => NEVER,
    stats: () => NEVER,
    session: () => NEVER,
    candles: () => NEVER,
    positions: () => NEVER,
    balance: () => NEVER,
    messages: () => NEVER,
    connection: () => of({ status: 'connecting' }),
    serverNow: () => 0,
    renew: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
}
