/** Users who place an order, watch the ticks that exist while it waits, and undo it if it is about to lose. */
import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { startOf } from '#rules/signed-order.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { setPassword } from '#support/credentials.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { addSession } from '#support/killable-server.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import type { OptionMarket } from '#support/option-market.ts'
import { LAPSE_MS, type Plan, STAKE, WAYS, type WayName } from '#support/option-ways.ts'
import { TRADING_PASSWORD } from '#support/order-clients.ts'
import { signingDevice } from '#support/signing-device.ts'

/** The shortest duration of the market: it ends while the order of a flood waits. */
const DURATION_MS = 1_000
/** More than anyone may stake on the product. */
const TOO_MUCH = '5000.00'
const CHEAP_HASH = { memoryCost: 64, timeCost: 1 }

/** What became of an order. */
export interface OptionResult {
  way: WayName
  front: number
  isSigned: boolean
  /** The code of the refusal; null: it was accepted. */
  refused: string | null
  orderId: string | null
  /** As the public log says, also for an order that was not accepted. */
  outcome: string
}

const problemOf = ({ status, body }: Answer): string =>
  status >= 500 ? `${status}` : problem.parse(body).code

interface Answer {
  status: number
  body: unknown
}
interface AskOptions {
  method?: 'DELETE'
  key?: string
  /** Brings the body later. */
  held?: PassThrough | undefined
}
interface Sent {
  at: number
  /** When the request was complete; infinite while its body is held back. */
  completeAt: number
  signedStart: number | null
  answer: Answer | null
}

/** The hash of `TRADING_PASSWORD`. */
export const hashPassword = async (): Promise<string> =>
  (await createPasswordHasher(CHEAP_HASH)).hash(TRADING_PASSWORD)

export class OptionBot {
  readonly room: OptionMarket
  readonly #plan: Plan
  readonly #product: Product
  /** From the arrival of an order that no device signed to its start, ms. */
  readonly #givenMs: number
  readonly #tapAt: number
  readonly #device = signingDevice()
  readonly #held = new PassThrough()
  #text = ''
  #cookie = ''
  #sent: Sent | null = null
  #hasFront = false
  #hasDecided = false
  #isAborted = false
  #answered = 0

  constructor(room: OptionMarket, product: Product, plan: Plan, givenMs: number) {
    this.room = room
    this.#product = product
    this.#plan = plan
    this.#givenMs = givenMs
    this.#tapAt = room.clock.now() + plan.startsIn
  }

  get #way() {
    return WAYS[this.#plan.way]
  }

  now(): number {
    return this.room.clock.now()
  }

  /** Makes the user. */
  async seat(passwordHash: string): Promise<void> {
    const { owner } = this.room.server
    const userId = await addUser(owner)
    await setPassword(owner, { userId, kind: 'trading', hash: passwordHash })
    const { way, isSigned } = this.#plan
    if (this.#way.cash > 0n) await grant(owner, userId, this.#way.cash)
    if (way === 'withdrawal') {
      await addVerified(owner, userId)
      await addPayoutAccount(owner, userId)
    }
    this.#cookie = await addSession(owner, userId, `bot-${userId}`)
    if (way === 'lapse') {
      const endAt = 'update sessions set expires_at = to_timestamp($2 / 1000.0) where user_id = $1'
      await owner.query(endAt, [userId, this.#tapAt + LAPSE_MS])
    }
    const { publicKey } = this.#device
    if (isSigned) await this.ask('/device-keys', { publicKey })
  }

  async ask(path: string, body: object, options: AskOptions = {}): Promise<Answer> {
    const { url, app } = this.room.server
    const { method = 'POST', key = randomUUID(), held } = options
    const { host, origin } = new URL(url)
    const text = JSON.stringify(body)
    const { statusCode: status, body: answered } = await app.http.inject({
      method,
      url: `/api${path}`,
      headers: {
        host,
        origin,
        cookie: this.#cookie,
        'idempotency-key': key,
        'content-type': 'application/json',
        'content-length': `${Buffer.byteLength(text)}`,
      },
      payload: held ?? text,
    })
    return { status, body: answered === '' ? null : JSON.parse(answered) }
  }

  #bodyOf(stake: string) {
    const { symbol, terms } = this.#product
    const { direction } = this.#plan
    return { symbol, direction, stake, durationMs: DURATION_MS, termsId: terms.termsId }
  }

  placeOther(stake: string): Promise<Answer> {
    return this.ask('/orders', this.#bodyOf(stake))
  }

  #sign(key: string, tappedAt: number, startsAt: number) {
    const { symbol, direction, durationMs, termsId } = this.#bodyOf(STAKE.text)
    const head = this.room.market.head(this.#product.id)
    if (head === undefined) throw new Error('the product has no price')
    return this.#device.signOrder({
      key,
      symbol,
      direction,
      durationMs,
      termsId,
      stake: STAKE.minor,
      head: { seq: head.seq, hash: head.hash },
      tappedAt: timeMs.parse(tappedAt),
      uncertaintyMs: 0,
      startsAt: timeMs.parse(startsAt),
    })
  }

  /** Before its own order, so that all of them are queued by then. */
  #sendFront(): void {
    this.#hasFront = true
    for (let n = 0; n < this.#plan.front; n++) {
      void this.placeOther(TOO_MUCH).then(() => (this.#answered += 1))
    }
  }

  #send(at: number): void {
    const { isSigned, leadMs } = this.#plan
    const key = randomUUID()
    const signed = isSigned && { signed: this.#sign(key, at, at + leadMs) }
    const body = { ...this.#bodyOf(STAKE.text), ...signed }
    this.#text = JSON.stringify(body)
    const { isHeld } = this.#way
    const completeAt = isHeld ? Number.POSITIVE_INFINITY : at
    const sent: Sent = { at, completeAt, signedStart: isSigned ? at + leadMs : null, answer: null }
    this.#sent = sent
    void this.ask('/orders', body, { key, held: isHeld ? this.#held : undefined }).then(
      (answer) => (sent.answer = answer),
    )
  }

  completeLater(ms: number): void {
    if (this.#sent !== null) this.#sent.completeAt = this.now() + ms
  }

  abort(): void {
    this.completeLater(0)
    this.#isAborted = true
  }

  #startOf(sent: Sent): number {
    if (sent.answer?.status === 200) return startOf(placeOrder.reply.parse(sent.answer.body).order)
    return sent.signedStart ?? sent.completeAt + this.#givenMs
  }

  /** By the ticks that exist now, and as if an order whose request is not complete counted from its beginning. */
  #isLosing({ at, signedStart }: Sent): boolean {
    const start = signedStart ?? at + this.#givenMs
    const ticks = this.room.market.log(this.#product.id).filter(({ kind }) => kind === 'tick')
    const entry =
      ticks.find(({ timeMs: time }) => time > start) ?? ticks.findLast((each) => each.timeMs <= at)
    const exit = ticks.findLast(({ timeMs: time }) => time <= start + DURATION_MS)
    if (entry?.kind !== 'tick' || exit?.kind !== 'tick') return false
    return exit.price > entry.price !== (this.#plan.direction === 'up')
  }

  #isTimeToDecide({ at }: Sent, now: number): boolean {
    const { front, share, patienceMs } = this.#plan
    return front === 0 ? now >= at + patienceMs : this.#answered >= share * front
  }

  /** Does what is due now; resolves when all but orders is answered. */
  async step(): Promise<void> {
    const now = this.now()
    const sent = this.#sent
    if (now < this.#tapAt) return
    if (!this.#hasFront) return this.#sendFront()
    if (sent === null) return this.#send(now)
    const { when, act, isHeld } = this.#way
    if (!this.#hasDecided && sent.answer === null && this.#isTimeToDecide(sent, now)) {
      this.#hasDecided = true
      if (this.#isLosing(sent) === (when === 'losing')) await act(this)
      else if (isHeld) this.completeLater(0)
    }
    if (!isHeld || sent.completeAt > now) return
    if (this.#isAborted) this.#held.destroy()
    else this.#held.end(this.#text)
  }

  /** Null until the order is answered, or never will be, and has ended. */
  result(): OptionResult | null {
    const sent = this.#sent
    if (sent === null || (sent.answer === null && !this.#isAborted)) return null
    const { way, front, isSigned, direction } = this.#plan
    const startsAt = this.#startOf(sent)
    const terms = { direction, startsAt, expiresAt: startsAt + DURATION_MS }
    const outcome = this.room.outcomeOf(this.#product.id, terms)
    if (outcome === undefined) return null
    const common = { way, front, isSigned, outcome }
    if (sent.answer?.status === 200) {
      const { id } = placeOrder.reply.parse(sent.answer.body).order
      return { ...common, refused: null, orderId: id }
    }
    const refused = sent.answer === null ? 'aborted' : problemOf(sent.answer)
    return { ...common, refused, orderId: null }
  }
}
