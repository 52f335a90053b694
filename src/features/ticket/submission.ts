import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { accountAtom, refreshUserAtom, userAtom } from '#api/session.ts'
import type { AcceptanceReceipt, Order } from '#contract/order.ts'
import { symbol as symbolOf } from '#contract/scalars.ts'
import { type Intent, type KeyedIntent, keyed, same } from '#features/ticket/intent-key.ts'
import type { Bought } from '#features/ticket/keep-purchase.ts'
import { forgetIntent, keepIntent, type KeptIntent } from '#features/ticket/kept-intents.ts'
import { lookUp, place } from '#features/ticket/order-calls.ts'
import { type Recovered, recoverOrder } from '#features/ticket/recover-order.ts'
import { type LookAnswer, type Refusal, submitOrder } from '#features/ticket/submit-order.ts'

/**
 * Where the last tap stands. `asking`: the same was bought a moment ago, so nothing is sent until the user says that
 * this is another order. Only `accepted` and `refused` are final.
 */
export type Submission =
  | { status: 'editing' | 'sending' }
  | { status: 'asking'; intent: Intent }
  | { status: 'confirming'; attempt: number }
  | { status: 'accepted'; order: Order; receipt?: AcceptanceReceipt }
  | { status: 'refused'; refusal: Refusal }

/** Time for the submission, so that a test need not wait. */
export const submitTimerAtom = atom({
  now: () => performance.now(),
  wait: (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms)
    }),
})

/** After an answer, for so long, further taps are still meant for what was there before it. */
export const REST_MS = 1_500
/** The same order within this time after the answer is taken for a slip until the user confirms it. */
export const SAME_AGAIN_MS = 5_000

const restsAtom = atom(0)
/** Whether an answer came so recently that no order button takes a tap. */
export const restingAtom = atom((get) => get(restsAtom) > 0)
const restAtom = atom(null, async (get, set): Promise<void> => {
  set(restsAtom, (count) => count + 1)
  await get(submitTimerAtom).wait(REST_MS)
  set(restsAtom, (count) => count - 1)
})

interface Line {
  /** The account that tapped; null: none was known. */
  owner: string | null
  /** Counts the submissions: one that was overtaken changes nothing any more. */
  run: number
  /** The last intent with its key, until it was accepted. */
  held: KeyedIntent | null
  /** What was bought last, and when the answer came. */
  bought: { intent: Intent; at: number } | null
  submission: Submission
}

const EDITING: Submission = { status: 'editing' }
const isRunning = ({ status }: Submission): boolean =>
  status === 'sending' || status === 'confirming'

const lineAtom = atomFamily((_symbol: string) =>
  atom<Line>({ owner: null, run: 0, held: null, bought: null, submission: EDITING }),
)

/** Nothing of one account's order is ever another's to see. */
const shownTo = (account: string | null, { owner, submission }: Line): Submission =>
  account === null || owner === account ? submission : EDITING

interface Start {
  owner: string | null
  intent: KeyedIntent
  submission: Submission
}

/** Begins a submission; gives back how to move it on. */
const startAtom = atom(null, (get, set, { intent, ...start }: Start) => {
  const line = lineAtom(intent.symbol)
  const { run: last, bought } = get(line)
  const run = last + 1
  set(line, { ...start, run, held: intent, bought })
  return (change: Partial<Pick<Line, 'submission' | 'held' | 'bought'>>): void =>
    set(line, (last) => (last.run === run ? { ...last, ...change } : last))
})

/** Comes with the first purchase, beside it and never in its way: nothing before it needs the device's store. */
const keepAtom = atom(null, (_get, set, bought: Bought): void => {
  void import('#features/ticket/keep-purchase.ts')
    .then(({ keepPurchaseAtom }) => set(keepPurchaseAtom, bought))
    .catch(() => undefined)
})

/** Asks only while the account that tapped is the one logged in. */
const askAtom = atom(
  null,
  async (get, set, asked: { owner: string | null; key: string }): Promise<LookAnswer> => {
    if (get(userAtom).status === 'unknown') await set(refreshUserAtom)
    if (get(accountAtom) !== asked.owner) return { kind: 'ended' }
    return get(userAtom).status === 'unknown' ? { kind: 'unsure' } : lookUp(asked.key)
  },
)

/**
 * One product's submission. It lives in the store, not in the sheet: closing the sheet or leaving the page neither
 * loses the key nor stops the asking; what a reload would lose is kept on the device.
 */
export const submissionAtom = atomFamily((symbol: string) =>
  atom(
    (get) => shownTo(get(accountAtom), get(lineAtom(symbol))),
    async (get, set, asked: Intent | 'edit' | 'another'): Promise<void> => {
      const owner = get(accountAtom)
      const line = get(lineAtom(symbol))
      const shown = shownTo(owner, line)
      // A second tap while the first is on its way says nothing new.
      if (isRunning(shown)) return
      const move = (submission: Submission): void => set(lineAtom(symbol), { ...line, submission })
      if (asked === 'edit') return move(EDITING)
      if (asked === 'another') {
        if (shown.status === 'asking') await set(sendAtom, { owner, asked: shown.intent })
        return
      }
      const { bought } = line
      const isSlip =
        line.owner === owner &&
        bought !== null &&
        same(bought.intent, asked) &&
        get(submitTimerAtom).now() - bought.at < SAME_AGAIN_MS
      if (isSlip) move({ status: 'asking', intent: asked })
      else await set(sendAtom, { owner, asked })
    },
  ),
)

interface Sending {
  owner: string | null
  asked: Intent
}

const sendAtom = atom(null, async (get, set, { owner, asked }: Sending): Promise<void> => {
  const { symbol } = asked
  const line = get(lineAtom(symbol))
  const intent = keyed(asked, line.owner === owner ? line.held : null)
  const move = set(startAtom, { owner, intent, submission: { status: 'sending' } })
  if (owner !== null) {
    const tappedAt = Date.now()
    keepIntent({ ...intent, symbol: symbolOf.parse(symbol), account: owner, tappedAt })
  }
  const answer = await submitOrder({
    ...get(submitTimerAtom),
    place: (signal) => place(intent, signal),
    lookUp: () => set(askAtom, { owner, key: intent.key }),
    onConfirming: (attempt) => move({ submission: { status: 'confirming', attempt } }),
  })
  void set(restAtom)
  if (answer.kind === 'accepted') {
    forgetIntent(intent.key)
    const { order, receipt } = answer
    if (owner !== null) set(keepAtom, { account: owner, id: order.id, receipt })
    move({
      held: null,
      bought: { intent: asked, at: get(submitTimerAtom).now() },
      submission: { status: 'accepted', order, ...(receipt && { receipt }) },
    })
    return
  }
  // Where nobody could be asked, it stays kept for the account's next log-in.
  if (answer.refusal.kind !== 'unknown') forgetIntent(intent.key)
  move({ submission: { status: 'refused', refusal: answer.refusal } })
})

/** Finds out what became of an order that an earlier page sent; null: nothing is to be told here. */
export const recoverAtom = atom(
  null,
  async (get, set, kept: KeptIntent, onLong: () => void): Promise<Recovered | null> => {
    if (isRunning(get(submissionAtom(kept.symbol)))) return null
    const { account: owner, tappedAt: _, ...intent } = kept
    const confirming = (attempt: number): Submission => ({ status: 'confirming', attempt })
    const move = set(startAtom, { owner, intent, submission: confirming(0) })
    const answer = await recoverOrder({
      ...get(submitTimerAtom),
      lookUp: () => set(askAtom, { owner, key: kept.key }),
      onConfirming: (attempt) => {
        move({ submission: confirming(attempt) })
        if (attempt === 1) onLong()
      },
    })
    const news = answer.kind !== 'ended' && forgetIntent(kept.key)
    if (answer.kind === 'accepted') {
      move({ held: null, submission: EDITING })
      set(keepAtom, { account: kept.account, id: answer.order.id, receipt: undefined })
    } else if (!news) move({ submission: EDITING })
    else move({ submission: { status: 'refused', refusal: { kind: 'not_accepted' } } })
    return news ? answer : null
  },
)
