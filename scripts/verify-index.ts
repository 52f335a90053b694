/**
 * `npm run verify-index -- SYMBOL FILE.ndjson [HISTORY.ndjson]`: recomputes live prices from the venues' trades that
 * they follow from, or from a dealer's quotes, and compares them with the tick history.
 */
import { hash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { publishedQuote } from '#contract/dealer-quote.ts'
import { publishedInputs } from '#contract/index-price.ts'
import { dealerTerms, indexTerms } from '#contract/product.ts'
import {
  findIndexFault,
  type FoundIndexFault,
  type IndexFault,
  type IndexLimits,
  type PublishedLine,
} from '#rules/index-check.ts'
import { strictJson } from '#rules/strict-json.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { readText, ticksOf } from './receipt-tools.ts'

const USAGE = `npm run verify-index -- SYMBOL FILE.ndjson [HISTORY.ndjson] [--terms TERMS.json] [--decimals N]
  FILE.ndjson     as /api/ticks/SYMBOL/inputs.ndjson gives it, page after page
  HISTORY.ndjson  as /api/ticks/SYMBOL.ndjson gives it, or that address; verify-history proves it
  --terms         a reply of /api/public/terms, to check that each trade was fresh and none far from the others
  --decimals      the product's priceDecimals by /api/products, if this release does not know it`

const WORDS: Record<IndexFault, string> = {
  order: 'its venues are not in order',
  hash: 'its trades are not those that its hash names',
  price: 'its price is not the middle one of its trades',
  sequence: 'its record does not come after the line before',
  future: 'a trade arrived after the price was made',
  stale: 'a trade was too old, or had arrived too late, by the terms',
  spread: 'its trades are further apart than the terms allow',
  record: 'the history has another record',
  missing: 'the history has a price whose trades the file leaves out',
}
/** The same of a dealer's quotes. */
const QUOTE_WORDS: Record<IndexFault, string> = {
  ...WORDS,
  hash: 'its quote is not the one that its hash names',
  price: 'its price is not the middle of its quote',
  future: 'its quote arrived after the price was made',
  stale: 'its quote was too old, or had arrived too late, by the terms',
  spread: 'bid and ask are further apart than the terms allow',
  missing: 'the history has a price whose quote the file leaves out',
}

class Unreadable extends Error {}

const publishedLine = z.union([publishedInputs, publishedQuote])

function linesOf(file: string): PublishedLine[] {
  const texts = readText(file).split('\n')
  return texts.flatMap((text, n) => {
    if (text.trim() === '') return []
    try {
      return [publishedLine.parse(strictJson(text))]
    } catch {
      throw new Unreadable(`line ${n + 1} of ${file} is not a price with its trades or its quote`)
    }
  })
}

const publicTerms = z.object({ terms: z.array(z.object({ symbol: z.string(), text: z.string() })) })
const decimalsText = z.coerce
  .number({ error: 'name the decimals of the product' })
  .int()
  .min(0)
  .max(8)
const termsText = z.union([z.object({ index: indexTerms }), z.object({ dealer: dealerTerms })])

/** All versions of the terms of a live price. */
function termsIn(file: string | undefined, symbol: string): IndexLimits[] | undefined {
  if (file === undefined) return undefined
  const { terms } = publicTerms.parse(strictJson(readText(file)))
  const all = terms.flatMap((each) => {
    const text = each.symbol === symbol ? termsText.safeParse(strictJson(each.text)) : null
    if (text?.success !== true) return []
    return ['index' in text.data ? text.data.index : text.data.dealer]
  })
  if (all.length === 0) throw new Unreadable(`${file} has no terms of a live price of ${symbol}`)
  // Which version was in force is not in the file, so what any of them allows passes.
  return all
}

const words = ({ fault, line, seq }: FoundIndexFault, isQuoted: boolean): string =>
  `${line === null ? '' : `line ${line}, `}record ${seq}: ${(isQuoted ? QUOTE_WORDS : WORDS)[fault]}`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { decimals: { type: 'string' }, terms: { type: 'string' } },
  })
  const [symbol, file, history] = positionals
  if (symbol === undefined || file === undefined) throw new Error('name a product and a file')
  const known = PRODUCTS.find((product) => product.symbol === symbol)?.priceDecimals
  const decimals = decimalsText.parse(values.decimals ?? known)
  const lines = linesOf(file)
  const records = history === undefined ? null : await ticksOf(history)
  const terms = termsIn(values.terms, symbol)
  const checked = { lines, records, decimals, ...(terms !== undefined && { terms }) }
  const found = findIndexFault(checked, (text) => hash('sha256', text))
  const isQuoted = lines.some((line) => 'quote' in line)
  const wrong = found === null ? null : words(found, isQuoted)
  const lack = lines.length === 0 ? 'the file has no lines' : null
  const compared = records === null ? 'not compared with a history' : 'compared with the history'
  // Nothing here shows that the dealer quoted it.
  const quoted = isQuoted ? "one dealer's quotes, not looked up; " : ''
  process.stdout.write(
    `${lines.length} prices of ${symbol}, ${quoted}${compared}: ${wrong ?? lack ?? 'nothing wrong'}\n` +
      `${(wrong ?? lack) === null ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`,
  )
  process.exitCode = (wrong ?? lack) === null ? 0 : 1
}

try {
  await main()
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof Unreadable ? `${text}\n` : `${text}\n${USAGE}\n`)
  process.exitCode = error instanceof Unreadable ? 1 : 2
}
