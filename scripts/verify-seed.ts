/**
 * `npm run verify-seed -- SYMBOL SEEDS.json FILE.ndjson`: regenerates simulated hours from their seeds and compares.
 */
import { readFileSync } from 'node:fs'
import { listSeeds } from '#contract/endpoints/market.ts'
import type { SeedEpoch, TickRecord } from '#contract/tick-log.ts'
import { findSeriesFault, type SeriesFault } from '#rules/series-check.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { commitmentOf } from '#server/market/feeds/seeds.ts'
import { ticksOf } from './receipt-tools.ts'

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

/** Null when the seed matches its commitment and the ticks match the seed. */
function faultOf(
  epoch: SeedEpoch,
  records: readonly TickRecord[],
  parameters: SimulationParameters,
): string | null {
  const { seed } = epoch
  if (seed === null) return 'its seed is not shown yet'
  if (commitmentOf(seed) !== epoch.commitment) return 'the seed is not the promised one'
  const fault = findSeriesFault(records, { ...epoch, seed }, parameters)
  return fault && words(fault)
}

async function main(): Promise<void> {
  const [symbol = '', seeds, file] = process.argv.slice(2)
  if (seeds === undefined || file === undefined) throw new Error('name a product and two files')
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  const records = await ticksOf(file)
  const [first, last] = [records[0]?.timeMs ?? 0, records.at(-1)?.timeMs ?? 0]
  const { epochs } = listSeeds.reply.parse(JSON.parse(readFileSync(seeds, 'utf8')))
  const covered = epochs.filter(
    ({ seed, startsAt, endsAt }) => seed !== null && startsAt >= first && endsAt <= last,
  )
  const faults = covered.map((epoch) => {
    const fault = faultOf(epoch, records, parameters)
    process.stdout.write(`epoch ${epoch.epoch}: ${fault ?? 'as promised'}\n`)
    return fault
  })
  if (covered.length === 0) throw new Error('no hour that is over lies within the file')
  const failed = faults.filter((fault) => fault !== null).length
  process.stdout.write(`\n${covered.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 ? 1 : 0
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
