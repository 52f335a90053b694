/**
 * A restart of the real server: all its pages connect again, with their sessions, prices and balances, after the random
 * delays of the app, while orders are sent to it all the time. How long until every page is live, how long do orders
 * take meanwhile, and is each acknowledged one in the ledger? The limit is as many bare handshakes with plain ws. Then
 * the server is killed: how long until it answers again?
 */
import assert from 'node:assert/strict'
import { pause, until } from '#support/until.ts'
import { type BusyServer, withBusyServer } from './support/busy-server.ts'
import { listen, plainServer } from './support/fan-out-servers.ts'
import { goal, machine, percentile, spread } from './support/figures.ts'
import { benchOptions, HANG_MS } from './support/options.ts'
import { type Readers, startReaders } from './support/readers.ts'

const { smoke, full, pairs: PAIRS } = benchOptions()
const PAGES = smoke ? 20 : full ? 5_000 : 1_000
const USERS = smoke ? 20 : 1_000
const PER_SECOND = 50
const TICK_MS = 250
/** Orders before the restart and after the last page, and how often it is asked whether that is live. */
const AROUND_MS = smoke ? 200 : 2_000
const LOOK_MS = 50
const SLOT_MS = 100
/** The delays double with each attempt: a smoke run would wait for them only. */
const DELAYS = smoke ? 0.02 : 1
const MAX_LIVE_MS = 30_000
const MAX_ACK_MS = 250
/** After a kill: of half of the starts, and of each. */
const BACK_MS = { half: 5_000, each: 15_000 }

interface Storm {
  /** From the signal to stop, and from when the server answers again, to the last page's first price. */
  fromStopMs: number
  fromReadyMs: number
  ackP99: number
  orders: number
  /** The most pages that became live within a tenth of a second. */
  busiestSlot: number
}

async function allOpen(pages: Readers, lostBefore: number): Promise<number[]> {
  await until(
    'all pages',
    async () => {
      await pause(LOOK_MS)
      const { open, lost } = await pages.ask('report')
      return open === PAGES && lost - lostBefore >= PAGES
    },
    HANG_MS,
  )
  return (await pages.ask('take')).openedAt.map((atMs) => atMs - performance.timeOrigin)
}

async function storm(room: BusyServer, pages: Readers): Promise<Storm> {
  const { lost } = await pages.ask('report')
  const orders = room.orders(PER_SECOND)
  await pause(AROUND_MS)
  const stoppedAt = performance.now()
  await room.restart()
  const readyAt = performance.now()
  const openedAt = await allOpen(pages, lost)
  const liveAt = Math.max(...openedAt)
  await pause(AROUND_MS)
  await orders.stop()
  const { acknowledged } = orders
  await room.checkOrders(acknowledged)
  const before = acknowledged.filter(({ sentAt }) => sentAt < stoppedAt)
  const meanwhile = acknowledged.filter(({ sentAt }) => sentAt >= readyAt && sentAt <= liveAt)
  assert.ok(before.length > 0 && acknowledged.length > before.length, 'no orders were acknowledged')
  assert.ok(Math.min(...openedAt) > stoppedAt, 'a page has not connected again')
  const slots = Map.groupBy(openedAt, (atMs) => Math.floor(atMs / SLOT_MS))
  return {
    fromStopMs: liveAt - stoppedAt,
    fromReadyMs: liveAt - readyAt,
    // In a smoke run the pages may be back before the first order.
    ackP99: percentile(
      (meanwhile.length > 0 ? meanwhile : acknowledged).map(({ tookMs }) => tookMs),
      0.99,
    ),
    orders: meanwhile.length,
    busiestSlot: Math.max(...[...slots.values()].map(({ length }) => length)),
  }
}

/** ms for as many handshakes with plain ws, 100 at a time. */
async function bareHandshakes(): Promise<number> {
  const server = plainServer(1)
  const { port, close } = await listen(server.http)
  const startedAt = performance.now()
  const pages = await startReaders({ port, path: '/', readers: PAGES, openings: [] })
  const took = performance.now() - startedAt
  pages.close()
  await server.close()
  await close()
  return took
}

/** From a SIGKILL until the server answers again. */
async function measureKills({ server }: BusyServer): Promise<void> {
  const backMs: number[] = []
  for (let at = 0; at < PAIRS; at += 1) {
    await server.kill('SIGKILL')
    server.start()
    backMs.push(await server.ready())
  }
  const middle = spread('storm-back', backMs, 'ms from a kill')
  const holds = middle <= BACK_MS.half && Math.max(...backMs) <= BACK_MS.each
  goal('storm-back', holds, `half of the starts after a kill in 5 s, each in 15 s`)
}

async function measure(room: BusyServer): Promise<void> {
  machine()
  const pages = await startReaders({ ...room.pages(PAGES), reconnects: DELAYS })
  const pairs: { storm: Storm; bareMs: number }[] = []
  for (let at = 0; at < PAIRS; at += 1)
    pairs.push({ storm: await storm(room, pages), bareMs: await bareHandshakes() })
  type Pair = (typeof pairs)[number]
  const row = (name: string, of: (pair: Pair) => number, unit: string): number =>
    spread(`storm-${PAGES}-${name}`, pairs.map(of), unit)
  const live = row('live', ({ storm }) => storm.fromStopMs, 'ms from the stop')
  row('live-from-ready', ({ storm }) => storm.fromReadyMs, 'ms from the answering server')
  row('limit', ({ bareMs }) => bareMs, 'ms for bare handshakes')
  row('ratio', ({ storm, bareMs }) => storm.fromReadyMs / bareMs, 'x')
  row('busiest-slot', ({ storm }) => (storm.busiestSlot / PAGES) * 100, '% of the pages in 100 ms')
  row('orders', ({ storm }) => storm.orders, 'orders meanwhile')
  const ack = row('ack-p99', ({ storm }) => storm.ackP99, 'ms')
  goal('storm-live', live <= MAX_LIVE_MS, `all pages live ${MAX_LIVE_MS / 1_000} s after the stop`)
  goal('storm-ack', ack <= MAX_ACK_MS, `ack p99 <= ${MAX_ACK_MS} ms meanwhile`)
  pages.close()
  await measureKills(room)
  machine()
}

await withBusyServer({ users: USERS, tickMs: TICK_MS }, measure)
