/**
 * `npm run verify-seed -- SYMBOL SEEDS.json FILE.ndjson --chain … --checkpoints … --key …`: proves that simulated hours
 * follow from seeds that were promised a day ahead, tick by tick.
 */
import { parseArgs } from 'node:util'
import { beaconInfo } from '#contract/beacon.ts'
import { listChain, listCheckpoints, listSeeds } from '#contract/endpoints/history.ts'
import type { SeedEpoch, TickRecord } from '#contract/tick-log.ts'
import { QUICKNET } from '#rules/beacon.ts'
import {
  bindingOf,
  readEvidence,
  SeedChecker,
  type SeedEvidence,
  type SeedFault,
} from '#rules/seed-check.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { checkSeries } from '#rules/series-check.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { commitmentOf } from '#server/market/feeds/seeds.ts'
import { keysIn, readAs, readText, sha256, ticksOf, toolsOf } from './receipt-tools.ts'
import { bindingText, promiseFaultText, SEED_FAULT_TEXTS, seriesFaultText } from './seed-text.ts'

const USAGE = `npm run verify-seed -- SYMBOL SEEDS.json FILE.ndjson --chain FILE… --checkpoints FILE… --key FILE…
  SEEDS.json     as /api/seeds gives it: the hours that are over are checked
  FILE.ndjson    as /api/ticks/SYMBOL.ndjson gives it, from before those hours on, or that address itself
  --chain        as /api/chains/seeds gives it, all pages from the first, read after the checkpoints
  --checkpoints  pages of /api/checkpoints: those signed a day before the hours, or earlier
  --key          public keys that you trust: PEM, or a reply of /api/checkpoints from elsewhere
  --beacon       /info of the beacon of drand, if it is not quicknet`

interface Verdict {
  state: 'passed' | 'unproved' | 'failed'
  text: string
  promised: number
  logged: number
}
const NONE = { promised: 0, logged: 0 }
const failed = (text: string): Verdict => ({ state: 'failed', text, ...NONE })
const unproved = (text: string): Verdict => ({ state: 'unproved', text, ...NONE })

interface Reading {
  records: readonly TickRecord[]
  parameters: SimulationParameters
  evidence: SeedEvidence
  checker: SeedChecker
}

const hasTicks = (records: readonly TickRecord[], { startsAt, endsAt }: SeedEpoch): boolean =>
  records.some(
    ({ kind, timeMs }) =>
      (kind === 'tick' || kind === 'rejected') && timeMs > startsAt && timeMs < endsAt,
  )

/** The series of an hour with its seed, against the records. */
function seriesOf(epoch: SeedEpoch, seed: string, { records, parameters }: Reading): Verdict {
  const { fault, promised, logged } = checkSeries(records, { ...epoch, seed }, parameters)
  const counts = `${count(logged)} of ${count(promised)} promised ticks`
  if (fault !== null) return { ...failed(seriesFaultText(fault)), promised, logged }
  const rest = logged < promised ? ', the others in gaps and halts' : ''
  return { state: 'passed', text: `as promised, ${counts}${rest}`, promised, logged }
}

/** An hour from before there was a chain: only its commitment can be compared. */
function oldHour(epoch: SeedEpoch, reading: Reading): Verdict {
  const { seed, commitment } = epoch
  if (seed === null || commitmentOf(seed) !== commitment) return failed(SEED_FAULT_TEXTS.seed)
  const series = seriesOf(epoch, seed, reading)
  if (series.state === 'failed') return series
  return { ...series, state: 'unproved', text: `unbound: promised in no chain; ${series.text}` }
}

function lostHour(epoch: SeedEpoch, { records, evidence }: Reading): Verdict {
  const next = evidence.promises.chains.get((epoch.chain ?? 0) + 1)
  if (next === undefined || next.broken === null) {
    return failed('called lost, and the chain has no break after it')
  }
  return hasTicks(records, epoch)
    ? unproved(`its seed is lost (${next.broken}): its ticks cannot be recomputed`)
    : { state: 'passed', text: `closed: its seed is lost (${next.broken})`, ...NONE }
}

function closedHour(epoch: SeedEpoch, { records }: Reading): Verdict {
  return hasTicks(records, epoch)
    ? failed('closed for want of its round, and the file has ticks of it')
    : {
        state: 'passed',
        text: 'closed: its round could not be had, and there are no ticks',
        ...NONE,
      }
}

async function verdictOf(epoch: SeedEpoch, reading: Reading): Promise<Verdict> {
  const { evidence, checker } = reading
  if (epoch.closed === 'lost') return lostHour(epoch, reading)
  if (epoch.chain === null) return oldHour(epoch, reading)
  const fault: SeedFault | null = await checker.check(epoch)
  if (fault === 'beacon') return unproved(SEED_FAULT_TEXTS.beacon)
  if (fault !== null) return failed(SEED_FAULT_TEXTS[fault])
  if (epoch.seed === null) return closedHour(epoch, reading)
  const series = seriesOf(epoch, epoch.seed, reading)
  if (series.state === 'failed') return series
  const binding = bindingOf(evidence.promises.hours.get(epoch.epoch), evidence.checkpoints)
  const state = binding.kind === 'bound' ? 'passed' : 'unproved'
  return { ...series, state, text: `${bindingText(binding)}; ${series.text}` }
}

const count = (value: number): string => value.toLocaleString('en-US')

/** Hours that lie within the file, with ticks, and that the reply does not have. */
function unlistedHours(records: readonly TickRecord[], epochs: readonly SeedEpoch[]): number[] {
  const [first, last] = [records[0]?.timeMs ?? 0, records.at(-1)?.timeMs ?? 0]
  const listed = new Set(epochs.map(({ epoch }) => epoch))
  const withTicks = records.flatMap(({ kind, timeMs }) =>
    kind === 'tick' ? [Math.floor(timeMs / SEED_HOUR_MS)] : [],
  )
  return [...new Set(withTicks)].filter(
    (epoch) =>
      !listed.has(epoch) && epoch * SEED_HOUR_MS >= first && (epoch + 1) * SEED_HOUR_MS <= last,
  )
}

const pagesOf = <T>(files: readonly string[], read: (text: string, file: string) => T): T[] =>
  files.map((file) => read(readText(file), file))

function readOptions() {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { chain: many, checkpoints: many, key: many, beacon: many },
  })
  const [symbol = '', seeds, file] = positionals
  if (seeds === undefined || file === undefined) throw new Error('name a product and two files')
  const parameters = SIMULATION_PARAMETERS.get(symbol)
  if (parameters === undefined) throw new Error(`${symbol} is not simulated`)
  return { ...values, parameters, seeds, file }
}
type Options = ReturnType<typeof readOptions>

async function evidenceOf({ chain, checkpoints, key }: Options): Promise<SeedEvidence> {
  const records = pagesOf(chain, (text, file) =>
    readAs(listChain.reply, text, `${file}: a reply of /api/chains/seeds`),
  ).flatMap((page) => page.records)
  const signed = pagesOf(checkpoints, (text, file) =>
    readAs(listCheckpoints.reply, text, `${file}: a reply of /api/checkpoints`),
  ).flatMap((page) => page.checkpoints)
  return readEvidence(records, signed, toolsOf(keysIn(key)))
}

async function checkerOf({ beacon }: Options, { promises }: SeedEvidence): Promise<SeedChecker> {
  const given = pagesOf(beacon, (text, file) =>
    readAs(beaconInfo, text, `${file}: /info of a beacon of drand`),
  )
  return new SeedChecker(promises, {
    sha256,
    beacons: [QUICKNET, ...given],
    isRoundSigned: async (round, info) => {
      const { isRoundSigned } = await import('#rules/round-signature.ts')
      return isRoundSigned(round, info)
    },
  })
}

async function main(): Promise<void> {
  const options = readOptions()
  const records = await ticksOf(options.file)
  const { epochs } = readAs(
    listSeeds.reply,
    readText(options.seeds),
    `${options.seeds}: a reply of /api/seeds`,
  )
  const evidence = await evidenceOf(options)
  const checker = await checkerOf(options, evidence)
  const reading = { records, parameters: options.parameters, evidence, checker }
  const [first, last] = [records[0]?.timeMs ?? 0, records.at(-1)?.timeMs ?? 0]
  const over = epochs.filter(({ seed, link, closed }) => (seed ?? link ?? closed) !== null)
  const covered = over
    .filter(({ startsAt, endsAt }) => startsAt >= first && endsAt <= last)
    .toSorted((one, other) => one.epoch - other.epoch)
  if (covered.length === 0) throw new Error('no hour that is over lies within the file')
  const out = (text: string): void => void process.stdout.write(`${text}\n`)
  const verdicts: Verdict[] = []
  for (const epoch of covered) {
    const verdict = await verdictOf(epoch, reading)
    verdicts.push(verdict)
    out(`epoch ${epoch.epoch}: ${verdict.text}`)
  }
  for (const epoch of unlistedHours(records, epochs)) {
    verdicts.push(unproved('not in the reply'))
    out(`epoch ${epoch}: the file has ticks of this hour, and SEEDS.json does not have the hour`)
  }
  if (evidence.fault !== null) out(promiseFaultText(evidence.fault))
  const isBare = [options.chain, options.checkpoints, options.key].some((all) => all.length === 0)
  if (isBare) out('this proves nothing without --chain, --checkpoints and a --key that you trust')
  const sum = (of: 'promised' | 'logged') =>
    count(verdicts.reduce((all, each) => all + each[of], 0))
  const number = (state: Verdict['state']) => verdicts.filter((each) => each.state === state).length
  const passed = isBare || evidence.fault !== null ? 0 : number('passed')
  out(
    `\n${covered.length} of ${over.length} hours that are over are covered by the file: ` +
      `${sum('logged')} of ${sum('promised')} promised ticks\n` +
      `${passed} passed, ${verdicts.length - passed - number('failed')} not proved, ${number('failed')} failed`,
  )
  process.exitCode = passed === verdicts.length ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
