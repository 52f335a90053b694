/** `npm run verify-history -- SYMBOL FILE.ndjson`: reports where a downloaded tick history is inconsistent. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listCheckpoints } from '#contract/endpoints/market.ts'
import { basisPoints } from '#contract/scalars.ts'
import { checkHistory, type HistoryFault } from '#rules/history-check.ts'
import { ticksOf, toolsOf } from './receipt-tools.ts'

const USAGE = `npm run verify-history -- SYMBOL FILE.ndjson [--checkpoints FILE.json]… [--band N]
  FILE.ndjson    as /api/ticks/SYMBOL.ndjson gives it, page after page, or that address itself
  --checkpoints  pages of /api/checkpoints; their keys are trusted as they come
  --band         the product's bandBps by /api/public/terms, if all of the file was written under it`

const words = (fault: HistoryFault, symbol: string): string => {
  switch (fault.kind) {
    case 'record':
      return `record ${fault.seq} of ${symbol} does not continue the chain (${fault.fault})`
    case 'band':
      return `record ${fault.seq} of ${symbol} is not what the product's band allows`
    case 'head':
      return `record ${fault.seq} of ${symbol} is not the head that checkpoint ${fault.checkpoint} signed`
    case 'signature':
      return `checkpoint ${fault.checkpoint} is not signed by a known key`
    case 'checkpoints':
      return `checkpoint ${fault.checkpoint} does not name the one before it`
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      checkpoints: { type: 'string', multiple: true, default: [] },
      band: { type: 'string' },
    },
  })
  const [symbol, file] = positionals
  if (symbol === undefined || file === undefined) throw new Error('name a product and a file')
  const records = await ticksOf(file)
  const pages = values.checkpoints.map((name) =>
    listCheckpoints.reply.parse(JSON.parse(readFileSync(name, 'utf8'))),
  )
  const checkpoints = pages
    .flatMap((page) => page.checkpoints)
    .toSorted((one, other) => one.number - other.number)
  const tools = toolsOf(pages.flatMap(({ keys }) => keys))
  const bandBps =
    values.band === undefined ? {} : { bandBps: basisPoints.parse(Number(values.band)) }
  const fault = await checkHistory({ symbol, records, checkpoints, ...bandBps }, tools)
  const found = fault === null ? 'nothing wrong' : words(fault, symbol)
  process.stdout.write(
    `${records.length} records, ${checkpoints.length} checkpoints: ${found}\n` +
      `${fault === null ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`,
  )
  process.exitCode = fault === null ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
