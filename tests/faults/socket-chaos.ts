/**
 * Pages behind lines that are slow, cut, half-open or deaf, and lose or double a frame now and then: each of a user's
 * events comes once and in its turn, the balance never steps back, and silence is shown as stale within 3 s.
 */
import { loadavg } from 'node:os'
import { availableAt, CHAOS_PRODUCT, type ChaosHouse, openHouse } from '#support/chaos-house.ts'
import { type ChaosReader, openReader, Witness } from '#support/chaos-reader.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import { pause, until } from '#support/until.ts'
import type { FaultContext, FaultResult } from './runner.ts'

const SCALES = {
  ci: { pages: 1, breaks: 100, frames: 20_000 },
  full: { pages: 50, breaks: 1_000, frames: 500_000 },
}
/** Of each page's breaks, this many are silences long enough to be shown. */
const LONG_SILENCES = 5
const STALE_MS = 3_000
/** A timer of a busy process, and the frame that was under way. */
const SLACK_MS = 250
const LONG_MS = STALE_MS + 2 * SLACK_MS
const SHORT_MS = 500
const CALM_MS = 250
const MOST_DELAY_MS = 150
const RECONNECT_SHARE = 0.05
const COMMIT = { everyMs: 20, count: 4 }
const LIVE_MS = 20_000
const KINDS = ['cut', 'half-open', 'deaf', 'slow'] as const

interface Page {
  proxy: SocketProxy
  reader: ChaosReader
  pick: (count: number) => number
  staleMs: number[]
}

async function openPage(house: ChaosHouse, seed: number): Promise<Page> {
  const proxy = await startSocketProxy(Number(new URL(house.url).port))
  const pick = choicesOf(seed)
  const reader = openReader({
    url: proxy.url,
    productId: CHAOS_PRODUCT,
    pick,
    reconnectShare: RECONNECT_SHARE,
    availableAt,
  })
  return { proxy, reader, pick, staleMs: [] }
}

const isLive = ({ reader }: Page) => until('a live page', () => reader.status() === 'live', LIVE_MS)

/** Nothing moves: the page must say so in time. */
async function silence(page: Page): Promise<void> {
  await isLive(page)
  page.proxy.hold(true)
  const from = performance.now()
  const isShown = (): boolean => page.reader.status() !== 'live'
  await until('a page that shows silence', isShown, LIVE_MS).catch(() => undefined)
  page.staleMs.push(performance.now() - from)
  await pause(Math.max(0, LONG_MS - (performance.now() - from)))
  page.proxy.hold(false)
}

async function shortBreak({ proxy, pick }: Page, context: FaultContext): Promise<void> {
  const kind = KINDS[pick(KINDS.length)] ?? 'cut'
  context.count(kind)
  if (kind === 'half-open') proxy.hold(true)
  if (kind === 'deaf') proxy.mute(true)
  if (kind === 'slow') proxy.delayMs = 1 + pick(MOST_DELAY_MS)
  if (kind !== 'cut') await pause(pick(SHORT_MS))
  // Many a line that stood still never comes back.
  if (kind === 'cut' || pick(3) === 0) proxy.cut()
  proxy.hold(false)
  proxy.mute(false)
  proxy.delayMs = 0
}

async function breakOften(page: Page, breaks: number, context: FaultContext): Promise<void> {
  const every = Math.floor(breaks / LONG_SILENCES)
  for (let n = 1; n <= breaks; n++) {
    if (n % every === 0) await silence(page)
    else await shortBreak(page, context)
    await pause(page.pick(CALM_MS))
  }
}

/** Goes on until it is told to stop and enough has come in. */
async function commitAll(house: ChaosHouse, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const from = performance.now()
    await house.commit(COMMIT.count)
    await pause(Math.max(0, COMMIT.everyMs - (performance.now() - from)))
  }
}

function judge({ reader, staleMs }: Page, committed: number): string[] {
  const { messages, balanceFaults } = reader
  const late = staleMs.filter((ms) => ms > STALE_MS + SLACK_MS)
  const seen = messages.events + messages.leapt
  return [
    ...messages.faults,
    ...balanceFaults,
    ...late.map((ms) => `silence was shown after ${Math.round(ms)} ms`),
    ...(seen === committed ? [] : [`${seen} of ${committed} events came`]),
    ...(reader.version() === committed ? [] : [`the balance stands at ${reader.version()}`]),
  ]
}

/** The witness must be able to speak. */
function controls(fail: (what: string) => void): number {
  const plant = { 'an event twice': [1, 2, 2], 'an event lost': [1, 3], 'two swapped': [1, 3, 2] }
  let found = 0
  for (const [name, numbers] of Object.entries(plant)) {
    const witness = new Witness()
    for (const number of numbers) witness.event(number)
    if (witness.faults.length > 0) found += 1
    else fail(`the comparison does not find ${name}`)
  }
  const back = new Witness()
  back.snapshot([3, 2, 1])
  back.snapshot([2, 1])
  if (back.faults.length === 1) found += 1
  else fail('the comparison does not find a snapshot that goes back')
  return found
}

function describe(pages: readonly Page[], house: ChaosHouse, context: FaultContext): void {
  const stale = pages.flatMap(({ staleMs }) => staleMs).sort((a, b) => a - b)
  const sum = (of: (page: Page) => number): number =>
    pages.reduce((total, page) => total + of(page), 0)
  context.count(
    'frames',
    sum(({ reader }) => reader.frames()),
  )
  context.count('events committed', house.committed())
  context.count(
    'events told by a snapshot alone',
    sum(({ reader }) => reader.messages.leapt),
  )
  const [least, most] = [stale[0] ?? 0, stale.at(-1) ?? 0].map(Math.round)
  context.log(`${stale.length} silences shown after ${least} to ${most} ms`)
  context.log(`load ${(loadavg()[0] ?? 0).toFixed(1)}`)
}

export async function run(context: FaultContext): Promise<FaultResult> {
  const { pages: count, breaks, frames } = SCALES[context.scale]
  const house = await openHouse()
  const pages: Page[] = []
  try {
    for (let n = 0; n < count; n++) pages.push(await openPage(house, context.seed + n))
    let over = false
    const total = (): number => pages.reduce((sum, { reader }) => sum + reader.frames(), 0)
    const committing = commitAll(house, () => over && total() >= frames)
    await Promise.all(pages.map((page) => breakOften(page, breaks, context)))
    over = true
    await committing
    const isThere = ({ reader }: Page): boolean =>
      reader.messages.last === house.committed() && reader.version() === house.committed()
    await until('the last event', () => pages.every(isThere), LIVE_MS).catch(() => undefined)
    describe(pages, house, context)
    const faults = pages.flatMap((page) => judge(page, house.committed()))
    for (const error of house.errors) faults.push(`the hub: ${String(error)}`)
    for (const fault of faults) context.fail(fault)
    const found = controls(context.fail)
    return {
      passed: pages.length * breaks + found - Math.min(faults.length, breaks),
      failed: faults.length,
    }
  } finally {
    for (const { reader, proxy } of pages) {
      reader.close()
      await proxy.close()
    }
    await house.close()
  }
}
