/** Verifies a settled receipt step by step, using only the receipt itself and trusted public keys. */
import {
  type AnyReceipt,
  type LogSegment,
  type ReceiptEvidence,
  type SettledReceipt,
  SHARED_FORMAT,
} from '#contract/settlement-receipt.ts'
import { checkCheckpoints, type CheckpointFinding, checkpointsOf } from '#rules/checkpoint-check.ts'
import type { Sha256Bytes } from '#rules/merkle-tree.ts'
import { checkMoment, type DeviceTools } from '#rules/device-check.ts'
import { findOutageFault, outageOver, outagesIn, type Silence } from '#rules/outage.ts'
import { findSplit, findUnlike, type SeenRecord } from '#rules/one-history.ts'
import { checkOutcome, UNDONE } from '#rules/outcome-check.ts'
import { profitAndLossOf, profitOf } from '#rules/payout.ts'
import { inOrderOfTime } from '#rules/receipt-order.ts'
import { readReceipt, receiptFingerprint } from '#rules/receipt.ts'
import { checkPublicLog } from '#rules/public-log.ts'
import { checkDealer } from '#rules/dealer-check.ts'
import { bandFaultIn, bandOfTerms, findAside } from '#rules/sanity-band.ts'
import { startOf } from '#rules/signed-order.ts'
import { areInForce, isOffered } from '#rules/terms.ts'
import { checkSeedHours, type SeedHourReport, type SeedHourTools } from '#rules/seed-hour.ts'
import { findChainFault, type Sha256 } from '#rules/tick-chain.ts'
import { checkVenues } from '#rules/venues-check.ts'

/** The steps of the verification in order. Later steps rely on earlier ones. */
export const CHECK_STEPS = [
  /** The server signed what was agreed at purchase. */
  'acceptance',
  /** The order matches what was agreed, and its terms are the published ones. */
  'terms',
  /** The device fixed the start before the deciding prices were published. Left out if no device signed. */
  'moment',
  /**
   * The hash of each tick record covers the one before, from the head at purchase onwards. Both segments are of one
   * history, and what is said of outages can be true.
   */
  'chain',
  /**
   * The server signed the heads of both log segments. No two checkpoints of the receipt deny each other. Not proved if
   * the server was away around the order.
   */
  'checkpoint',
  /** A price record from before the start has the acceptance. Left out for older receipts, and if it was undone. */
  'log',
  /** Each tick is within the product's band of the one before, and each rejected tick is outside. */
  'band',
  /** The settlement rule, applied to these records, gives the order's result. */
  'outcome',
  /** The profit or loss follows from the terms and the result. */
  'payout',
  /** The ledger transfers match that amount. Left out for shared receipts, which do not have them. */
  'ledger',
  /** The seeds of the deciding hours were promised. Left out for other prices, and where a receipt does not say. */
  'seed',
  /** The prices of entry and exit follow from the venues' trades. Left out for prices that are not live. */
  'venues',
  /**
   * The prices of entry and exit follow from the dealer's quotes. It says less than `venues`, because no one can look a
   * quote up. Left out for all other prices.
   */
  'dealer',
] as const
/**
 * The maximum age of the newest tick at acceptance, as for every order that the server accepts (TRADING_STALE_MS in
 * contract/topics.ts). No record between the head and this time may be missing from the head.
 */
export const HEAD_AGE_MAX_MS = 5_000

/**
 * An additional first step for readers that stored the receipt of the purchase: it must equal the one in the settled
 * receipt. No one is given the receipt of an order that is undone as too late.
 */
export const KEPT_STEP = 'kept'
/** What a dealer's prices lack, beside steps that were left out: anyone else who can look them up. */
export const LOOK_UP = 'look-up'
/** The name of a step. `seen`: the receipt has the records that the device was shown while the order was open. */
export type CheckStep = typeof KEPT_STEP | 'seen' | (typeof CHECK_STEPS)[number]

/**
 * The result of one step. `waiting`: the next checkpoint is not signed yet. `unproved`: nothing is wrong, but the
 * server was away around the order. `seq`: the record of the log that is at fault.
 */
export interface StepReport {
  step: CheckStep
  verdict: CheckpointFinding['verdict']
  seq?: number
}
/** The result of the whole verification: the worst verdict of all steps (fails, waiting, unproved, holds). */
export interface ReceiptReport {
  verdict: StepReport['verdict']
  steps: StepReport[]
  /**
   * Steps that were left out, because the receipt is from before there was what they check, or because a shared receipt
   * does not have it. A reader must say so.
   */
  absent: (CheckStep | typeof LOOK_UP)[]
  /** When the server was away around the order. Empty unless the step `checkpoint` is not proved. */
  silences: readonly Silence[]
  /** The simulated hours of the deciding ticks. Null if the receipt does not show their promises. */
  seeds: readonly SeedHourReport[] | null
}

/** What a reader has of its own to compare with the receipt. */
export interface OwnEvidence {
  /** The fingerprint of the receipt that was stored at the purchase; null for none. */
  kept?: string | null
  /** Records of the product's log that the device was shown while the order ran. */
  seen?: readonly SeenRecord[]
}

/** The cryptography that the caller provides, because server, browser and command line have their own. */
export interface CheckTools extends DeviceTools, SeedHourTools {
  sha256Bytes: Sha256Bytes
}

const WORST_FIRST = ['fails', 'waiting', 'unproved'] as const
/** A terms id is so many hex digits of the SHA-256 of the text. */
const TERMS_ID_DIGITS = 16

type Finding = Omit<StepReport, 'step'>
const HOLDS: Finding = { verdict: 'holds' }
const FAILS: Finding = { verdict: 'fails' }
const judged = (holds: boolean): Finding => (holds ? HOLDS : FAILS)
const failsAt = (seq: number | null): Finding => (seq === null ? HOLDS : { ...FAILS, seq })

/** Receipts from before there were terms and bands may lack them. Format 2 of the checkpoints is later than both. */
const isOldEnough = (receipt: ReceiptEvidence, tools: CheckTools): boolean =>
  checkpointsOf(receipt, tools).every((facts) => (facts?.anchors ?? null) === null)

function checkTerms(receipt: ReceiptEvidence, tools: CheckTools): Finding {
  const { sha256 } = tools
  const { order, acceptance, terms } = receipt
  const isComplete = terms !== undefined && bandOfTerms(terms) !== null
  const published =
    (isComplete || isOldEnough(receipt, tools)) &&
    (terms === undefined ||
      (sha256(terms).slice(0, TERMS_ID_DIGITS) === order.termsId && isOffered(order, terms)))
  const lasts = order.expiresAt === startOf(order) + order.durationMs
  const named = areInForce(order, checkpointsOf(receipt, tools))
  return judged(published && named && lasts && readReceipt(acceptance.text, order) !== null)
}

/**
 * Finds the first record that does not continue the segment. The time before the segment is unknown and not checked.
 */
function segmentFault(symbol: string, { before, records }: LogSegment, sha256: Sha256) {
  const start = { ...before, timeMs: null }
  return findChainFault(symbol, records, { sha256, start })
}

/**
 * The newest record at acceptance must be in the entry's segment, unchanged. It must not be later than the acceptance,
 * nor written later, and the record after it must not be much earlier: a purchase that is dated after the fact names a
 * head of another moment.
 */
function headFault({ order, acceptance, entry }: ReceiptEvidence): number | null {
  const head = readReceipt(acceptance.text, order)?.head ?? null
  if (head === null) return null
  const at = entry.records.findIndex(({ seq }) => seq === head.seq)
  const { seq, hash } = entry.records[at] ?? entry.before
  const isKnown = seq === head.seq && hash === head.hash
  const isLater = (entry.records[at]?.timeMs ?? 0) > order.acceptedAt
  const isOld =
    (entry.records[at + 1]?.timeMs ?? order.acceptedAt) < order.acceptedAt - HEAD_AGE_MAX_MS
  const outage = outageOver(outagesIn(entry.records), at)
  const isUnwritten = outage !== null && outage.writtenAt > order.acceptedAt
  return isKnown && !isLater && !isOld && !isUnwritten ? null : head.seq
}

function checkChain(receipt: ReceiptEvidence, { sha256 }: CheckTools): Finding {
  for (const segment of [receipt.entry, receipt.exit]) {
    const fault = segmentFault(receipt.order.symbol, segment, sha256)
    if (fault !== null) return { verdict: 'fails', seq: fault.seq }
  }
  const { entry, exit } = receipt
  return failsAt(
    findOutageFault(entry.records) ??
      findOutageFault(exit.records) ??
      findSplit(receipt) ??
      headFault(receipt),
  )
}

function checkBand(receipt: ReceiptEvidence, tools: CheckTools): Finding {
  const { order, terms = '', entry, exit } = receipt
  const fault = bandFaultIn(entry, terms) ?? bandFaultIn(exit, terms)
  if (fault !== null || order.source !== 'simulated' || isOldEnough(receipt, tools))
    return failsAt(fault)
  const running = { after: startOf(order), until: order.expiresAt }
  return failsAt(findAside(entry.records, running) ?? findAside(exit.records, running))
}

function checkPayout({ order }: ReceiptEvidence): Finding {
  const { stake, payoutRate, payout, profitAndLoss } = order
  const agreed = stake > 0n && payout === stake + profitOf(stake, payoutRate)
  return judged(agreed && profitAndLoss !== null && profitAndLoss === profitAndLossOf(order))
}

function checkLedger({ order, transfers }: Pick<SettledReceipt, 'order' | 'transfers'>): Finding {
  const [given, returned, ...more] = transfers
  if (order.profitAndLoss === null || more.length > 0) return FAILS
  const stake = given?.kind === 'order_stake' && given.amount === order.stake
  const back = order.stake + order.profitAndLoss
  return judged(stake && returned?.kind === 'order_settle' && returned.amount === back)
}

/** Verifies a settled or shared receipt. Every step is checked, so that readers see the extent of a fault. */
export async function checkReceipt(
  given: AnyReceipt,
  tools: CheckTools,
  { kept = null, seen = [] }: OwnEvidence = {},
): Promise<ReceiptReport> {
  const receipt = inOrderOfTime(given)
  const log = await checkPublicLog(receipt, tools)
  const { silences = [], ...checkpoint } = await checkCheckpoints(receipt, tools)
  const seed = await checkSeedHours(receipt, tools)
  const findings: Record<CheckStep, Finding | null> = {
    kept: judged(
      kept === receiptFingerprint(receipt.acceptance, tools.sha256) &&
        receipt.order.voidReason !== UNDONE,
    ),
    seen: failsAt(findUnlike(receipt, seen)),
    acceptance: judged(await tools.verify(receipt.acceptance)),
    terms: checkTerms(receipt, tools),
    moment: await checkMoment(receipt, readReceipt(receipt.acceptance.text, receipt.order), tools),
    chain: checkChain(given, tools),
    checkpoint,
    log: log && { verdict: log },
    band: checkBand(receipt, tools),
    outcome: await checkOutcome(receipt, tools),
    payout: checkPayout(receipt),
    ledger: receipt.format === SHARED_FORMAT ? null : checkLedger(receipt),
    seed: seed.verdict && { verdict: seed.verdict },
    venues: checkVenues(receipt, tools),
    dealer: checkDealer(receipt, tools),
  }
  const isOwn: Partial<Record<CheckStep, boolean>> = { kept: kept !== null, seen: seen.length > 0 }
  const all: readonly CheckStep[] = [KEPT_STEP, 'seen', ...CHECK_STEPS]
  const taken = all.filter((step) => isOwn[step] !== false)
  const steps = taken.flatMap((step) => {
    const finding = findings[step]
    return finding === null ? [] : [{ step, ...finding }]
  })
  const isAbsent = (step: CheckStep): boolean =>
    step !== 'venues' && step !== 'dealer' && (step !== 'seed' || seed.hours === null)
  const leftOut = taken.filter((step) => findings[step] === null && isAbsent(step))
  const absent: ReceiptReport['absent'] =
    receipt.order.source === 'dealer' ? [...leftOut, LOOK_UP] : leftOut
  const worst = WORST_FIRST.find((each) => steps.some(({ verdict }) => verdict === each))
  return {
    verdict: worst ?? 'holds',
    steps,
    absent,
    silences,
    seeds: seed.hours,
  }
}
