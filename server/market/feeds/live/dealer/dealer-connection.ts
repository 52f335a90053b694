/**
 * One request for a dealer's stream. It ends once, and is never repeated here. Redirects are not followed, because the
 * token would go with them, and nothing of a refusal is shown but its number.
 */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Dealer, DealerAccess, DealerSignal } from '#server/market/feeds/live/dealer/dealer.ts'
import { Lines } from '#server/market/feeds/live/dealer/lines.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

/** How long the dealer may take to answer. */
const ANSWER_MS = 8_000
const CHECK_EVERY_MS = 250

/** Why a connection ended. */
export type DealerEnd =
  /** The dealer refuses the token or the account: asking it again is of no use. */
  | { kind: 'credentials'; reason: string }
  /** The dealer refuses the request: it may not know an instrument. */
  | { kind: 'request'; reason: string }
  /** `waitMs`: how long the dealer asks to be left alone. */
  | { kind: 'lost'; reason: string; waitMs: number }

export interface DealerConnectionParts {
  dealer: Dealer
  access: DealerAccess
  /** The origin of the stream. */
  url: string
  instruments: readonly string[]
  clock: MarketClock
  /** The dealer answers with a stream. */
  onReady(): void
  onLine(signal: DealerSignal, receivedAt: number): void
  /** It ended by itself. Called at most once. */
  onEnd(end: DealerEnd): void
}

const WAIT_MAX_MS = 60_000
const STATUS = {
  ok: 200,
  badRequest: 400,
  refused: new Set([401, 403, 404]),
} as const

function endOf({ statusCode = 0, headers }: IncomingMessage): DealerEnd {
  const reason = `answered with ${statusCode}`
  if (STATUS.refused.has(statusCode)) return { kind: 'credentials', reason }
  if (statusCode === STATUS.badRequest) return { kind: 'request', reason }
  const seconds = Number(headers['retry-after'] ?? 0)
  const waitMs = seconds > 0 ? Math.min(WAIT_MAX_MS, seconds * 1_000) : 0
  return { kind: 'lost', reason, waitMs }
}

export class DealerConnection {
  readonly #parts: DealerConnectionParts
  readonly #request: ClientRequest
  readonly #lines: Lines
  readonly #stopChecks: Cancel
  readonly #closed: Promise<void>
  #heardAt: number
  #readySince: number | null = null
  #isEnded = false

  constructor(parts: DealerConnectionParts) {
    const { dealer, access, url, instruments, clock } = parts
    this.#parts = parts
    this.#lines = new Lines(dealer.limits.lineLength)
    this.#heardAt = clock.now()
    const address = new URL(dealer.path(access.account, instruments), url)
    const ask = address.protocol === 'https:' ? secureRequest : plainRequest
    const request = ask(address, { headers: dealer.headers(access.token()), agent: false })
    this.#request = request
    this.#closed = new Promise((resolve) => void request.once('close', () => resolve()))
    request
      .on('response', (response) => this.#answer(response))
      .on('error', (error) => this.#lose('code' in error ? String(error.code) : 'no connection'))
      .on('close', () => this.#lose('closed'))
      .end()
    this.#stopChecks = clock.every(CHECK_EVERY_MS, () => this.#check())
  }

  /** When the stream began; null before. */
  get readySince(): number | null {
    return this.#readySince
  }

  /** Ends it without a call of `onEnd`. Resolves when the socket is closed. */
  close(): Promise<void> {
    this.#finish()
    return this.#closed
  }

  #finish(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#stopChecks()
    this.#request.destroy()
  }

  #end(end: DealerEnd): void {
    if (this.#isEnded) return
    this.#finish()
    this.#parts.onEnd(end)
  }
  #lose(reason: string): void {
    this.#end({ kind: 'lost', reason, waitMs: 0 })
  }

  #answer(response: IncomingMessage): void {
    response.on('error', () => this.#lose('cut'))
    if (response.statusCode !== STATUS.ok) return this.#end(endOf(response))
    if (this.#isEnded) return
    this.#heardAt = this.#parts.clock.now()
    this.#readySince = this.#heardAt
    this.#parts.onReady()
    response.on('data', (chunk: Buffer) => this.#read(chunk)).on('end', () => this.#lose('ended'))
  }

  #read(chunk: Buffer): void {
    if (this.#isEnded) return
    const receivedAt = this.#parts.clock.now()
    const lines = this.#lines.take(chunk)
    if (lines === null) return this.#lose('a line is too long')
    // Half a line is no sign of life: a stream that hangs within one is dead.
    if (lines.length > 0) this.#heardAt = receivedAt
    for (const line of lines) {
      if (!this.#isEnded) this.#parts.onLine(this.#parts.dealer.read(line), receivedAt)
    }
  }

  #check(): void {
    const { dealer, clock } = this.#parts
    const silentMs = this.#readySince === null ? ANSWER_MS : dealer.limits.silentMs
    if (clock.now() - this.#heardAt > silentMs) this.#lose('silent')
  }
}
