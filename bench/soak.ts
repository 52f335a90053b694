/**
 * The real server for a long time, with ticks, pages, and orders that are settled after half a minute: does the memory
 * that is left after a collection of all garbage grow, and does anything fail? The server keeps 25 minutes of records
 * in memory, which a shorter run still fills, so only a run of half an hour is judged. No page is opened in a browser.
 */
import { fileURLToPath } from 'node:url'
import { pause, until } from '#support/until.ts'
import { type BusyServer, withBusyServer } from './support/busy-server.ts'
import { figure, goal, machine, percentile, spread } from './support/figures.ts'
import { growthOf, type MemorySample } from './support/memory.ts'
import { benchOptions } from './support/options.ts'
import { createPriceReader, startReaders } from './support/readers.ts'

const options = benchOptions({ seconds: 60, smokeSeconds: 1 })
const { smoke, full } = options
const FULL_SECONDS = 1_800
const SECONDS = full ? Math.max(FULL_SECONDS, options.seconds) : options.seconds
const PAGES = smoke ? 20 : full ? 1_000 : 200
/** Pages whose prices are compared with the log. */
const WATCHED = 5
const USERS = smoke ? 20 : 200
const PER_SECOND = 10
const TICK_MS = 250
const SAMPLES = smoke ? 3 : 30
/** The first part of a run fills caches and is not judged. */
const WARM_SHARE = 0.25
const MAX_GROWTH_PER_MINUTE = 1
const MEGABYTE = 1_048_576
const COLLECT_MS = 10_000
const MAIN = fileURLToPath(new URL('./support/measured-server.ts', import.meta.url))

/** The server's memory after a collection. Fails at the first error that the server logs. */
async function kept({ server }: BusyServer, name: string): Promise<{ heap: number; rss: number }> {
  server.tell(name)
  const line = new RegExp(`^kept ${name} (\\d+) (\\d+)$`, 'm')
  const found = await until('a collection', () => line.exec(server.output), COLLECT_MS)
  if (server.output.includes('"level":"')) throw new Error(server.output)
  return { heap: Number(found[1]), rss: Number(found[2]) }
}

/** Prints the samples and their growth in MB per minute. */
function printGrowth(name: string, samples: readonly MemorySample[]): void {
  const megabytes = samples.map(({ bytes }) => bytes / MEGABYTE)
  spread(`soak-${name}`, megabytes, 'MB')
  const judged = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const perMinute = (growthOf(judged) * 60) / MEGABYTE
  figure(`soak-${name}-growth`, perMinute, 'MB/min')
  const text = `grows by less than ${MAX_GROWTH_PER_MINUTE} MB/min`
  if (SECONDS >= FULL_SECONDS) goal(`soak-${name}`, perMinute < MAX_GROWTH_PER_MINUTE, text)
}

async function measure(room: BusyServer): Promise<void> {
  const crowd = await startReaders(room.pages(PAGES - WATCHED))
  const witnesses = await startReaders(room.pages(WATCHED), true)
  const read = createPriceReader()
  machine()
  const orders = room.orders(PER_SECOND, true)
  const startedAt = performance.now()
  const heap: MemorySample[] = []
  const rss: MemorySample[] = []
  let prices = 0
  for (let at = 1; at <= SAMPLES; at += 1) {
    await pause(Math.max(0, startedAt + (at * SECONDS * 1_000) / SAMPLES - performance.now()))
    const memory = await kept(room, `sample-${at}`)
    const seconds = (performance.now() - startedAt) / 1_000
    heap.push({ seconds, bytes: memory.heap })
    rss.push({ seconds, bytes: memory.rss })
    const frames = read((await witnesses.ask('take')).kept)
    await room.checkPrices(frames)
    prices += frames.reduce((sum, { quotes }) => sum + quotes.length, 0)
  }
  await orders.stop()
  const { acknowledged, failures } = orders
  await room.checkOrders(acknowledged)
  const reports = [await crowd.ask('report'), await witnesses.ask('report')]
  const errors = reports.reduce((sum, { lost }) => sum + lost, failures.length)
  const times = acknowledged.map(({ tookMs }) => tookMs)
  figure('soak-seconds', SECONDS, 's')
  figure('soak-orders', acknowledged.length, 'orders')
  figure('soak-ack-p99', percentile(times, 0.99), 'ms')
  figure('soak-prices', prices, 'prices compared with the log')
  figure('soak-errors', errors, 'orders that failed and pages that were disconnected')
  printGrowth('heap', heap)
  printGrowth('memory', rss)
  machine()
  for (const { close } of [crowd, witnesses]) close()
  if (errors > 0) throw new Error(`${errors} errors: ${failures[0] ?? 'pages were disconnected'}`)
}

await withBusyServer({ users: USERS, tickMs: TICK_MS, main: MAIN }, measure)
