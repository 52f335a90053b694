/** Takes out of the rules one check at a time: the forged receipts and their honest twins must notice each. */
import { z } from 'zod/mini'
import { type AnyReceipt, anyReceipt } from '#contract/settlement-receipt.ts'
import * as rules from '#rules/receipt-check.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { EQUIVALENT } from '#support/equivalent-mutations.ts'
import { EDGE_RECEIPTS } from '#support/edge-receipts.ts'
import { FORGED_RECEIPTS, type ForgedReceipt } from '#support/forgeries.ts'
import { shared } from '#support/honest-receipts.ts'
import { loadMutated, type Mutation, mutationsOf } from '#support/mutated-checks.ts'
import { tools } from '#support/settled-receipt.ts'
import { WEAKER_RECEIPTS } from '#support/weaker-receipts.ts'
import type { FaultContext } from './runner.ts'

/** What decides about a receipt, but for outages, the chain of seeds, the trades of venues and the formats of texts. */
const FILES = [
  'rules/receipt-check.ts',
  'rules/outcome-check.ts',
  'rules/one-history.ts',
  'rules/device-check.ts',
  'rules/public-log.ts',
  'rules/sanity-band.ts',
  'rules/spot.ts',
  'rules/settle.ts',
  'rules/terms.ts',
]
/** At the smaller scales so many are chosen by the seed, so that every run tries others. */
const TRIED = { short: 4, ci: 20, full: Infinity } as const

type Rules = typeof rules
interface Case {
  name: string
  receipt: AnyReceipt
  kept: string | null
}

/** As a reader gets it: from a file. */
const asRead = (receipt: AnyReceipt): AnyReceipt =>
  anyReceipt.parse(JSON.parse(JSON.stringify(z.encode(anyReceipt, receipt))))

function casesOf({ name, make, twin, kept: given }: ForgedReceipt): Case[] {
  const kept = given === undefined ? null : receiptFingerprint(given, tools.sha256)
  return [
    { name, receipt: asRead(make()), kept },
    { name: `the twin of: ${name}`, receipt: asRead(twin()), kept },
  ]
}

/** All that a reader can say of a receipt. */
async function said({ checkReceipt }: Rules, { receipt, kept }: Case): Promise<string> {
  try {
    const { verdict, steps, absent } = await checkReceipt(receipt, tools, { kept })
    const findings = steps.map(({ step, verdict: each, seq = '' }) => `${step} ${each} ${seq}`)
    return [verdict, ...findings, 'without', ...absent].join(' ')
  } catch {
    return 'an error'
  }
}

/** The first case of which the changed rules say something else; null if there is none. */
async function noticedBy(
  mutation: Mutation,
  cases: readonly Case[],
  expected: ReadonlyMap<Case, string>,
): Promise<string | null> {
  const changed = await loadMutated<Rules>('rules/receipt-check.ts', mutation)
  for (const each of cases) {
    if ((await said(changed, each)) !== expected.get(each)) return each.name
  }
  return null
}

const nameOf = ({ file, words }: Mutation): string => `${file}: ${words}`

export async function run({ seed, scale, log, count, check }: FaultContext): Promise<void> {
  const cases = [
    ...FORGED_RECEIPTS.flatMap(casesOf),
    ...[...WEAKER_RECEIPTS, ...EDGE_RECEIPTS].map(([name, receipt]) => ({
      name,
      receipt: asRead(receipt),
      kept: null,
    })),
    ...FORGED_RECEIPTS.slice(0, 1).map(({ name, make }) => ({
      name: `shared: ${name}`,
      receipt: asRead(shared(make())),
      kept: null,
    })),
  ]
  const expected = new Map<Case, string>()
  for (const each of cases) expected.set(each, await said(rules, each))

  const all = FILES.flatMap(mutationsOf)
  const known = new Set(EQUIVALENT.map(([file, words]) => `${file}: ${words}`))
  for (const name of known) {
    check(
      all.some((each) => nameOf(each) === name),
      `there is no such mutation any more: ${name}`,
    )
  }
  const pick = choicesOf(seed)
  const left = all.filter((each) => !known.has(nameOf(each)))
  for (let tried = 0; tried < TRIED[scale] && left.length > 0; tried++) {
    const [mutation] = scale === 'full' ? left.splice(0, 1) : left.splice(pick(left.length), 1)
    if (mutation === undefined) break
    const noticed = await noticedBy(mutation, cases, expected)
    const where = `${mutation.file}:${mutation.line}: ${mutation.words}`
    check(noticed !== null, `nothing notices ${where}`)
    log(`${where}: ${noticed ?? 'NOT NOTICED'}`)
    count('mutations tried')
  }
  count('mutations in all', all.length)
  count('mutations that change nothing', known.size)
  count('receipts', cases.length)
}
