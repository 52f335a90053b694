/** Works a settled receipt out again, step by step, from nothing but itself and the keys one trusts. */
import type { Order } from '#contract/order.ts'
import type { LogSegment, SettledReceipt, SignedText } from '#contract/settlement-receipt.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { profitOf } from '#rules/payout.ts'
import { headOfReceipt, receiptFingerprint } from '#rules/receipt.ts'
import { bandOfTerms, findBandFault } from '#rules/sanity-band.ts'
import { combine, RULE_VERSION, type Settlement } from '#rules/settle.ts'
import { entryOf, exitOf } from '#rules/spot.ts'
import { findChainFault, type Sha256 } from '#rules/tick-chain.ts'

/** In the order in which they are taken; later ones stand on earlier ones. */
export const CHECK_STEPS = [
  /** The server signed what was agreed at purchase. */
  'acceptance',
  /** What was agreed is what the order says, under terms that are the published ones. */
  'terms',
  /** Each tick record's hash covers the one before, from the head at purchase on. */
  'chain',
  /** The server signed the heads of those pieces of the log. */
  'checkpoint',
  /** Each tick is within the product's band of the one before; each that was put aside is not. */
  'band',
  /** The rule, on those records, ends as the order did. */
  'outcome',
  /** The profit or loss is what the terms say of that outcome. */
  'payout',
  /** The ledger moved just that. */
  'ledger',
] as const
/** Before them all, where the reader has the receipt of the purchase too: it is the one in here. */
export const KEPT_STEP = 'kept'
export type CheckStep = typeof KEPT_STEP | (typeof CHECK_STEPS)[number]

/** `waiting`: the minute's checkpoint is not signed yet. `seq`: the record of the log that does not fit. */
export interface StepReport {
  step: CheckStep
  verdict: 'holds' | 'fails' | 'waiting'
  seq?: number
}
export interface ReceiptReport {
  verdict: StepReport['verdict']
  steps: StepReport[]
}

export interface CheckTools {
  sha256: Sha256
  /** Whether the key, if it is one that is trusted, signed the text's UTF-8 bytes. */
  verify(signed: SignedText): Promise<boolean>
}

type Finding = Omit<StepReport, 'step'>
const HOLDS: Finding = { verdict: 'holds' }
const FAILS: Finding = { verdict: 'fails' }
const judged = (holds: boolean): Finding => (holds ? HOLDS : FAILS)
const failsAt = (seq: number | null): Finding => (seq === null ? HOLDS : { ...FAILS, seq })

function checkTerms({ order, acceptance, terms }: SettledReceipt, { sha256 }: CheckTools): Finding {
  const published = terms === undefined || sha256(terms).startsWith(order.termsId)
  return judged(published && headOfReceipt(acceptance.text, order) !== null)
}

/** The first record that does not continue the piece; the time before the piece is not known, so not judged. */
function segmentFault(symbol: string, { before, records }: LogSegment, sha256: Sha256) {
  const start = { ...before, timeMs: 0 }
  return findChainFault(symbol, records, { sha256, start })
}

/** The record at which the history stood when the order was accepted stands in the entry's piece, unchanged. */
function headFault({ order, acceptance, entry }: SettledReceipt): number | null {
  const head = headOfReceipt(acceptance.text, order)
  if (head === null) return null
  const at = [entry.before, ...entry.records].find(({ seq }) => seq === head.seq)
  return at?.hash === head.hash ? null : head.seq
}

function checkChain(it: SettledReceipt, { sha256 }: CheckTools): Finding {
  for (const segment of [it.entry, it.exit]) {
    const fault = segmentFault(it.order.symbol, segment, sha256)
    if (fault !== null) return { verdict: 'fails', seq: fault.seq }
  }
  return failsAt(headFault(it))
}

function checkBand({ terms = '', entry, exit }: SettledReceipt): Finding {
  const band = bandOfTerms(terms)
  return failsAt(findBandFault(entry.records, band) ?? findBandFault(exit.records, band))
}

/** The checkpoint's head of this product is the piece's last record. */
async function checkSegment(
  symbol: string,
  { records, checkpoint }: LogSegment,
  { verify }: CheckTools,
): Promise<Finding> {
  if (checkpoint === null) return { verdict: 'waiting' }
  if (!(await verify(checkpoint))) return FAILS
  const last = records.at(-1)
  const head = readCheckpointText(checkpoint.text)?.heads.find((each) => each.symbol === symbol)
  if (last === undefined || head === undefined) return FAILS
  return head.seq === last.seq && head.hash === last.hash ? HOLDS : { ...FAILS, seq: last.seq }
}

async function checkCheckpoints(it: SettledReceipt, tools: CheckTools): Promise<Finding> {
  const findings = [
    await checkSegment(it.order.symbol, it.entry, tools),
    await checkSegment(it.order.symbol, it.exit, tools),
  ]
  return (
    findings.find(({ verdict }) => verdict === 'fails') ??
    findings.find(({ verdict }) => verdict === 'waiting') ??
    HOLDS
  )
}

/** Whether the piece reaches back to a tick before the moment, or to the log's start: the rule asks for it. */
const reachesBack = ({ before, records }: LogSegment, momentMs: number): boolean =>
  before.seq === 0 || records.some(({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)

/** The rule on the two pieces; null: they do not hold what it needs. */
export function settleReceipt({ order, entry, exit }: SettledReceipt): Settlement | null {
  const { acceptedAt, expiresAt, direction } = order
  const exitFrom = order.exit?.timeMs ?? expiresAt
  if (!reachesBack(entry, acceptedAt) || !reachesBack(exit, exitFrom)) return null
  const entryHalf = entryOf(entry.records, acceptedAt)
  const exitHalf = exitOf(exit.records, expiresAt)
  if (entryHalf === null || exitHalf === null) return null
  return combine({ direction, acceptedAt, expiresAt }, entryHalf, exitHalf)
}

const sameSpot = (one: Order['entry'], other: Order['entry']): boolean =>
  one === null || other === null
    ? one === other
    : one.seq === other.seq && one.timeMs === other.timeMs && one.price === other.price

function checkOutcome(it: SettledReceipt): Finding {
  const { order } = it
  const result = order.ruleVersion === RULE_VERSION ? settleReceipt(it) : null
  if (result === null || result.outcome !== order.status) return FAILS
  if (result.outcome === 'void') return judged(result.reason === order.voidReason)
  if (!sameSpot(result.entry, order.entry)) return { ...FAILS, seq: result.entry.seq }
  if (!sameSpot(result.exit, order.exit)) return { ...FAILS, seq: result.exit.seq }
  return judged(order.voidReason === null)
}

/** Returned minus stake, by the terms; null: not an outcome. */
export function profitAndLossOf({ status, stake, payoutRate }: Order): bigint | null {
  if (status === 'won') return profitOf(stake, payoutRate)
  if (status === 'lost') return -stake
  return status === 'draw' || status === 'void' ? 0n : null
}

function checkPayout({ order }: SettledReceipt): Finding {
  const { stake, payoutRate, payout } = order
  const agreed = payout === stake + profitOf(stake, payoutRate)
  return judged(agreed && order.profitAndLoss === profitAndLossOf(order))
}

function checkLedger({ order, transfers }: SettledReceipt): Finding {
  const [given, returned, ...more] = transfers
  if (order.profitAndLoss === null || more.length > 0) return FAILS
  const stake = given?.kind === 'order_stake' && given.amount === order.stake
  const back = order.stake + order.profitAndLoss
  return judged(stake && returned?.kind === 'order_settle' && returned.amount === back)
}

/**
 * Every step is taken, whatever one before it found: a reader wants to see how far a fault reaches. `kept` is the
 * fingerprint of the receipt that was received at the purchase; null: the reader has none to compare.
 */
export async function checkReceipt(
  it: SettledReceipt,
  tools: CheckTools,
  kept: string | null = null,
): Promise<ReceiptReport> {
  const findings: Record<CheckStep, Finding> = {
    kept: judged(kept === receiptFingerprint(it.acceptance, tools.sha256)),
    acceptance: judged(await tools.verify(it.acceptance)),
    terms: checkTerms(it, tools),
    chain: checkChain(it, tools),
    checkpoint: await checkCheckpoints(it, tools),
    band: checkBand(it),
    outcome: checkOutcome(it),
    payout: checkPayout(it),
    ledger: checkLedger(it),
  }
  const taken: readonly CheckStep[] = kept === null ? CHECK_STEPS : [KEPT_STEP, ...CHECK_STEPS]
  const steps = taken.map((step) => ({ step, ...findings[step] }))
  const worst = (verdict: StepReport['verdict']): boolean =>
    steps.some((step) => step.verdict === verdict)
  return { verdict: worst('fails') ? 'fails' : worst('waiting') ? 'waiting' : 'holds', steps }
}
