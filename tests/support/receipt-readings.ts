/** What each reader says of a receipt, in one form, so that their words can be compared. */
import type { Silence } from '#rules/outage.ts'
import type { StepReport, ReceiptReport } from '#rules/receipt-check.ts'

/**
 * What a reader says of each file: `holds`, `holds without log, ledger`, `waits`, `not proved checkpoint: FROM to TO,
 * ...`, `is not a receipt`, or `fails STEP [record SEQ], ...`. A file of which it says nothing is missing.
 */
export type Readings = ReadonlyMap<string, string>

/** Steps that every reader says it left out, and that no one can look a dealer's price up. */
export const LEFT_OUT = ['log', 'ledger', 'look-up'] as const
export const NO_RECEIPT = 'is not a receipt'
export const holdsWithout = (steps: readonly string[]): string =>
  steps.length === 0 ? 'holds' : `holds without ${steps.join(', ')}`

/** Nothing is wrong, but the server was away at these times. */
export const away = (silences: readonly Silence[]): string =>
  `not proved checkpoint: ${silences.map(({ fromMs, toMs }) => `${fromMs} to ${toMs}`).join(', ')}`

const failed = (steps: readonly Pick<StepReport, 'step' | 'seq'>[]): string =>
  `fails ${steps.map(({ step, seq }) => (seq === undefined ? step : `${step} record ${seq}`)).join(', ')}`

/** What the rules say. */
export function readingOfReport({ verdict, steps, absent, silences }: ReceiptReport): string {
  if (verdict === 'fails') return failed(steps.filter((each) => each.verdict === 'fails'))
  if (verdict === 'waiting') return 'waits'
  if (verdict === 'unproved') return away(silences)
  return holdsWithout(LEFT_OUT.filter((step) => absent.includes(step)))
}

const AWAY_LINE = /^ {2}the server was away from (\d+) to (\d+)$/

/**
 * The Python reader prints one line per file, and below it when the server was away. As with the other readers, this is
 * compared only where nothing fails.
 */
export function byPython(text: string): Readings {
  const readings = new Map<string, string>()
  let file = ''
  for (const line of text.split('\n')) {
    const [isAway, from, to] = AWAY_LINE.exec(line) ?? []
    if (isAway !== undefined) {
      const said = readings.get(file) ?? ''
      if (said.startsWith('fails')) continue
      readings.set(file, `${said}${said.includes(': ') ? ', ' : ': '}${from} to ${to}`)
    } else if (!line.startsWith(' ')) {
      const at = line.indexOf(' ')
      file = line.slice(0, at)
      readings.set(file, line.slice(at + 1))
    }
  }
  return readings
}
