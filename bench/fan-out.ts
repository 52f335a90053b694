/** Fan-out: 100 products a frame to every reader, flat out, against plain ws sending one pre-encoded buffer. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  eventPerTickServer,
  type FanOutServer,
  hubServer,
  listen,
  plainServer,
  PRODUCTS,
} from './support/fan-out-servers.ts'
import { figure, goal, machine, median, spread } from './support/figures.ts'
import type { ReadersReport, ToReaders } from './support/raw-readers.ts'

const READERS = fileURLToPath(new URL('./support/raw-readers.ts', import.meta.url))
const { values } = parseArgs({ options: { scale: { type: 'string' }, seed: { type: 'string' } } })
const SIZES = values.scale === 'full' ? [200, 1_000, 5_000] : [200, 1_000]
const PAIRS = 5
const RUN_MS = 1_500
const SETTLE_MS = 1_000
const READER_CPU_LIMIT = 0.8
const RATE_GOAL = 0.9
const BATCH_GOAL = 80

interface Run {
  framesPerSecond: number
  serverCpuMicros: number
  readerCpuShare: number
  frameBytes: number
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function ask(child: ChildProcess, message: ToReaders): Promise<unknown> {
  child.send(message)
  const [reply] = await once(child, 'message')
  return reply
}
const isReport = (reply: unknown): reply is ReadersReport =>
  typeof reply === 'object' && reply !== null && 'frames' in reply
async function report(child: ChildProcess): Promise<ReadersReport> {
  const reply = await ask(child, { report: true })
  if (!isReport(reply)) throw new Error('the readers answered something else')
  return reply
}

/** As many rounds as fit in the time; each waits until the kernel has taken the one before. */
async function rounds(server: FanOutServer, drained: () => Promise<void>): Promise<number> {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < RUN_MS) {
    await server.round()
    await drained()
    count += 1
  }
  return count
}

async function run(server: FanOutServer, readers: number, perRound = 1): Promise<Run> {
  const { port, drained, close } = await listen(server.http)
  const child = fork(READERS, { stdio: 'inherit' })
  const { path, greeting, hello } = server
  await ask(child, { open: { port, path, readers, greeting, hello } })
  await pause(SETTLE_MS)
  await server.round()
  await pause(200)
  const before = await report(child)
  const cpu = process.cpuUsage()
  const started = performance.now()
  const count = await rounds(server, drained)
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  await pause(300)
  const after = await report(child)
  const frames = after.frames - before.frames
  // Frames of a few bytes are not told apart by the readers: what was sent stands for them.
  const sent = count * readers * perRound
  if (perRound === 1 && frames !== sent) throw new Error(`${sent} frames sent, ${frames} read`)
  if (greeting !== '' && perRound === 1) checkSample(after.sample)
  await ask(child, { close: true })
  child.kill()
  await server.close()
  await close()
  return {
    framesPerSecond: (sent / ms) * 1_000,
    serverCpuMicros: (user + system) / sent,
    readerCpuShare: (after.cpuMs - before.cpuMs) / ms,
    frameBytes: (after.bytes - before.bytes) / Math.max(1, sent),
  }
}

/** What arrived is a frame of all products, not only as many bytes. */
function checkSample(text: string): void {
  const [, frame]: [string, unknown[]] = JSON.parse(text.slice(2))
  const data = frame[5]
  if (!Array.isArray(data) || data.length !== 1 + PRODUCTS * 6) throw new Error(`read: ${text}`)
}

async function compare(readers: number): Promise<void> {
  const pairs: { ours: Run; plain: Run }[] = []
  for (let at = 0; at < PAIRS; at += 1) {
    const ours = await run(hubServer(), readers)
    // 4 bytes of websocket head are ws's own to add.
    const plain = await run(plainServer(Math.round(ours.frameBytes) - 4), readers)
    pairs.push({ ours, plain })
  }
  const name = `fan-out-${readers}`
  const of = (read: (pair: { ours: Run; plain: Run }) => number): number[] => pairs.map(read)
  spread(
    `${name}-rate`,
    of(({ ours }) => ours.framesPerSecond),
    'frames/s',
  )
  spread(
    `${name}-limit`,
    of(({ plain }) => plain.framesPerSecond),
    'frames/s',
  )
  const ratio = spread(
    `${name}-ratio`,
    of(({ ours, plain }) => ours.framesPerSecond / plain.framesPerSecond),
    'of plain ws',
  )
  figure(`${name}-cpu`, median(of(({ ours }) => ours.serverCpuMicros)), 'µs/frame')
  figure(`${name}-limit-cpu`, median(of(({ plain }) => plain.serverCpuMicros)), 'µs/frame')
  // The two share the machine with whatever else runs; CPU a frame suffers least from that.
  spread(
    `${name}-cpu-ratio`,
    of(({ ours, plain }) => plain.serverCpuMicros / ours.serverCpuMicros),
    'of plain ws',
  )
  figure(`${name}-frame`, median(of(({ ours }) => ours.frameBytes)), 'bytes')
  figure(`${name}-tick`, median(of(({ ours }) => ours.frameBytes)) / PRODUCTS, 'bytes/tick')
  const busiest = Math.max(
    ...of(({ ours, plain }) => Math.max(ours.readerCpuShare, plain.readerCpuShare)),
  )
  figure(`${name}-readers-cpu`, busiest * 100, '% of a core')
  goal(`${name}-readers`, busiest < READER_CPU_LIMIT, `readers under ${READER_CPU_LIMIT * 100} %`)
  goal(name, ratio >= RATE_GOAL, `at least ${RATE_GOAL} of plain ws`)
  const single = await run(eventPerTickServer(), Math.min(readers, 200), PRODUCTS)
  const ours = median(of(({ ours }) => ours.framesPerSecond)) * PRODUCTS
  const batch = ours / single.framesPerSecond
  figure(`${name}-batching`, batch, 'times one event a tick')
  goal(`${name}-batching`, batch >= BATCH_GOAL, `at least ${BATCH_GOAL} times`)
}

machine()
for (const readers of SIZES) await compare(readers)
