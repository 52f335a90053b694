/** What each reader says of a receipt, in one form, so that their words can be compared. */
import type { StepReport, ReceiptReport } from '#rules/receipt-check.ts'

/**
 * What a reader says of each file: `holds`, `holds without log, ledger`, `waits`, `is not a receipt`, or `fails STEP
 * [record SEQ], ...`. A file of which it says nothing is missing.
 */
export type Readings = ReadonlyMap<string, string>

/** Steps that every reader says it left out. */
export const LEFT_OUT = ['log', 'ledger'] as const
export const NO_RECEIPT = 'is not a receipt'
export const holdsWithout = (steps: readonly string[]): string =>
  steps.length === 0 ? 'holds' : `holds without ${steps.join(', ')}`

const failed = (steps: readonly Pick<StepReport, 'step' | 'seq'>[]): string =>
  `fails ${steps.map(({ step, seq }) => (seq === undefined ? step : `${step} record ${seq}`)).join(', ')}`

/** What the rules say. */
export function readingOfReport({ verdict, steps, absent }: ReceiptReport): string {
  if (verdict === 'fails') return failed(steps.filter((each) => each.verdict === 'fails'))
  if (verdict === 'waiting') return 'waits'
  return holdsWithout(LEFT_OUT.filter((step) => absent.includes(step)))
}

/** The Python reader prints one line per file. */
export const byPython = (text: string): Readings =>
  new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(' ')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
