/** Parsers and slow oracles read the same strings: they agree, and nothing that is read loses a digit. */
import fc from 'fast-check'
import { z } from 'zod/mini'
import { money } from '#contract/scalars.ts'
import { formatAmount, parseAmount } from '#rules/amounts.ts'
import { readDecimal } from '#rules/typed-number.ts'
import type { FaultScenario } from './runner.ts'

const STRINGS = { short: 30_000, ci: 300_000, full: 10_000_000 } as const
const BATCH = 10_000

/** Character by character, with no regular expression and no shared code: what a plain decimal is and means. */
export function slowParse(text: string): bigint | null {
  let whole = 0
  let fraction = -1
  let minor = 0n
  for (const char of text) {
    const digit = '0123456789'.indexOf(char)
    if (char === '.') {
      if (fraction >= 0 || whole === 0) return null
      fraction = 0
    } else if (digit < 0) return null
    else {
      if (fraction < 0) {
        if (whole === 1 && minor === 0n) return null
        whole += 1
      } else fraction += 1
      if (whole > 12 || fraction > 2) return null
      minor = minor * 10n + BigInt(digit)
    }
  }
  if (whole === 0 || fraction === 0) return null
  return minor * 10n ** BigInt(2 - Math.max(fraction, 0))
}

const codecParse = (text: string): bigint | null => {
  const read = z.safeDecode(money, text)
  return read.success ? read.data : null
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: max })
const plain = fc.bigInt({ min: 0n, max: 99_999_999_999_999n }).map(formatAmount)
/** One change away from a plain decimal. */
const nearly = fc
  .tuple(
    plain,
    fc.nat(16),
    fc.constantFrom(...Array.from('.,-+ eExX_\n\t\u00a0\u0000٣１0−'), '', '00', '\ufeff'),
    fc.boolean(),
  )
  .map(([text, at, piece, over]) => text.slice(0, at) + piece + text.slice(at + (over ? 1 : 0)))
const NUMBERS =
  '. 0 00 -0 +0 0. .0 0.0 0.00 0.000 0.01 0.001 0.1.1 1..1 01 001.00 1. 1,00 1_000 1e0 1E2 0x1 0b1 1n' +
  ' 999999999999 1000000000000 999999999999.99 999999999999.999 9007199254740993 ١ １ NaN Infinity' +
  ' null undefined true [object'
const BOUNDARIES = [...NUMBERS.split(' '), '', ' 1', '1 ', '1\n', '\n1', '1\r\n', '1\u0000']
const candidate = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 4, arbitrary: nearly },
  { weight: 2, arbitrary: fc.tuple(digits(14), digits(4)).map((parts) => parts.join('.')) },
  { weight: 1, arbitrary: digits(14) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...BOUNDARIES) },
)

const FORMATS = [
  { decimalSeparator: '.', groupSeparator: ',' },
  { decimalSeparator: ',', groupSeparator: '.' },
  { decimalSeparator: ',', groupSeparator: '\u202f' },
]

/** The whole part of an amount with groups of three, and without. */
function groupedBy(minor: bigint, separator: string): [grouped: string, plain: string] {
  const plain = `${minor / 100n}`
  let grouped = ''
  for (let end = plain.length; end > 0; end -= 3) {
    const group = plain.slice(Math.max(0, end - 3), end)
    grouped = grouped === '' ? group : group + separator + grouped
  }
  return [grouped, plain]
}

/** What is wrong with how a string is read; null when nothing is. */
function wrongWith(text: string): string | null {
  const quick = parseAmount(text)
  const slow = slowParse(text)
  const codec = codecParse(text)
  if (quick !== slow || codec !== slow) return `parsed as ${quick}, ${codec} and ${slow}`
  if (quick !== null && parseAmount(formatAmount(quick)) !== quick) return 'is not written back'
  for (const format of FORMATS) {
    const field = readDecimal(text, format, 2)
    if (quick !== null && field !== text) return `is read as ${field} in a field`
    if (field !== null && readDecimal(field, format, 2) !== field) return `${field} is read anew`
    const [grouped, plain] = quick === null ? [] : groupedBy(quick, format.groupSeparator)
    if (grouped !== undefined && readDecimal(grouped, format, 2) !== plain)
      return `${grouped} is not read as ${plain}`
  }
  return null
}

export const run: FaultScenario = async ({ seed, scale, count, pass, fail }) => {
  const check = (texts: readonly string[]): void => {
    let allRead = true
    for (const text of texts) {
      const what = wrongWith(text)
      count(parseAmount(text) === null ? 'refused' : 'read')
      if (what === null) continue
      allRead = false
      fail(`${JSON.stringify(text)} ${what}`)
    }
    if (allRead) pass()
  }
  check(BOUNDARIES)
  for (let done = 0; done < STRINGS[scale]; done += BATCH) {
    check(fc.sample(candidate, { numRuns: BATCH, seed: seed + done }))
  }
}
