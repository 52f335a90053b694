/** `npm run verify-history -- SYMBOL FILE.ndjson`: reports where a downloaded tick history is inconsistent. */
import { parseArgs } from 'node:util'
import { basisPoints } from '#contract/scalars.ts'
import {
  checkHistory,
  countedOrders,
  type Coverage,
  coverageOf,
  type History,
  type HistoryFault,
} from '#rules/history-check.ts'
import { outagesIn } from '#rules/outage.ts'
import { isLost } from '#rules/restore.ts'
import { checkpointFaultText, checkpointsIn, restoresOf, restoreText } from './checkpoint-text.ts'
import { outageText } from './outage-text.ts'
import { keysIn, ticksOf, toolsOf } from './receipt-tools.ts'

const USAGE = `npm run verify-history -- SYMBOL FILE.ndjson --checkpoints FILE.json… --key FILE.pem… [--band N]
    [--starts FILE.json…]
  FILE.ndjson    as /api/ticks/SYMBOL.ndjson gives it, page after page, or that address itself
  --checkpoints  pages of /api/checkpoints, read before the history, so that none of their heads is newer
  --key          public keys that you trust: PEM, or a reply of /api/checkpoints from elsewhere
  --band         the product's bandBps by /api/public/terms, if all of the file was written under it
  --starts       pages of /api/chains/starts: checkpoints that a restore says are lost are left out, and named`

const words = (fault: HistoryFault, symbol: string): string => {
  switch (fault.kind) {
    case 'record':
      return `record ${fault.seq} of ${symbol} does not continue the chain (${fault.fault})`
    case 'band':
      return `record ${fault.seq} of ${symbol} is not what the product's band allows`
    case 'outage':
      return `record ${fault.seq} of ${symbol} says of an outage what the records contradict`
    case 'running':
      return `checkpoint ${fault.checkpoint} was signed in the outage that record ${fault.seq} of ${symbol} states`
    case 'head':
      return `record ${fault.seq} of ${symbol} is not the head that checkpoint ${fault.checkpoint} signed`
    case 'signature':
    case 'checkpoints':
    case 'back':
      return checkpointFaultText(fault)
  }
}

/** Why a history without a fault proves nothing or only a part; null when every signed head is among its records. */
function lackOf(history: History, { heads, beyond }: Coverage): string | null {
  if (history.records.length === 0) return 'the file has no records'
  if (beyond !== null) return `the file ends before record ${beyond}, which a checkpoint signed`
  return heads === 0 ? 'no signed head covers any of these records' : null
}

function coverageText(history: History, { heads, through }: Coverage): string {
  const orders = countedOrders(history.checkpoints)
  const [first, last] = [history.records[0]?.seq ?? 0, history.records.at(-1)?.seq ?? 0]
  return [
    `records ${first} to ${last}, ${heads} signed heads`,
    `covered ${through === null ? 'nowhere' : `to record ${through}`}`,
    ...(orders === null ? [] : [`${orders} acceptances and refusals counted`]),
  ].join(', ')
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      checkpoints: { type: 'string', multiple: true, default: [] },
      key: { type: 'string', multiple: true, default: [] },
      band: { type: 'string' },
      starts: { type: 'string', multiple: true, default: [] },
    },
  })
  const [symbol, file] = positionals
  if (symbol === undefined || file === undefined) throw new Error('name a product and a file')
  const records = await ticksOf(file)
  const given = checkpointsIn(values.checkpoints)
  const tools = toolsOf(keysIn(values.key))
  const restores = await restoresOf(values.starts, given, tools)
  const checkpoints = given.filter((each) => !isLost(each, restores))
  for (const restore of restores) process.stdout.write(`${restoreText(restore)}\n`)
  for (const { number } of given.filter((each) => isLost(each, restores))) {
    process.stdout.write(`checkpoint ${number} is one that it lost, and is left out\n`)
  }
  const bandBps =
    values.band === undefined ? {} : { bandBps: basisPoints.parse(Number(values.band)) }
  const history = { symbol, records, checkpoints, ...bandBps }
  const fault = await checkHistory(history, tools)
  const coverage = coverageOf(history)
  const wrong = fault === null ? lackOf(history, coverage) : words(fault, symbol)
  for (const outage of outagesIn(records)) {
    const { first, seq, writtenAt, fromMs } = outage
    process.stdout.write(
      `records ${records[first]?.seq} to ${seq} were written up to ${outageText(writtenAt - fromMs, outage)}\n`,
    )
  }
  process.stdout.write(
    `${coverageText(history, coverage)}: ${wrong ?? 'nothing wrong'}\n` +
      `${wrong === null ? '1 passed, 0 failed' : '0 passed, 1 failed'}\n`,
  )
  process.exitCode = wrong === null ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
