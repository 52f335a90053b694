import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { type Answer, type ApiError, answered, UNSENT } from '#api/api-error.ts'
import type { CallReply } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { commandTimerAtom, runCommand, underWay } from '#commands/commands.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import type { AcceptanceReceipt, Order } from '#contract/order.ts'
import { symbol as symbolOf } from '#contract/scalars.ts'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { commandTookAtom, tooLateAtom } from '#features/ticket/pace.ts'
import { prepareSignerAtom } from '#features/ticket/signer.ts'
import { type Dating, dateOrder } from '#features/ticket/signing.ts'
import type { Intent } from '#features/ticket/ticket-model.ts'
import type { Bought } from '#features/ticket/store-purchase.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { refusedPurchase } from '#device/receipts.ts'
import { formatAmount } from '#rules/amounts.ts'
import { streamsAtom } from '#streams'

/**
 * The state of the last tap. `startsAt` is the moment that this device fixed; null for an order that the server dates.
 * `starting` means that the order was accepted and starts in a moment. `asking` means that the same order was placed a
 * moment ago, so nothing is sent until the user confirms that this is another one. Only `accepted` and `refused` are
 * final.
 */
export type Submission =
  | { status: 'editing' | 'confirming' }
  | { status: 'sending'; startsAt: number | null }
  | { status: 'starting'; startsAt: number }
  | { status: 'asking'; intent: Intent }
  | { status: 'accepted'; order: Order; receipt: AcceptanceReceipt }
  | { status: 'refused'; error: ApiError }

/** For this time after an answer, further taps are ignored, because they are still meant for what was shown before. */
export const REST_MS = 1_500
/** The same order within this time after the answer is treated as a mistake until the user confirms it. */
export const SAME_AGAIN_MS = 5_000

const restsAtom = atom(0)
/** Whether an answer came so recently that the order buttons ignore taps. */
export const restingAtom = atom((get) => get(restsAtom) > 0)
const restAtom = atom(null, async (get, set): Promise<void> => {
  set(restsAtom, (count) => count + 1)
  await get(commandTimerAtom).wait(REST_MS)
  set(restsAtom, (count) => count - 1)
})

interface Line {
  /** The account that tapped; null when it was not known. */
  owner: string | null
  /** Counts the submissions, so that an outdated one changes nothing. */
  run: number
  /** The last purchase, and when its answer came. */
  bought: { intent: Intent; at: number } | null
  submission: Submission
}

const EDITING: Submission = { status: 'editing' }
const CONFIRMING: Submission = { status: 'confirming' }
/** Whether the order waits for its answer, or for its start. */
export const isRunning = ({ status }: Submission): boolean =>
  status === 'sending' || status === 'confirming' || status === 'starting'

/** Whether both would buy the same. */
const same = (a: Intent, b: Intent): boolean =>
  a.symbol === b.symbol &&
  a.direction === b.direction &&
  a.stake === b.stake &&
  a.durationMs === b.durationMs &&
  a.termsId === b.termsId

const lineAtom = atomFamily((_symbol: string) =>
  atom<Line>({ owner: null, run: 0, bought: null, submission: EDITING }),
)

/** One account's order is never shown to another account. */
const shownTo = (account: string | null, { owner, submission }: Line): Submission =>
  account === null || owner === account ? submission : EDITING

/**
 * Loaded with the first purchase, in parallel, so that nothing before it needs the device's store and nothing delays
 * the order.
 */
export const keepAtom = atom(null, (_get, set, bought: Bought): void => {
  void import('#features/ticket/store-purchase.ts')
    .then(({ keepPurchaseAtom }) => set(keepPurchaseAtom, bought))
    .catch(() => undefined)
})

/** The submission of one product. While an order of an earlier page is being looked up, no other order is accepted. */
export const submissionAtom = atomFamily((symbol: string) =>
  atom(
    (get): Submission => {
      const shown = shownTo(get(accountAtom), get(lineAtom(symbol)))
      return get(underWay('order', symbol)) && !isRunning(shown) ? CONFIRMING : shown
    },
    async (get, set, asked: Intent | 'edit' | 'another'): Promise<void> => {
      const owner = get(accountAtom)
      const line = get(lineAtom(symbol))
      const shown = get(submissionAtom(symbol))
      // A second tap while the first is running has no effect.
      if (isRunning(shown)) return
      const move = (submission: Submission): void => set(lineAtom(symbol), { ...line, submission })
      if (asked === 'edit') return move(EDITING)
      if (asked === 'another') {
        if (shown.status === 'asking') await set(sendAtom, { owner, intent: shown.intent })
        return
      }
      const { bought } = line
      const isSlip =
        line.owner === owner &&
        bought !== null &&
        same(bought.intent, asked) &&
        get(commandTimerAtom).now() - bought.at < SAME_AGAIN_MS
      if (isSlip) move({ status: 'asking', intent: asked })
      else await set(sendAtom, { owner, intent: asked })
    },
  ),
)

interface Sending {
  owner: string | null
  intent: Intent
}

/** What a refusal of a signed order asks of this device before the next tap. */
const repairAtom = atom(null, (get, set, error: ApiError): void => {
  if (error.kind !== 'rejected') return
  if (error.code === 'device_unknown') void set(prepareSignerAtom, true)
  if (error.code === 'clock_ahead') get(streamsAtom)?.probeClock()
  if (error.code === 'too_late' || error.code === 'order_undone') set(tooLateAtom)
})

/** Sends the order, with a signature if this device makes one. A signed refusal is kept with what was signed. */
const placeAtom = atom(
  null,
  async (get, set, { owner, intent, dating, onConfirming }: Placing): Promise<OrderAnswer> => {
    const key = newIntentKey(get(streamsAtom)?.serverNow())
    const sealed =
      dating.kind === 'signed' ? await dating.seal(key).catch(() => 'failed' as const) : null
    if (sealed === 'failed') return UNSENT
    const body = { ...intent, symbol: symbolOf.parse(intent.symbol) }
    const answer = await runCommand(get, set, {
      endpoint: placeOrder,
      input: { body: sealed === null ? body : { ...body, signed: sealed.signed } },
      ...(sealed !== null && { key }),
      about: intent.symbol,
      amount: formatAmount(intent.stake),
      onConfirming,
    })
    const refusal = answer.ok || answer.error.kind !== 'rejected' ? null : answer.error.refusal
    if (owner !== null && refusal && sealed !== null)
      set(keepAtom, { ...refusedPurchase(owner, key), receipt: refusal, intent: sealed.text })
    return answer
  },
)

type OrderAnswer = Answer<CallReply<typeof placeOrder>>

interface Placing extends Sending {
  dating: Exclude<Dating, { kind: 'refused' }>
  onConfirming: () => void
}

const sendAtom = atom(null, async (get, set, { owner, intent }: Sending): Promise<void> => {
  const line = lineAtom(intent.symbol)
  const run = get(line).run + 1
  const dating = dateOrder(get, intent)
  const startsAt = dating.kind === 'signed' ? dating.startsAt : null
  set(line, (last) => ({ ...last, owner, run, submission: { status: 'sending', startsAt } }))
  const move = (change: Partial<Pick<Line, 'submission' | 'bought'>>): void =>
    set(line, (last) => (last.run === run ? { ...last, ...change } : last))
  const onConfirming = (): void => move({ submission: CONFIRMING })
  const tappedAt = get(commandTimerAtom).now()
  const answer =
    dating.kind === 'refused'
      ? ({ ok: false, error: dating.error } as const)
      : await answered(() => set(placeAtom, { owner, intent, dating, onConfirming }))
  const isAnswered = answer.ok || answer.error.kind === 'rejected'
  if (isAnswered && startsAt !== null) set(commandTookAtom, get(commandTimerAtom).now() - tappedAt)
  if (!answer.ok) {
    void set(restAtom)
    set(repairAtom, answer.error)
    return move({ submission: { status: 'refused', error: answer.error } })
  }
  const { order, receipt } = answer.value
  if (owner !== null) set(keepAtom, { account: owner, id: order.id, receipt })
  const leftMs = (order.startsAt ?? 0) - (get(streamsAtom)?.serverNow() ?? 0)
  if (order.startsAt !== undefined && leftMs > 0) {
    move({ submission: { status: 'starting', startsAt: order.startsAt } })
    await get(commandTimerAtom).wait(Math.min(leftMs, LEAD_MAX_MS))
  }
  void set(restAtom)
  move({
    bought: { intent, at: get(commandTimerAtom).now() },
    submission: { status: 'accepted', order, receipt },
  })
})
