/** The moment from which an order counts: fixed by this device at the tap, and signed. */
import { atom, type Getter } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import type { ApiError } from '#api/api-error.ts'
import { accountAtom } from '#api/session.ts'
import { type ErrorCode, ERRORS } from '#contract/errors.ts'
import { timeMs } from '#contract/scalars.ts'
import { productAtom } from '#data/products.ts'
import {
  LEAD_MAX_MS,
  LEAD_MIN_MS,
  type OrderSignature,
  SEEN_AGE_MAX_MS,
  UNCERTAINTY_MAX_MS,
} from '#contract/signed-order.ts'
import { TOPICS } from '#contract/topics.ts'
import { paceAtom } from '#features/ticket/pace.ts'
import { type Signer, signerAtom } from '#features/ticket/signer.ts'
import type { Intent } from '#features/ticket/ticket-model.ts'
import { signText } from '#device/signing-keys.ts'
import { intentText } from '#rules/signed-order.ts'
import { type ClockQuality, type Live, liveAtom, type LogHead, streamsAtom } from '#streams'

/** The newest record of a product's log. It is leased while the ticket is open. */
export const headAtom = atomFamily((symbol: string) =>
  liveAtom<LogHead>({
    open: (streams) => streams.head(symbol),
    delivery: TOPICS.head.delivery,
  }),
)
/** Read instead while the ticket is closed. */
export const noHeadAtom = atom<Live<LogHead>>({ status: 'connecting' })

const STEP_MS = 50
/** A clock that is behind the newest record by more than this, beyond its uncertainty, is wrong. */
const BEHIND_MS = 150
/**
 * For a busy device, the server's work up to the record that holds the order, and a line that is a little slower than
 * at the last probe.
 *
 * The order arrives in time if the lead is longer than half a round trip and that. This holds for uneven lines too:
 * what the way there takes more than the way back, the clock's estimate is ahead by. A browser that has to open a
 * connection first needs two more round trips (TCP, TLS). Two round trips and twice the uncertainty, which is at least
 * half a round trip, cover all of it and half a round trip more. A line of 800 ms gets 2.9 s. A line of 2 s gets the
 * maximum of 3 s: half a round trip takes 1 s of it, and one more round trip may fail.
 */
const MARGIN_MS = 500
/** The least time to the start that the product's terms ask for. Only live and dealer's products have one. */
const termsLeadAtom = atomFamily((symbol: string) =>
  atom((get): number => {
    const product = get(productAtom(symbol))
    const terms = 'value' in product ? product.value?.terms : undefined
    return (terms?.index ?? terms?.dealer)?.leadMs ?? 0
  }),
)

/**
 * The time from the tap to the start of an order. `commandMs` is how long orders take here (pace.ts); `moreMs` is what
 * orders of this page needed more, and what the product's terms ask for.
 */
export function leadMs(
  clock: ClockQuality,
  { commandMs = 0, moreMs = 0 }: { commandMs?: number; moreMs?: number } = {},
): number {
  const { roundTripMs, usualTripMs, uncertaintyMs } = clock
  const lineMs = roundTripMs + usualTripMs + 2 * uncertaintyMs
  const wanted = Math.max(lineMs, commandMs) + MARGIN_MS + moreMs
  return Math.min(Math.max(Math.ceil(wanted / STEP_MS) * STEP_MS, LEAD_MIN_MS), LEAD_MAX_MS)
}

/** Whether the clock is known well enough to fix a moment. */
export const isSure = (clock: ClockQuality | null): clock is ClockQuality =>
  clock !== null && clock.agrees && clock.uncertaintyMs <= UNCERTAINTY_MAX_MS

/** Whether the server accepts an order that names this record as the newest one seen. */
const isFresh = (head: LogHead, nowMs: number, { uncertaintyMs }: ClockQuality): boolean =>
  nowMs - head.timeMs <= SEEN_AGE_MAX_MS + uncertaintyMs

/** The newest record cannot be from the future: then the clock is behind, for example because the device slept. */
const isBehind = (head: LogHead, nowMs: number, { uncertaintyMs }: ClockQuality): boolean =>
  head.timeMs - nowMs > uncertaintyMs + BEHIND_MS

/** What keeps a device from fixing the start of an order now. */
export type SigningBlock =
  | 'preparing'
  | 'mustSign'
  | 'unregistered'
  | 'clock'
  | 'clockUncertain'
  | 'connecting'
  | 'stale'

export interface SigningView {
  account: string | null
  signer: Signer
  clock: ClockQuality | null
  /** Whether the clock has been checked for longer than CLOCK_PATIENCE_MS. */
  isLong: boolean
  head: Live<LogHead>
  nowMs: number
  /** Whether the product takes signed orders only, as live prices do. */
  mustSign: boolean
}

/** After this time the ticket says why the clock is still being checked. */
export const CLOCK_PATIENCE_MS = 5_000

/** Null when an order can be sent: signed, or by a device that cannot sign. */
export function signingBlock(view: SigningView): SigningBlock | null {
  const { account, signer, clock, isLong, head, nowMs, mustSign } = view
  if (account === null) return null
  if (signer.status === 'unsigned') return mustSign ? 'mustSign' : null
  if (signer.status === 'failed') return 'unregistered'
  if (signer.status !== 'ready') return 'preparing'
  const isWrong = !isSure(clock) || ('value' in head && isBehind(head.value, nowMs, clock))
  if (isWrong) return isLong ? 'clockUncertain' : 'clock'
  if (head.status === 'connecting') return 'connecting'
  return 'value' in head && isFresh(head.value, nowMs, clock) ? null : 'stale'
}

interface Sealed {
  text: string
  signed: OrderSignature
}
/** How an order is sent: dated by the server, refused before it is sent, or with a start and its signature. */
export type Dating =
  | { kind: 'unsigned' }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'signed'; startsAt: number; seal: (key: string) => Promise<Sealed> }

const refused = (code: ErrorCode): Dating => ({
  kind: 'refused',
  error: { kind: 'rejected', code, status: ERRORS[code].status, params: {}, issues: [] },
})

/** Fixes the start of an order that the user tapped now. A device that has a key never sends without its signature. */
export function dateOrder(get: Getter, intent: Intent): Dating {
  const signer = get(signerAtom)
  if (get(accountAtom) === null || signer.status === 'unsigned') return { kind: 'unsigned' }
  if (signer.status !== 'ready') return refused('device_unknown')
  const streams = get(streamsAtom)
  const clock = streams?.clockQuality() ?? null
  if (streams === null || !isSure(clock)) return refused('clock_ahead')
  const tappedAt = timeMs.parse(streams.serverNow())
  const head = get(headAtom(intent.symbol))
  if (!('value' in head) || !isFresh(head.value, tappedAt, clock)) return refused('price_stale')
  if (isBehind(head.value, tappedAt, clock)) return refused('clock_ahead')
  const { seq, hash } = head.value
  const termsMs = get(termsLeadAtom(intent.symbol))
  const { commandMs, lateMs } = get(paceAtom)
  const lead = leadMs(clock, { commandMs, moreMs: lateMs + termsMs })
  const startsAt = timeMs.parse(tappedAt + lead)
  const fixed = {
    deviceKeyId: signer.key.keyId,
    head: { seq, hash },
    tappedAt,
    uncertaintyMs: clock.uncertaintyMs,
    startsAt,
  }
  return {
    kind: 'signed',
    startsAt,
    seal: async (key) => {
      const text = intentText({ ...intent, ...fixed, key })
      return { text, signed: { ...fixed, signature: await signText(signer.key, text) } }
    },
  }
}
