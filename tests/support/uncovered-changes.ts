/**
 * What may differ between an honest receipt and a changed one that holds: only what no signature and no rule covers.
 * Everything else must be the same. If the prices differ, the result must be the one of an independent oracle.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AnyReceipt } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { settleTermsOf } from '#rules/settle.ts'
import { oracle } from '#support/settle-oracle.ts'

/** Lines that the server or the device may choose within the limits that a rule checks. */
const FREE_OF_ACCEPTANCE = /^(?:head|intent) /
const FREE_OF_DEVICE = /^(?:key|head|tapped|uncertainty) /
const fixedLines = (text: string, free: RegExp): string[] =>
  text.split('\n').filter((line) => !free.test(line))

/** The same text has the same signature. Another one was signed again, or it would not hold. */
function isSameStatement(one: SignedText, other: SignedText, free: RegExp): boolean {
  if (one.text === other.text) return one.signature === other.signature && one.keyId === other.keyId
  return isDeepStrictEqual(fixedLines(one.text, free), fixedLines(other.text, free))
}

/** What was agreed. When it was settled and whether it was frozen is signed nowhere. The result is compared apart. */
function agreed({ order }: AnyReceipt) {
  const {
    entry: _,
    exit: __,
    status: ___,
    voidReason: ____,
    profitAndLoss: _____,
    ...terms
  } = order
  return { ...terms, settledAt: null, frozen: undefined }
}

/** The records of both slices as one history. */
function historyOf({ entry, exit }: AnyReceipt) {
  const all = [...entry.records, ...exit.records].map((record) => [record.seq, record] as const)
  return [...new Map(all).values()].sort((one, another) => one.seq - another.seq)
}

/** Whether the oracle decides the order as the receipt says. Who was refused in time has no result of the prices. */
function isDecided(receipt: AnyReceipt): boolean {
  const { order } = receipt
  if (order.voidReason === 'too_late')
    return order.status === 'void' && receipt.refusal !== undefined
  const history = historyOf(receipt)
  const result = oracle(history, settleTermsOf(order))
  const isTick = (spot: typeof order.entry, seq: number | null): boolean => {
    const tick = history.find((record) => record.seq === seq)
    // A void at the start is decided before later ticks are known.
    if (spot === null) return order.status === 'void'
    if (tick?.kind !== 'tick') return false
    return spot.seq === seq && spot.price === tick.price && spot.timeMs === tick.timeMs
  }
  return (
    result?.outcome === order.status &&
    result.reason === order.voidReason &&
    isTick(order.entry, result.entrySeq) &&
    isTick(order.exit, result.exitSeq)
  )
}

/** Whether the money is what the result says. */
function isPaid(receipt: AnyReceipt): boolean {
  const { stake, payout, status, profitAndLoss } = receipt.order
  const due = { won: payout - stake, lost: -stake, draw: 0n, void: 0n }
  const [amount] = Object.entries(due).flatMap(([name, each]) => (name === status ? [each] : []))
  if (amount === undefined || amount !== profitAndLoss) return false
  if (receipt.format === 'fairtick-shared-1') return true
  const moved = receipt.transfers.map(({ kind, amount: each }) => [kind, each])
  return isDeepStrictEqual(moved, [
    ['order_stake', stake],
    ['order_settle', stake + amount],
  ])
}

/** The published values of the hours that decided, if the receipt shows them. */
function hoursOf({ order, seeds = [] }: AnyReceipt): Map<number, unknown> {
  const spots = [order.entry, order.exit].flatMap((spot) => spot ?? [])
  const epochs = new Set(spots.map(({ timeMs }) => Math.floor(timeMs / 3_600_000)))
  const shown = seeds.filter(({ hour }) => epochs.has(hour.epoch)).reverse()
  return new Map(
    shown.map(({ hour: { epoch, endsAt, link, seed, closed } }) => [
      epoch,
      { endsAt, link, seed, closed },
    ]),
  )
}

/** Hours may be left out: then every reader says that they are unbound. A published seed may not be another. */
function areSameHours(base: AnyReceipt, mutant: AnyReceipt): boolean {
  const known = hoursOf(base)
  return [...hoursOf(mutant)].every(([epoch, values]) => {
    const before = known.get(epoch)
    return before === undefined || isDeepStrictEqual(before, values)
  })
}

const headTexts = ({ entry, exit }: AnyReceipt) => [entry.checkpoint?.text, exit.checkpoint?.text]
const histories = ({ entry, exit }: AnyReceipt) =>
  [entry, exit].map(({ before, records }) => [before, records])

/** What differs and should not; null if the mutant may hold. */
export function unexplained(base: AnyReceipt, mutant: AnyReceipt): string | null {
  const isOtherHistory = !isDeepStrictEqual(histories(base), histories(mutant))
  const parts: [string, boolean][] = [
    ['what was agreed', isDeepStrictEqual(agreed(base), agreed(mutant))],
    [
      'the terms',
      base.terms === mutant.terms || (mutant.terms === undefined && base.inclusion === undefined),
    ],
    ['the acceptance', isSameStatement(base.acceptance, mutant.acceptance, FREE_OF_ACCEPTANCE)],
    ['the public log', (base.inclusion === undefined) === (mutant.inclusion === undefined)],
    ['whether a device signed', (base.device === undefined) === (mutant.device === undefined)],
    [
      'what the device signed',
      isDeepStrictEqual(
        fixedLines(base.device?.text ?? '', FREE_OF_DEVICE),
        fixedLines(mutant.device?.text ?? '', FREE_OF_DEVICE),
      ),
    ],
    [
      'a history without its signature',
      !isOtherHistory || !isDeepStrictEqual(headTexts(base), headTexts(mutant)),
    ],
    ['the result', isDecided(mutant)],
    ['the money', isPaid(mutant)],
    ['the seeds', areSameHours(base, mutant)],
  ]
  return parts.find(([, isFine]) => !isFine)?.[0] ?? null
}
