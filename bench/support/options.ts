/** The command line that scripts/bench.ts and every benchmark share. */
import { parseArgs } from 'node:util'

/** After this long, a page or a process hangs. A smoke run shares the machine with other benchmarks. */
export const HANG_MS = 120_000

export const USAGE = `npm run bench -- [names…] [options]   (no names: all benchmarks)
  --smoke       run tiny sizes once, to show that a benchmark works; goals are not judged, counts are
  --pairs N     measure N times (5), each next to its limit
  --seconds N   length of one measurement, for conflate, detail-chart, fan-out, live, order, order-under-load,
                page-stream, peers and soak
  --against C   compare with commit C of this repository in N alternating pairs (10), and fail if a time or rate is
                worse by more than 5 %: its 95 % interval lies above 1.05
  --pictures    peers also writes docs/pictures/peers.svg and prints its table in Markdown
  --scale full  all sizes: up to 5,000 readers, and half an hour of soak (default: ci)
  --scale most  of growth: 2 million orders and 50 million prices, which need an hour and 40 GB
  --help        print this text`

const OPTIONS = {
  smoke: { type: 'boolean' },
  pairs: { type: 'string' },
  seconds: { type: 'string' },
  pictures: { type: 'boolean' },
  scale: { type: 'string' },
  against: { type: 'string' },
  help: { type: 'boolean' },
} as const

const SCALES = ['ci', 'full', 'most'] as const
type Scale = (typeof SCALES)[number]
const isScale = (text: string): text is Scale => (SCALES as readonly string[]).includes(text)

/** Throws on an option that no benchmark has, and on a number that is none. */
export function readCommand(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  })
  if (values.scale !== undefined && !isScale(values.scale))
    throw new Error(`--scale is ${SCALES.join(' or ')}`)
  for (const name of ['pairs', 'seconds'] as const) {
    const text = values[name]
    if (text === undefined) continue
    const isValid = name === 'pairs' ? /^[1-9]\d*$/.test(text) : Number(text) > 0
    if (!isValid) throw new Error(`--${name} takes a positive number, not '${text}'`)
  }
  if (values.against !== undefined && (values.smoke || Number(values.pairs ?? 3) < 3))
    throw new Error('--against needs at least 3 pairs, and no --smoke')
  return { names: positionals, values }
}

export interface BenchOptions {
  /** Shows only that the benchmark runs and reads correct data. */
  smoke: boolean
  full: boolean
  scale: Scale
  /** Writes pictures of the figures into the documents. */
  pictures: boolean
  /** Measurements of each figure, whose median counts. */
  pairs: number
  /** Length of one measurement, where a benchmark measures for a time. */
  seconds: number
}

/** The options of the benchmark that runs; `defaults` are lengths of one measurement. */
export function benchOptions(defaults = { seconds: 1, smokeSeconds: 1 }): BenchOptions {
  const { smoke = false, pictures = false, ...given } = readCommand(process.argv.slice(2)).values
  const scale = SCALES.find((each) => each === given.scale) ?? 'ci'
  return {
    smoke,
    pictures,
    full: scale === 'full',
    scale,
    pairs: Number(given.pairs ?? (smoke ? 1 : 5)),
    seconds: Number(given.seconds ?? (smoke ? defaults.smokeSeconds : defaults.seconds)),
  }
}
