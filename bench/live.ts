/**
 * Live prices under load: 5,000 messages per second from twelve lines of local venues with 200 symbols, on a real
 * database with fsync. How long from a venue's frame to the durable record, and does memory stay flat?
 */
import { fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createMarket } from '#server/market/create-market.ts'
import { createVenueFeed, type VenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/logging.ts'
import { signerOf } from '#server/platform/signer.ts'
import { sealOrders } from '#server/trading/sealed-orders.ts'
import { benchDatabase } from './support/database.ts'
import { figure, goal, invalid, machine, median, percentile } from './support/figures.ts'
import { keptMemory } from './support/memory.ts'
import { benchOptions } from './support/options.ts'
import { FLOOD_LINES, floodAddresses, floodCount, moreSymbols } from './support/venue-flood.ts'

const options = benchOptions({ seconds: 60, smokeSeconds: 1 })
const PER_SECOND = options.smoke ? 1_000 : 5_000
const FULL_SECONDS = 900
const SECONDS = options.full ? Math.max(FULL_SECONDS, options.seconds) : options.seconds
const MAX_P99_MS = 50
/** The first part of a run fills caches and is not judged for memory. */
const WARM_SHARE = 0.25
const MAX_GROWTH = 0.1
/** The server keeps 25 minutes of records, which a run of 15 minutes does not fill: with fewer, only a leak grows. */
const KEEP_MS = 120_000
/** How often all garbage is collected, to see what remains. */
const COLLECT_EVERY_SECONDS = 30
const JUDGED_FROM_SECONDS = 300
const FLOOD = fileURLToPath(new URL('support/venue-flood.ts', import.meta.url))

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const flood = fork(FLOOD, ['--flood'])
const [[addresses], bench] = await Promise.all([once(flood, 'message'), benchDatabase()])
const { urls } = floodAddresses.parse(addresses)
let sent = 0
flood.on('message', (message) => {
  sent = floodCount.parse(message).sent
})

const clock = createMarketClock()
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
await bench.owner.query('insert into signing_keys (key_id, public_key) values ($1, $2)', [
  signer.keyId,
  signer.publicKeyPem,
])
const feeds: VenueFeed[] = []
let symbolCount = 0
const market = await createMarket({
  pools: bench.pools,
  clock,
  log: createLogger('warn'),
  signer,
  sealOrders,
  dataFolder: bench.folder,
  keepMs: KEEP_MS,
  feed: {
    kind: 'live',
    candles: null,
    venues: FLOOD_LINES.map((name) => {
      const url = urls[name]
      return { venue: VENUES[name], ...(url !== undefined && { url }) }
    }),
    connect: (parts) => {
      const more = moreSymbols(parts.venue.line, parts.symbols.length)
      const symbols = [...parts.symbols, ...more]
      symbolCount += symbols.length
      const feed = createVenueFeed({ ...parts, symbols })
      feeds.push(feed)
      return feed
    },
  },
})

/** ms from when a tick's newest trade was sent, and from when it arrived, until the tick was durable. */
const fromSent: number[] = []
const fromArrived: number[] = []
const memory: number[] = []
const heap: number[] = []
let isMeasuring = false
let ticks = 0
let reading = Promise.resolve()
market.onRecords((productId, records) => {
  const durableAt = clock.now()
  if (!isMeasuring) return
  const seqs = records.filter(({ kind }) => kind === 'tick').map(({ seq }) => seq)
  ticks += seqs.length
  reading = reading.then(async () => {
    for (const found of await market.inputsOf(productId, seqs)) {
      const inputs = 'inputs' in found ? found.inputs : []
      fromSent.push(durableAt - Math.max(...inputs.map(({ tradedAt }) => Number(tradedAt))))
      fromArrived.push(durableAt - Math.max(...inputs.map(({ receivedAt }) => receivedAt)))
    }
  })
})

machine()
await market.start()
for (let i = 0; i < 200 && !feeds.every(({ isServing }) => isServing); i++) await pause(20)
flood.send({ perSecond: PER_SECOND })
await pause(options.smoke ? 200 : 5_000)

const messages = (): number => feeds.reduce((sum, feed) => sum + feed.messages, 0)
const before = { messages: messages(), at: performance.now(), cpu: process.cpuUsage() }
isMeasuring = true
for (let second = 0; second < SECONDS; second++) {
  await pause(Math.min(1, SECONDS - second) * 1_000)
  memory.push(process.memoryUsage().rss)
  if (second % COLLECT_EVERY_SECONDS === 0) heap.push(keptMemory().heap)
}
isMeasuring = false
const seconds = (performance.now() - before.at) / 1_000
const rate = (messages() - before.messages) / seconds
const { user, system } = process.cpuUsage(before.cpu)
await reading

figure('lines', feeds.length, 'lines')
figure('symbols', symbolCount, 'symbols')
figure('messages-per-second', rate, 'messages')
figure('ticks-per-second', ticks / seconds, 'ticks')
figure('cpu', (user + system) / 1_000_000 / seconds, 'cores')
figure('frame-to-durable-p50', percentile(fromSent, 0.5), 'ms')
const p99 = percentile(fromSent, 0.99)
figure('frame-to-durable-p99', p99, 'ms')
figure('arrival-to-durable-p99', percentile(fromArrived, 0.99), 'ms')
figure('trades-sent', sent, 'trades')
const MEGABYTE = 1_048_576
/** Prints the middle of the second half, and returns how much it is above the first. */
function growthOf(name: string, samples: readonly number[]): number {
  const judged = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const half = Math.ceil(judged.length / 2)
  const [early, late] = [median(judged.slice(0, half)), median(judged.slice(-half))]
  figure(name, late / MEGABYTE, 'MB')
  figure(`${name}-growth`, (late / early - 1) * 100, '%')
  return late / early - 1
}
const growth = growthOf('memory', memory)
const heapGrowth = growthOf('heap', heap)
const faults = feeds.reduce((sum, feed) => sum + feed.faults, 0)
figure('faults', faults, 'frames')
if (rate < PER_SECOND * 0.95) invalid('messages-per-second', `the venues sent ${rate.toFixed(0)}`)
goal('frame-to-durable-p99', p99 <= MAX_P99_MS, `${p99} of ${MAX_P99_MS} ms`)
// Memory that fills caches of some minutes looks like growth in a short run.
if (SECONDS >= JUDGED_FROM_SECONDS)
  for (const [name, share] of [
    ['memory-growth', growth],
    ['heap-growth', heapGrowth],
  ] as const)
    goal(name, share <= MAX_GROWTH, `${(share * 100).toFixed(1)} % in ${SECONDS} s`)

await market.close()
flood.disconnect()
await bench.close()
process.exit()
