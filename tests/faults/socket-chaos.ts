/**
 * Pages on connections that are slow, cut, half-open or mute, and that lose or double a frame now and then: each of a
 * user's events comes once and in order, the balance never steps back, and silence is shown as stale before a timer of
 * the same process runs out that is set a little longer.
 */
import {
  type ChaosReader,
  type ChaosServer,
  openChaosServer,
  openReader,
  Witness,
} from '#support/chaos-fixture.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import { pause, until } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

/** Per page: breaks, and how many of them are silences long enough to be shown. Frames are those of all pages. */
const SCALES = {
  short: { pages: 2, breaks: 10, silences: 1, frames: 1_500 },
  ci: { pages: 4, breaks: 25, silences: 2, frames: 20_000 },
  full: { pages: 50, breaks: 1_000, silences: 5, frames: 500_000 },
}
/** Keeps the choices about frames apart from those about breaks, so that the breaks come in the same order. */
const FRAMES_SEED = 1_000_003
/** A page shows silence after three seconds. The control runs out later, and a silence lasts still longer. */
const CONTROL_MS = 3_250
const LONG_MS = 3_500
const SHORT_MS = 500
const CALM_MS = 250
const MAX_DELAY_MS = 150
const RECONNECT_SHARE = 0.05
const COMMIT = { everyMs: 20, count: 4 }
const KINDS = ['cut', 'half-open', 'mute', 'slow'] as const

interface Page {
  proxy: SocketProxy
  reader: ChaosReader
  pick: (count: number) => number
  /** From the last frame that still came through until the page showed the silence, ms. */
  shownMs: number[]
}

async function openPage(server: ChaosServer, seed: number): Promise<Page> {
  const proxy = await startSocketProxy(Number(new URL(server.url).port))
  const pick = choicesOf(seed)
  const reader = openReader({
    url: proxy.url,
    pick: choicesOf(seed + FRAMES_SEED),
    reconnectShare: RECONNECT_SHARE,
    silentAfterMs: CONTROL_MS,
  })
  return { proxy, reader, pick, shownMs: [] }
}

const isLive = ({ reader }: Page) => until('a live page', () => reader.status() === 'live')

/** Nothing passes: the page must show it. */
async function silence(page: Page): Promise<void> {
  await isLive(page)
  page.proxy.hold(true)
  const from = performance.now()
  await until('a page that shows silence', () => page.reader.status() !== 'live')
  page.shownMs.push(performance.now() - Math.max(from, page.reader.heardAt()))
  await pause(Math.max(0, LONG_MS - (performance.now() - from)))
  page.proxy.hold(false)
}

async function shortBreak({ proxy, pick }: Page, context: FaultContext): Promise<void> {
  const kind = KINDS[pick(KINDS.length)] ?? 'cut'
  context.count(kind)
  if (kind === 'half-open') proxy.hold(true)
  if (kind === 'mute') proxy.mute(true)
  if (kind === 'slow') proxy.delayMs = 1 + pick(MAX_DELAY_MS)
  if (kind !== 'cut') await pause(pick(SHORT_MS))
  // Some connections that were silent never come back.
  if (kind === 'cut' || pick(3) === 0) proxy.cut()
  proxy.hold(false)
  proxy.mute(false)
  proxy.delayMs = 0
}

async function breakOften(page: Page, context: FaultContext): Promise<void> {
  const { breaks, silences } = SCALES[context.scale]
  const every = Math.floor(breaks / silences)
  for (let n = 1; n <= breaks; n++) {
    if (n % every === 0) await silence(page)
    else await shortBreak(page, context)
    await pause(page.pick(CALM_MS))
  }
}

/** Commits until enough was received. */
async function commitAll(server: ChaosServer, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const from = performance.now()
    await server.commit(COMMIT.count)
    await pause(Math.max(0, COMMIT.everyMs - (performance.now() - from)))
  }
}

function judge({ reader }: Page, committed: number): string[] {
  const { messages, balanceFaults } = reader
  const missed = reader.silencesMissed()
  const seen = messages.events + messages.skipped
  return [
    ...messages.faults,
    ...balanceFaults,
    ...(missed === 0 ? [] : [`${missed} silences were not shown in turn`]),
    ...(seen === committed ? [] : [`${seen} of ${committed} events came`]),
    ...(reader.version() === committed ? [] : [`the balance is at ${reader.version()}`]),
  ]
}

/** Events that are doubled, lost or swapped on purpose must be found. */
function controls({ check }: FaultContext): void {
  const plant = { 'an event twice': [1, 2, 2], 'an event lost': [1, 3], 'two swapped': [1, 3, 2] }
  for (const [name, numbers] of Object.entries(plant)) {
    const witness = new Witness()
    for (const number of numbers) witness.event(number)
    check(witness.faults.length > 0, `the comparison does not find ${name}`)
  }
  const back = new Witness()
  back.snapshot([3, 2, 1])
  back.snapshot([2, 1])
  check(back.faults.length === 1, 'the comparison does not find a snapshot that goes back')
}

function describe(pages: readonly Page[], server: ChaosServer, context: FaultContext): void {
  const shown = pages.flatMap(({ shownMs }) => shownMs).sort((a, b) => a - b)
  const sum = (of: (page: Page) => number): number =>
    pages.reduce((total, page) => total + of(page), 0)
  context.count(
    'frames',
    sum(({ reader }) => reader.frames()),
  )
  context.count('events committed', server.committed())
  context.count(
    'events that came only in a snapshot',
    sum(({ reader }) => reader.messages.skipped),
  )
  const [first, last] = [shown[0] ?? 0, shown.at(-1) ?? 0].map(Math.round)
  context.log(`${shown.length} silences shown after ${first} to ${last} ms`)
}

export const run: FaultScenario = async (context) => {
  const { pages: count, breaks, frames } = SCALES[context.scale]
  const server = await openChaosServer()
  const pages: Page[] = []
  try {
    for (let n = 0; n < count; n++) pages.push(await openPage(server, context.seed + n))
    let over = false
    const total = (): number => pages.reduce((sum, { reader }) => sum + reader.frames(), 0)
    const committing = commitAll(server, () => over && total() >= frames)
    await Promise.all(pages.map((page) => breakOften(page, context)))
    over = true
    await committing
    const isThere = ({ reader }: Page): boolean =>
      reader.messages.last === server.committed() && reader.version() === server.committed()
    await until('the last event', () => pages.every(isThere)).catch(() => undefined)
    describe(pages, server, context)
    const faults = pages.flatMap((page) => judge(page, server.committed()))
    for (const error of server.errors) faults.push(`the hub: ${String(error)}`)
    for (const fault of faults) context.fail(fault)
    context.pass(Math.max(0, pages.length * breaks - faults.length))
    controls(context)
  } finally {
    for (const { reader, proxy } of pages) {
      reader.close()
      await proxy.close()
    }
    await server.close()
  }
}
