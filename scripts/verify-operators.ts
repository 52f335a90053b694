/**
 * `npm run verify-operators -- CHAIN.json… --checkpoints … --key …`: proves that no act of an operator was removed,
 * inserted or dated back, and that a disclosed act is the one that the chain has.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { listChain } from '#contract/endpoints/history.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import { type Act, act } from '#contract/records.ts'
import {
  checkOperatorChain,
  isDisclosed,
  type OperatorFault,
  type OperatorReport,
  windowOf,
} from '#rules/operator-chain.ts'
import { checkpointFaultText, checkpointsIn } from './checkpoint-text.ts'
import { keysIn, readAs, readText, sha256, toolsOf } from './receipt-tools.ts'

const USAGE = `npm run verify-operators -- CHAIN.json… --checkpoints FILE… --key FILE… [--acts FILE…]
  CHAIN.json     as /api/chains/operators gives it, page after page, read after the checkpoints
  --checkpoints  pages of /api/checkpoints, also old ones that you kept
  --key          public keys that you trust: PEM, or a reply of /api/checkpoints from elsewhere
  --acts         acts that were disclosed to you, as /api/acts or the desk's log gives them`

const words = (fault: OperatorFault): string => {
  switch (fault.kind) {
    case 'record':
      return `act ${fault.seq} does not continue the chain (${fault.fault})`
    case 'text':
      return `act ${fault.seq} is no digest with a whole minute`
    case 'head':
      return `act ${fault.seq} is not the one that checkpoint ${fault.checkpoint} signed`
    case 'short':
      return `the chain ends before act ${fault.seq}, which checkpoint ${fault.checkpoint} signed`
    case 'date':
      return `act ${fault.seq} has another date than the checkpoints around it allow (checkpoint ${fault.checkpoint})`
    case 'signature':
    case 'checkpoints':
    case 'back':
      return checkpointFaultText(fault)
  }
}

const disclosed = z.union([
  z.object({ acts: z.array(act) }),
  z.pipe(
    act,
    z.transform((one) => ({ acts: [one] })),
  ),
])

const recordsIn = (files: readonly string[]): ChainRecord[] =>
  files.flatMap(
    (file) =>
      readAs(listChain.reply, readText(file), `${file}: a reply of /api/chains/operators`).records,
  )

const actsIn = (files: readonly string[]): Act[] =>
  files.flatMap((file) => readAs(disclosed, readText(file), `${file}: acts with their salts`).acts)

/** Prints what the chain says of a disclosed act. Returns whether a checkpoint names it. */
function isProved(one: Act, records: readonly ChainRecord[], { facts }: OperatorReport): boolean {
  const { checkpoint } = windowOf(Number(one.seq), facts)
  const isSame = isDisclosed(one, records, sha256)
  const named = checkpoint === null ? 'in no checkpoint yet' : `named by checkpoint ${checkpoint}`
  const text = isSame ? `is in the chain, ${named}` : 'IS NOT the act that the chain has'
  const at = new Date(one.at).toISOString()
  process.stdout.write(`act ${one.seq}, ${one.act} by ${one.actor} at ${at}: ${text}\n`)
  return isSame && checkpoint !== null
}

async function main(): Promise<void> {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { checkpoints: many, key: many, acts: many },
  })
  if (positionals.length === 0) throw new Error('name a file of the chain')
  const records = recordsIn(positionals)
  // Pages that were kept at several times overlap.
  const kept = checkpointsIn(values.checkpoints)
  const checkpoints = [...new Map(kept.map((each) => [each.text, each])).values()]
  const report = await checkOperatorChain({ records, checkpoints }, toolsOf(keysIn(values.key)))
  const named = report.facts.at(-1)?.anchors?.operators?.seq ?? 0
  const lack = report.facts.length === 0 ? 'no checkpoint names any of these acts' : null
  const wrong = report.fault === null ? lack : words(report.fault)
  process.stdout.write(
    `acts ${records[0]?.seq ?? 0} to ${records.at(-1)?.seq ?? 0}, ${report.facts.length} checkpoints, ` +
      `named to act ${named}: ${wrong ?? 'nothing wrong'}\n`,
  )
  const acts = actsIn(values.acts).map((one) => isProved(one, records, report) && wrong === null)
  const results = [wrong === null, ...acts]
  const passed = results.filter(Boolean).length
  process.stdout.write(`${passed} passed, ${results.length - passed} failed\n`)
  process.exitCode = passed === results.length ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
