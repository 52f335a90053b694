/** Fan-out: 100 products per frame to every reader, flat out, against plain ws sending one pre-encoded buffer. */
import {
  eventPerTickServer,
  type FanOutServer,
  hubServer,
  listen,
  plainServer,
  PRODUCTS,
} from './support/fan-out-servers.ts'
import { figure, goal, invalid, machine, median, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import type { ReadersReport } from './support/raw-readers.ts'
import { startReaders } from './support/readers.ts'

const { smoke, full, pairs: PAIRS, seconds } = benchOptions({ seconds: 1.5, smokeSeconds: 0.2 })
const SIZES = smoke ? [20] : full ? [200, 1_000, 5_000] : [200, 1_000]
const READER_CPU_LIMIT = 0.8
/** The emptiest reader got nearly as much as the fullest: ages have one or two digits, and a part has about nine. */
const EVEN_SHARE = 0.8
const RATE_GOAL = 0.9
const BATCH_GOAL = 80

interface Run {
  framesPerSecond: number
  serverCpuMicros: number
  readerCpuMicros: number
  frameBytes: number
}

/** As many rounds as fit in the time; each waits until the kernel has taken the one before. */
async function rounds(server: FanOutServer, drained: () => Promise<void>): Promise<number> {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < seconds * 1_000) {
    await server.round()
    await drained()
    count += 1
  }
  return count
}

async function run(server: FanOutServer, readers: number): Promise<Run> {
  const { port, drained, lines, writtenBytes, close } = await listen(server.http)
  const { path, opening, framesPerRound } = server
  const crowd = await startReaders({ port, path, readers, openings: [opening] })
  await server.round()
  await drained()
  await crowd.caughtUp(writtenBytes())
  const before = await crowd.ask('mark')
  const cpu = process.cpuUsage()
  const started = performance.now()
  const count = await rounds(server, drained)
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  const after = await crowd.caughtUp(writtenBytes())
  if (lines.size !== readers) throw new Error(`${readers - lines.size} readers were disconnected`)
  crowd.close()
  await server.close()
  await close()
  checkFrames(server, after, count)
  const sent = count * readers * framesPerRound
  const readerCpuMs = after.cpuMs - before.cpuMs
  return {
    framesPerSecond: (sent / ms) * 1_000,
    serverCpuMicros: (user + system) / sent,
    readerCpuMicros: (readerCpuMs * 1_000) / sent,
    frameBytes: (after.totalBytes - before.totalBytes) / sent,
  }
}

/**
 * Every reader was sent the same, and what the watched one read is what the rounds after the first sent.
 * One frame may be missing: the hub merges it into the next one while a ping is on its way.
 */
function checkFrames(server: FanOutServer, report: ReadersReport, count: number): void {
  const { frames, first, last, fewestBytes, mostBytes } = report
  const expected = count * server.framesPerRound
  if (frames > expected || frames < expected - 1)
    throw new Error(`${expected} frames sent, ${frames} read`)
  if (fewestBytes < mostBytes * EVEN_SHARE - mostBytes / expected)
    throw new Error(`a reader got ${fewestBytes} bytes, another ${mostBytes}`)
  for (const [text, round] of [[first, 2] as const, [last, count + 1] as const])
    if (!server.isFrame(text, round)) throw new Error(`read in round ${round}: ${text}`)
}

async function compare(readers: number): Promise<void> {
  const pairs: { ours: Run; plain: Run }[] = []
  for (let at = 0; at < PAIRS; at += 1) {
    const ours = await run(hubServer(), readers)
    // 4 bytes of websocket head are ws's own to add.
    const plain = await run(plainServer(Math.round(ours.frameBytes) - 4), readers)
    pairs.push({ ours, plain })
  }
  const single = await run(eventPerTickServer(), Math.min(readers, 200))
  const name = `fan-out-${readers}`
  const of = (read: (pair: { ours: Run; plain: Run }) => number): number[] => pairs.map(read)
  const rate = spread(
    `${name}-rate`,
    of(({ ours }) => ours.framesPerSecond),
    'frames/s',
  )
  spread(
    `${name}-limit`,
    of(({ plain }) => plain.framesPerSecond),
    'frames/s',
  )
  const ratioOf = ({ ours, plain }: { ours: Run; plain: Run }): number =>
    ours.framesPerSecond / plain.framesPerSecond
  const ratio = spread(`${name}-ratio`, of(ratioOf), 'of plain ws')
  figure(`${name}-cpu`, median(of(({ ours }) => ours.serverCpuMicros)), 'µs/frame')
  figure(`${name}-limit-cpu`, median(of(({ plain }) => plain.serverCpuMicros)), 'µs/frame')
  // Other processes on the machine disturb the CPU time per frame least.
  const cpuRatioOf = ({ ours, plain }: { ours: Run; plain: Run }): number =>
    plain.serverCpuMicros / ours.serverCpuMicros
  spread(`${name}-cpu-ratio`, of(cpuRatioOf), 'of plain ws')
  figure(`${name}-frame`, median(of(({ ours }) => ours.frameBytes)), 'bytes')
  figure(`${name}-tick`, median(of(({ ours }) => ours.frameBytes)) / PRODUCTS, 'bytes/tick')
  const batch = (rate * PRODUCTS) / single.framesPerSecond
  figure(`${name}-batching`, batch, 'times one event per tick')
  const runs = [single, ...pairs.flatMap(({ ours, plain }) => [ours, plain])]
  // The server uses a whole core of a quiet machine: this share of its CPU time is also the share of a core.
  const busiest = Math.max(...runs.map((one) => one.readerCpuMicros / one.serverCpuMicros))
  figure(`${name}-readers-cpu`, busiest * 100, '% of a core')
  if (busiest > READER_CPU_LIMIT) invalid(name, `readers used over ${READER_CPU_LIMIT * 100} %`)
  goal(name, ratio >= RATE_GOAL, `at least ${RATE_GOAL} of plain ws`)
  goal(`${name}-batching`, batch >= BATCH_GOAL, `at least ${BATCH_GOAL} times`)
}

machine()
for (const readers of SIZES) await compare(readers)
