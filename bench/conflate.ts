/**
 * Conflation: every client shows its own 20 of 200 products and gets its own frames, against plain ws broadcasting one
 * buffer of the same size. Then 5 % of the clients stop reading: what does each of them hold in the server's memory,
 * and do the frames of the others arrive later? What the kernel holds is not counted.
 */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { createMarketClock } from '#server/platform/clock.ts'
import { pause } from '#support/until.ts'
import { listen, plainServer, tickedHub } from './support/fan-out-servers.ts'
import { figure, goal, invalid, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { frameOf, PONG } from './support/raw-frames.ts'
import type { ReadersReport } from './support/raw-readers.ts'
import {
  createPriceReader,
  ENGINE_PATH,
  type PriceFrame,
  pushP99,
  quotesOpening,
  type Readers,
  startReaders,
} from './support/readers.ts'

const { smoke, full, pairs: PAIRS, seconds } = benchOptions({ seconds: 2, smokeSeconds: 0.3 })
const CLIENTS = smoke ? 20 : full ? 5_000 : 1_000
/** Clients in a process with little to do, which reads their frames as soon as they arrive. */
const WATCHED = smoke ? 5 : 100
const STALLED = CLIENTS * 0.05
const PRODUCTS = 200
const SHOWN = 20
const FLUSH_MS = 100
const STEP_MS = 5
const PER_STEP = (PRODUCTS * STEP_MS) / FLUSH_MS
const MAX_CPU = 1.2
const MAX_HELD_BYTES = 65_536
const MAX_MOVE = 0.1
const READER_CPU_LIMIT = 0.8

const ids = Array.from({ length: PRODUCTS }, (_, at) => at + 1)
const idAt = (at: number): number => ids[at % PRODUCTS] ?? 0
const priceAt = (id: number, timeMs: number): number => 1_000_000 + id * 1_000 + (timeMs % 500)
/** No two clients show the same: they begin at another product, or with another distance between products. */
function shownBy(client: number): number[] {
  const turn = Math.floor(client / PRODUCTS)
  // Distances that share no factor with the number of products never come to the same product twice.
  const distance = 10 * Math.floor(turn / 4) + ([1, 3, 7, 9][turn % 4] ?? 1)
  return Array.from({ length: SHOWN }, (_, n) => idAt(client + n * distance))
}
const openings = Array.from({ length: CLIENTS }, (_, client) => quotesOpening(shownBy(client)))
const crowdSize = CLIENTS - WATCHED

interface Cost {
  framesPerSecond: number
  cpuMicros: number
  frameBytes: number
  readerCpuShare: number
}

/** CPU time of the server for each frame that the clients read. */
async function costOf(crowds: readonly Readers[]): Promise<Cost> {
  const before = await Promise.all(crowds.map(({ ask }) => ask('mark')))
  const cpu = process.cpuUsage()
  await pause(seconds * 1_000)
  const { user, system } = process.cpuUsage(cpu)
  const after = await Promise.all(crowds.map(({ ask }) => ask('report')))
  const grown = (read: (report: ReadersReport) => number): number =>
    after.reduce((sum, report, n) => sum + read(report) - read(before[n] ?? report), 0)
  for (const { fewestBytes, mostBytes, lost } of after)
    assert.ok(
      lost === 0 && fewestBytes > mostBytes / 4,
      `clients got ${fewestBytes} to ${mostBytes}`,
    )
  const frames = grown(({ totalFrames }) => totalFrames)
  return {
    framesPerSecond: frames / seconds,
    cpuMicros: (user + system) / frames,
    frameBytes: grown(({ totalBytes }) => totalBytes) / frames,
    readerCpuShare: (grown(({ cpuMs }) => cpuMs) * 1_000) / (user + system),
  }
}

/** The ticks after one count up to another: products tick in turn. */
const tickedBetween = (fromSeq: number, seq: number): number[] =>
  Array.from({ length: seq - fromSeq }, (_, n) => idAt(fromSeq + n))

/** A frame has every product of its page that has ticked, with the price of that time; none is missing between two. */
function check(frames: readonly PriceFrame[]): void {
  const last = new Map<number, number>()
  for (const { reader, fromSeq, seq, quotes } of frames) {
    const shown = new Set(shownBy(crowdSize + reader))
    const changed = (from: number, to: number): number[] =>
      [...new Set(tickedBetween(from, to))].filter((id) => shown.has(id)).toSorted((a, b) => a - b)
    assert.deepEqual(changed(last.get(reader) ?? fromSeq, fromSeq), [])
    assert.deepEqual(
      quotes.map(({ id }) => id),
      changed(fromSeq, seq),
    )
    for (const { id, price, timeMs } of quotes) assert.equal(price, priceAt(id, timeMs))
    last.set(reader, seq)
  }
}

/** Fills the kernel's buffers of a line with frames that say nothing, which would take minutes of prices. */
function fill(line: Socket): void {
  const frame = frameOf(PONG, Buffer.alloc(4_096))
  while (line.writableLength === 0) line.write(frame)
}

/** The most that a line holds in this process while a time passes. */
async function mostHeld(lines: readonly Socket[]): Promise<number> {
  let most = 0
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    await pause(FLUSH_MS)
    most = Math.max(most, ...lines.map(({ writableLength }) => writableLength))
  }
  return most
}

interface Ours extends Cost {
  p99: number
  stalledP99: number
  heldBytes: number
}

async function runHub(): Promise<Ours> {
  const clock = createMarketClock()
  const { http, hub, tick } = tickedHub(clock, ids, priceAt)
  const { port, lines, close } = await listen(http)
  let step = 0
  const stopTicks = clock.every(STEP_MS, () => {
    tick(Array.from({ length: PER_STEP }, (_, n) => idAt(step * PER_STEP + n)))
    step += 1
  })
  const open = { port, path: ENGINE_PATH }
  const crowd = await startReaders({
    ...open,
    readers: crowdSize,
    openings: openings.slice(0, crowdSize),
  })
  const watched = { ...open, readers: WATCHED, openings: openings.slice(crowdSize) }
  const witnesses = await startReaders(watched, true)
  const read = createPriceReader()
  read((await witnesses.ask('take')).kept)
  const cost = await costOf([crowd, witnesses])
  /** p99 of the frames of the watched clients while something else happens. */
  const watch = async <T>(meanwhile: Promise<T>): Promise<[number, T]> => {
    await witnesses.ask('watch')
    const result = await meanwhile
    const frames = read((await witnesses.ask('take')).kept)
    // On a busy machine no frame may arrive in the time of a smoke run.
    while (frames.length === 0) {
      await witnesses.ask('watch')
      await pause(seconds * 1_000)
      frames.push(...read((await witnesses.ask('take')).kept))
    }
    check(frames)
    return [pushP99(frames), result]
  }
  const [p99] = await watch(pause(seconds * 1_000))
  const { stalledPorts } = await crowd.ask({ stall: STALLED })
  const stalled = [...lines].filter(({ remotePort = 0 }) => stalledPorts.includes(remotePort))
  assert.equal(stalled.length, STALLED)
  stalled.forEach(fill)
  const [stalledP99, heldBytes] = await watch(mostHeld(stalled))
  // With thousands of clients this takes long enough for the hub to cut those that do not read.
  assert.ok((await crowd.ask('report')).open >= crowdSize - STALLED, 'readers were disconnected')
  for (const { close: end } of [crowd, witnesses]) end()
  stopTicks()
  await hub.close()
  await close()
  return { ...cost, p99, stalledP99, heldBytes }
}

/** `frameBytes`: as long as the hub's frames on the average. */
async function runPlain(frameBytes: number): Promise<Cost> {
  // 4 bytes of websocket head are ws's own to add.
  const server = plainServer(Math.round(frameBytes) - 4)
  const { port, close } = await listen(server.http)
  const timer = setInterval(() => void server.round(), FLUSH_MS)
  const crowd = await startReaders({ port, path: '/', readers: CLIENTS, openings: [] })
  const cost = await costOf([crowd])
  clearInterval(timer)
  crowd.close()
  await server.close()
  await close()
  return cost
}

machine()
const pairs: { ours: Ours; plain: Cost }[] = []
for (let at = 0; at < PAIRS; at += 1) {
  const ours = await runHub()
  pairs.push({ ours, plain: await runPlain(ours.frameBytes) })
}
type Pair = (typeof pairs)[number]
const row = (name: string, of: (pair: Pair) => number, unit: string): number =>
  spread(`conflate-${CLIENTS}-${name}`, pairs.map(of), unit)
row('rate', ({ ours }) => ours.framesPerSecond, 'frames/s')
row('limit-rate', ({ plain }) => plain.framesPerSecond, 'frames/s')
row('frame', ({ ours }) => ours.frameBytes, 'bytes')
row('cpu', ({ ours }) => ours.cpuMicros, 'µs/frame')
row('limit-cpu', ({ plain }) => plain.cpuMicros, 'µs/frame')
const ratio = row(
  'ratio',
  ({ ours, plain }) => ours.cpuMicros / plain.cpuMicros,
  'of one broadcast',
)
row('p99', ({ ours }) => ours.p99, 'ms')
row('stalled-p99', ({ ours }) => ours.stalledP99, 'ms')
const move = row('move', ({ ours }) => ours.stalledP99 / ours.p99 - 1, 'of the p99 before')
const held = Math.max(...pairs.map(({ ours }) => ours.heldBytes))
figure(`conflate-${CLIENTS}-held`, held, 'bytes')
const busiest = Math.max(
  ...pairs.flatMap(({ ours, plain }) => [ours, plain]).map((run) => run.readerCpuShare),
)
figure(`conflate-${CLIENTS}-readers-cpu`, busiest * 100, "% of the server's")
if (busiest > READER_CPU_LIMIT) invalid('conflate', `readers used over ${READER_CPU_LIMIT * 100} %`)
if (held === 0) throw new Error('no client that stopped reading holds anything')
goal('conflate-cpu', ratio <= MAX_CPU, `at most ${MAX_CPU} x one broadcast`)
goal('conflate-held', held <= MAX_HELD_BYTES, 'a client that does not read holds at most 64 KiB')
goal('conflate-others', move <= MAX_MOVE, "the others' p99 moves by at most 10 %")
machine()
