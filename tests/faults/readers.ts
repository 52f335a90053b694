/** Thousands of receipts with something changed at random: the rules and the Python reader say the same of each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { type AnyReceipt, anyReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { chanceOf } from '#support/chance.ts'
import { baseReceipts } from '#support/base-receipts.ts'
import { type Mutant, mutatedReceipts } from '#support/mutated-receipts.ts'
import type { Written } from '#support/mended-receipts.ts'
import { byPython, NO_RECEIPT, readingOfReport } from '#support/receipt-readings.ts'
import { readByPython } from '#support/receipt-readers.ts'
import { PUBLIC_KEY, tools } from '#support/settled-receipt.ts'
import { unexplained } from '#support/uncovered-changes.ts'
import { type ReadFile, readFileText } from '../../src/verify/read-file.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const MUTANTS = { short: 400, ci: 1_200, full: 10_000 } as const
/** Files per process of the Python reader. */
const AT_A_TIME = 400
/** The least share of each verdict, so that readers cannot pass by refusing or accepting everything. */
const SHARE_MIN = 0.02

async function readByRules(read: ReadFile): Promise<string> {
  if (read.kind !== 'receipt') return NO_RECEIPT
  return readingOfReport(await checkReceipt(read.receipt, tools))
}

/** The kind of a reading: of what fails, no matter which step. */
const verdictOf = (reading: string): string =>
  reading.startsWith('fails') ? 'fails' : reading.replace(/ without.*/, '')

async function compare(
  { check, count }: FaultContext,
  folder: string,
  mutants: readonly Mutant[],
): Promise<string[]> {
  const files = mutants.map(({ text }, n) => {
    const file = join(folder, `${n}.json`)
    writeFileSync(file, text)
    return file
  })
  const { text: said } = readByPython(...files, '--key', join(folder, 'key.pem'))
  const python = byPython(said)
  const verdicts: string[] = []
  for (const [n, { family, change, text, base }] of mutants.entries()) {
    const read = readFileText(text)
    const [rules, other] = [await readByRules(read), python.get(files[n] ?? '')]
    check(rules === other, `${family}: ${change}: the rules say ${rules}; python says ${other}`)
    const verdict = verdictOf(rules)
    verdicts.push(verdict)
    count(`${family} ${verdict}`)
    if (verdict !== 'holds' || read.kind !== 'receipt') continue
    const wrong = unexplained(z.decode(anyReceipt, base), read.receipt)
    check(wrong === null, `${family}: ${change}: it holds although this changed: ${wrong}`)
  }
  return verdicts
}

/** What would be said of a reader that held a receipt with another stake, result, hour or agreement. */
function checkControls({ check, count }: FaultContext, bases: readonly Written[]): void {
  const receipts = bases.map((base) => z.decode(anyReceipt, base))
  for (const receipt of receipts) {
    const { order, acceptance } = receipt
    const changed: AnyReceipt[] = [
      { ...receipt, order: { ...order, stake: order.stake + 1n } },
      { ...receipt, order: { ...order, status: order.status === 'won' ? 'lost' : 'won' } },
      { ...receipt, order: { ...order, profitAndLoss: 1n } },
      { ...receipt, acceptance: { ...acceptance, text: acceptance.text.replace('tie', 'a tie') } },
      { ...receipt, entry: { ...receipt.entry, records: receipt.entry.records.slice(1) } },
    ] as AnyReceipt[]
    check(unexplained(receipt, receipt) === null, 'an honest receipt is said to be changed')
    for (const each of changed) {
      check(unexplained(receipt, each) !== null, 'a change that is covered is not noticed')
      count('controls')
    }
  }
}

export const run: FaultScenario = async (context) => {
  const { seed, scale, check, count } = context
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-readers-'))
  const verdicts: string[] = []
  const bases = baseReceipts()
  try {
    writeFileSync(join(folder, 'key.pem'), PUBLIC_KEY)
    for (const [n, base] of bases.entries()) {
      const said = await readByRules({ kind: 'receipt', receipt: z.decode(anyReceipt, base) })
      check(verdictOf(said) === 'holds', `the rules say of honest receipt ${n}: ${said}`)
    }
    count('honest receipts', bases.length)
    let batch: Mutant[] = []
    for (const mutant of mutatedReceipts(chanceOf(seed)() * 2 ** 32, MUTANTS[scale], bases)) {
      batch.push(mutant)
      if (batch.length < AT_A_TIME) continue
      verdicts.push(...(await compare(context, folder, batch)))
      batch = []
    }
    verdicts.push(...(await compare(context, folder, batch)))
  } finally {
    rmSync(folder, { recursive: true })
  }
  checkControls(context, bases)
  for (const verdict of ['holds', 'fails', NO_RECEIPT]) {
    const share = verdicts.filter((each) => each === verdict).length / verdicts.length
    check(share >= SHARE_MIN, `${verdict}: only ${(share * 100).toFixed(1)} % of the mutants`)
  }
  check(verdicts.length === MUTANTS[scale], `${verdicts.length} mutants`)
}
