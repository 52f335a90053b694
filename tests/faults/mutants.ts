/** Takes out of the rules one check at a time: the forged receipts and their honest twins must notice each. */
import { lateSpots } from '#rules/outage.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { chosenMutations } from '#support/chosen-mutations.ts'
import { EQUIVALENT } from '#support/equivalent-mutations.ts'
import { loadMutated, type Mutation, mutationsOf } from '#support/mutated-checks.ts'
import { type ReceiptCase, receiptCases } from '#support/receipt-cases.ts'
import { tools } from '#support/settled-receipt.ts'
import type { FaultContext } from './runner.ts'

/** What decides about a receipt, but for the chain of seeds, the trades of venues and the formats of texts. */
const FILES = [
  'rules/receipt-check.ts',
  'rules/checkpoint-check.ts',
  'rules/checkpoint-line.ts',
  'rules/outcome-check.ts',
  'rules/one-history.ts',
  'rules/device-check.ts',
  'rules/public-log.ts',
  'rules/outage.ts',
  'rules/sanity-band.ts',
  'rules/spot.ts',
  'rules/settle.ts',
  'rules/terms.ts',
]
/** At the smaller scales so many are chosen by the seed, so that every run tries others. */
const TRIED = { short: 4, ci: 12, full: Infinity } as const

interface Rules {
  checkReceipt: typeof checkReceipt
  lateSpots: typeof lateSpots
}
const RULES: Rules = { checkReceipt, lateSpots }

const loadRules = async (mutation: Mutation): Promise<Rules> => ({
  ...(await loadMutated<Pick<Rules, 'checkReceipt'>>('rules/receipt-check.ts', mutation)),
  ...(await loadMutated<Pick<Rules, 'lateSpots'>>('rules/outage.ts', mutation)),
})

/** All that a reader can say of a receipt. */
async function said(rules: Rules, { receipt, kept, seen }: ReceiptCase): Promise<string> {
  try {
    const fingerprint = kept && receiptFingerprint(kept, tools.sha256)
    const report = await rules.checkReceipt(receipt, tools, { kept: fingerprint, seen })
    const { verdict, steps, absent, seeds, silences } = report
    const findings = steps.map(({ step, verdict: each, seq = '' }) => `${step} ${each} ${seq}`)
    const late = rules.lateSpots(receipt).map(({ spot, lateMs }) => `${spot} ${lateMs} ms late`)
    const away = silences.map(({ fromMs, toMs }) => `away ${fromMs} ${toMs}`)
    const words = [verdict, ...findings, 'without', ...absent, ...late, ...away]
    return [...words, JSON.stringify(seeds)].join(' ')
  } catch {
    return 'an error'
  }
}

interface Expected {
  each: ReceiptCase
  words: string
  /** How many mutations it has shown so far. */
  shows: number
}

/** A case of which the changed rules say something else; null if there is none. What showed most is tried first. */
async function noticedBy(mutation: Mutation, expected: Expected[]): Promise<string | null> {
  const changed = await loadRules(mutation)
  expected.sort((one, other) => other.shows - one.shows)
  for (const one of expected) {
    if ((await said(changed, one.each)) === one.words) continue
    one.shows += 1
    return one.each.name
  }
  return null
}

const nameOf = ({ file, words }: Mutation): string => `${file}: ${words}`

export async function run({ seed, scale, log, count, check }: FaultContext): Promise<void> {
  const expected: Expected[] = []
  for (const each of receiptCases()) {
    expected.push({ each, words: await said(RULES, each), shows: 0 })
  }

  const all = FILES.flatMap(mutationsOf)
  const known = EQUIVALENT.map(([file, words]) => `${file}: ${words}`)
  const choice = { known, tried: TRIED[scale], seed, check }
  for (const mutation of chosenMutations(all, nameOf, choice)) {
    const noticed = await noticedBy(mutation, expected)
    const where = `${mutation.file}:${mutation.line}: ${mutation.words}`
    check(noticed !== null, `nothing notices ${where}`)
    log(`${where}: ${noticed ?? 'NOT NOTICED'}`)
    count('mutations tried')
  }
  count('mutations in all', all.length)
  count('mutations that change nothing', known.length)
  count('receipts', expected.length)
}
