/**
 * `npm run verify-seed -- SYMBOL SEEDS.json FILE.ndjson`: regenerates simulated hours from their seeds and compares.
 */
import { readFileSync } from 'node:fs'
import { listSeeds } from '#contract/endpoints/market.ts'
import type { SeedEpoch, TickRecord } from '#contract/tick-log.ts'
import { checkSeries, type SeriesFault } from '#rules/series-check.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { commitmentOf } from '#server/market/feeds/seeds.ts'
import { readAs, ticksOf } from './receipt-tools.ts'

const USAGE = `npm run verify-seed -- SYMBOL SEEDS.json FILE.ndjson
  SEEDS.json   as /api/seeds gives it: the hours whose seed is shown are checked
  FILE.ndjson  as /api/ticks/SYMBOL.ndjson gives it, from before those hours on, or that address itself`

const words = (fault: SeriesFault): string => {
  switch (fault.kind) {
    case 'foreign':
      return `record ${fault.seq} is not of the promised series`
    case 'missing':
      return `the promised tick of ${new Date(fault.timeMs).toISOString()} is missing`
    case 'start':
      return 'the file begins after the hour: ask for earlier records'
  }
}

/** Reports one hour. Returns whether the seed matches its commitment and the ticks match the seed. */
function isAsPromised(
  epoch: SeedEpoch,
  records: readonly TickRecord[],
  parameters: SimulationParameters,
): boolean {
  const { seed } = epoch
  const out = (text: string): void => void process.stdout.write(`epoch ${epoch.epoch}: ${text}\n`)
  if (seed === null || commitmentOf(seed) !== epoch.commitment) {
    out('the seed is not the promised one')
    return false
  }
  const { fault, promised, logged } = checkSeries(records, { ...epoch, seed }, parameters)
  const counted = `${logged} of ${promised} promised ticks in the file`
  out(fault === null ? `as promised, ${counted}, the others in gaps and halts` : words(fault))
  return fault === null
}

async function main(): Promise<void> {
  const [symbol = '', seeds, file] = process.argv.slice(2)
  if (seeds === undefined || file === undefined) throw new Error('name a product and two files')
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  const records = await ticksOf(file)
  const [first, last] = [records[0]?.timeMs ?? 0, records.at(-1)?.timeMs ?? 0]
  const { epochs } = readAs(
    listSeeds.reply,
    readFileSync(seeds, 'utf8'),
    `${seeds}: a reply of /api/seeds`,
  )
  const covered = epochs.filter(
    ({ seed, startsAt, endsAt }) => seed !== null && startsAt >= first && endsAt <= last,
  )
  if (covered.length === 0) throw new Error('no hour that is over lies within the file')
  const failed = covered.filter((epoch) => !isAsPromised(epoch, records, parameters)).length
  const over = epochs.filter(({ seed }) => seed !== null).length
  process.stdout.write(
    `\n${covered.length} of ${over} hours that are over are covered by the file\n` +
      `${covered.length - failed} passed, ${failed} failed\n`,
  )
  process.exitCode = failed > 0 ? 1 : 0
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
