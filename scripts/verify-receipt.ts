/** `npm run verify-receipt -- FILE…`: recomputes settled receipts on this machine, without any server. */
import { parseArgs } from 'node:util'
import type { BeaconRound } from '#contract/beacon.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import {
  type AnyReceipt,
  type ReceiptEvidence,
  SHARED_FORMAT,
} from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { formatAmount } from '#rules/amounts.ts'
import { historyFault } from '#rules/history-compare.ts'
import { lateSpots, type Silence } from '#rules/outage.ts'
import {
  type CheckStep,
  LOOK_UP,
  checkReceipt,
  type ReceiptReport,
  type StepReport,
} from '#rules/receipt-check.ts'
import { QUICKNET } from '#rules/beacon.ts'
import type { SeedHourReport } from '#rules/seed-hour.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { dealerQuotes } from '#rules/dealer-check.ts'
import { tradeLink } from '#rules/trade-links.ts'
import { venueTrades } from '#rules/venues-check.ts'
import { type ReadFile, readFileText } from '../src/verify/read-file.ts'
import { restoreBehind, type StartRecord } from '#rules/restore.ts'
import { checkpointsIn, restoresOf, restoreText } from './checkpoint-text.ts'
import { outageText } from './outage-text.ts'
import { keysIn, type PublicKeys, readText, sha256, ticksOf, toolsOf } from './receipt-tools.ts'
import { bindingText } from './seed-text.ts'

const USAGE = `npm run verify-receipt -- FILE… --key FILE.pem… [--ticks FILE.ndjson]…
    [--starts FILE.json… --checkpoints FILE.json…]
  FILE      a settled or shared receipt as the app saves it; the receipt of its purchase may be given too
  --key     public keys that you trust: PEM, or a reply of /api/checkpoints. Without them nothing is proved,
            because a receipt names its own
  --ticks   public tick history (/api/ticks/SYMBOL.ndjson, a file or the address): the receipt must say the same
  --starts  /api/chains/starts, and --checkpoints a page of /api/checkpoints that names it: says whether the server
            lost the history of the receipt, because an older copy of its data was put back
docs/VERIFY.md explains each step.`

const MEANING: Record<CheckStep, string> = {
  kept: 'the purchase is the one whose receipt is given beside it',
  seen: 'the price history is the one that the device was shown',
  acceptance: 'the server signed what was agreed at purchase',
  terms: 'what was agreed is what the order and the terms say',
  moment: 'a registered key of a device fixed the start, before the deciding prices were published',
  chain:
    'each record of the price history covers the one before, from the head at purchase; outages are as stated',
  checkpoint: 'the server signed the heads of that history in time',
  log: 'the purchase was entered in the public record in time',
  band: 'each tick is within its band, each rejected one is not',
  outcome: 'the rule ends as the order did',
  payout: 'profit and loss are what the terms say',
  ledger: 'the ledger moved just that',
  seed: 'the seed of each simulated hour is the one that was promised in public',
  venues:
    'the prices that decided are the middle ones of the listed trades, as the history committed to them',
  dealer: 'the prices that decided are the middle of the quotes that the history committed to',
}

/** What is weaker about a dealer's prices than about those of venues. */
const QUOTED =
  "price: one dealer's quote, logged before it was shown; not looked up, and no one else can"

const out = (line: string): void => void process.stdout.write(`${line}\n`)

/** A step that is not proved is said by `tellSilence`. */
function tellStep({ step, verdict, seq }: StepReport, symbol: string): void {
  if (verdict === 'unproved') return
  const where = seq === undefined ? '' : ` (record ${seq} of ${symbol})`
  out(`  ${verdict.padEnd(8)}${step.padEnd(12)}${MEANING[step]}${where}`)
}

/** A time in which the server was away. What belongs to it was signed only afterwards. */
function tellSilence({ fromMs, toMs }: Silence): void {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
  out(
    `  away    ${'checkpoint'.padEnd(12)}the server was away from ${from} to ${to}, and signed only then`,
  )
}

const ROUND_TEXTS = {
  holds: 'is signed by quicknet',
  fails: 'is not the one of the hour, or not signed by quicknet',
  unchecked: 'not checked: it is of another beacon',
} as const
const SEED_TEXTS = {
  published: 'the published seed is the promised one',
  later: 'the seed is published when the hour is over',
  lost: 'the seed is lost',
} as const

/** What the receipt shows of an hour: whether its seed could still be chosen. */
function tellHour({ epoch, binding, seed, round }: SeedHourReport): void {
  const drand = round === null ? '' : `; round ${round.round} ${ROUND_TEXTS[round.verdict]}`
  out(`  hour ${epoch}  ${bindingText(binding)}; ${SEED_TEXTS[seed]}${drand}`)
}

/** The trades behind a price, with an address to look each one up. */
function tellTrades(receipt: ReceiptEvidence): void {
  for (const { spot, seq, trades } of venueTrades(receipt)) {
    out(`  trades of the ${spot} (record ${seq}):`)
    for (const trade of trades) {
      const { venue, symbol, tradeId, price, receivedAt, isIndex } = trade
      const at = new Date(receivedAt).toISOString()
      const mark = isIndex ? '  = the price' : ''
      out(`    ${venue.padEnd(9)} ${price} trade ${tradeId}, received ${at}${mark}`)
      if (symbol !== null) out(`      ${tradeLink(venue, { ...trade, symbol })}`)
    }
  }
}

/** The quotes behind a dealer's prices. There is no address at which anyone could look them up. */
function tellQuotes(receipt: ReceiptEvidence): void {
  for (const { spot, seq, quote } of dealerQuotes(receipt)) {
    const { dealer, instrument, bid, ask, receivedAt } = quote
    const at = new Date(receivedAt).toISOString()
    out(
      `  quote of the ${spot} (record ${seq}): ${dealer} ${instrument} ${bid}/${ask}, received ${at}`,
    )
  }
}

function absenceText(step: ReceiptReport['absent'][number]): string {
  if (step === LOOK_UP) return QUOTED
  if (step === 'moment') return 'no device signed: the server fixed the start'
  if (step === 'ledger') return 'not checked: it is not part of a shared receipt'
  if (step === 'seed') return 'unbound: the receipt does not show when the seed was fixed'
  return 'not checked: the receipt is from before it'
}

/** Loads its library with the first round, because few receipts need it. */
async function verifyRound(round: BeaconRound): Promise<boolean> {
  const { isRoundSigned } = await import('#rules/round-signature.ts')
  return isRoundSigned(round, QUICKNET)
}

interface Trust {
  keys: PublicKeys
  history: readonly (readonly TickRecord[])[]
  /** The receipts issued at the purchase, by order number. */
  purchases: ReadonlyMap<string, AcceptanceReceipt>
  restores: readonly StartRecord[]
}

interface Given {
  file: string
  read: ReadFile
}

/** Reports a file that is not a settled receipt. Such a file proves nothing without the settled receipt. */
function tellAlone({ file, read }: Given): false {
  const why =
    read.kind === 'purchase'
      ? `no settled receipt of order ${read.order} is given with it`
      : 'not a settled receipt'
  out(`${file}\n  fails   ${why}`)
  return false
}

/** What follows for the order. Without a trusted key the signatures only show that the receipt fits itself. */
function conclusion(
  { order, keys, format }: AnyReceipt,
  sound: ReceiptReport['verdict'],
  trusted: boolean,
) {
  if (sound === 'fails') return 'IS NOT PROVED'
  if (!trusted) {
    const names = keys.map(({ keyId }) => keyId).join(', ')
    return `IS NOT PROVED: give the key ${names} with --key, from a source that you trust`
  }
  if (sound === 'waiting') return 'IS NOT PROVED YET: a checkpoint is missing'
  if (sound === 'unproved')
    return 'IS NOT PROVED: nothing is wrong, but the server was away around it'
  // The result follows from the prices. What the ledger moved is not in a shared receipt.
  const without = format === SHARED_FORMAT ? '; without its ledger transfers' : ''
  const weaker =
    order.source === 'dealer' ? "; on one dealer's quotes, which no one else can look up" : ''
  return `${order.status}${without}${weaker}`
}

/** Resolves to true when everything is proved. */
async function checkOne(file: string, receipt: AnyReceipt, trust: Trust): Promise<boolean> {
  const { keys, history, purchases, restores } = trust
  const { order } = receipt
  const given = purchases.get(order.id)
  const kept = given === undefined ? null : receiptFingerprint(given, sha256)
  out(`${file}  order ${order.id}, ${order.symbol} ${order.direction} ${formatAmount(order.stake)}`)
  const trusted = keys.length > 0
  const tools = toolsOf(trusted ? keys : receipt.keys)
  const report = await checkReceipt(receipt, { ...tools, verifyRound }, { kept })
  const { verdict, steps, absent, seeds, silences } = report
  for (const step of steps) tellStep(step, order.symbol)
  for (const silence of silences) tellSilence(silence)
  for (const hour of seeds ?? []) tellHour(hour)
  tellTrades(receipt)
  tellQuotes(receipt)
  for (const step of absent) out(`  weaker  ${step.padEnd(12)}${absenceText(step)}`)
  for (const { spot, seq, lateMs, outage } of lateSpots(receipt)) {
    out(`  late    ${spot.padEnd(12)}record ${seq} was written ${outageText(lateMs, outage)}`)
  }
  const restore = restoreBehind(receipt, restores)
  if (restore !== null) out(`  lost    restore     ${restoreText(restore)}`)
  const other = historyFault(receipt, history, sha256)
  if (other !== null) {
    out(`  fails   history     the public history has another record ${other} of ${order.symbol}`)
  }
  out(`  signed with ${receipt.keys.map(({ keyId }) => keyId).join(', ')}`)
  const sound = other === null ? verdict : 'fails'
  out(`  so the order ${conclusion(receipt, sound, trusted)}`)
  return sound === 'holds' && trusted
}

/**
 * The purchase receipts by order number, and the files to check one by one: all files except the purchase receipts that
 * come with a settled receipt of the same order.
 */
function paired(all: readonly Given[]) {
  const settled = all.flatMap(({ read }) => (read.kind === 'receipt' ? [read.receipt] : []))
  const orders = new Set<string>(settled.map(({ order }) => order.id))
  const given = all.flatMap(({ read }) => (read.kind === 'purchase' ? [read] : []))
  return {
    purchases: new Map(given.map(({ order, purchase }) => [order, purchase])),
    alone: all.filter(({ read }) => read.kind !== 'purchase' || !orders.has(read.order)),
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      ticks: { type: 'string', multiple: true, default: [] },
      starts: { type: 'string', multiple: true, default: [] },
      checkpoints: { type: 'string', multiple: true, default: [] },
    },
  })
  if (positionals.length === 0) throw new Error('name one file or more')
  const keys = keysIn(values.key)
  const history = await Promise.all(values.ticks.map(ticksOf))
  const named = checkpointsIn(values.checkpoints)
  const restores = await restoresOf(values.starts, named, toolsOf(keys))
  const all = positionals.map((file) => ({ file, read: readFileText(readText(file)) }))
  const { alone, purchases } = paired(all)
  let failed = 0
  for (const given of alone) {
    const trust = { keys, history, purchases, restores }
    const passed =
      given.read.kind === 'receipt'
        ? await checkOne(given.file, given.read.receipt, trust)
        : tellAlone(given)
    if (!passed) failed += 1
  }
  out(`\n${alone.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
