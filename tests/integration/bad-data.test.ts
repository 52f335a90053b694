import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAlerts } from '#contract/endpoints/alerts.ts'
import { getBalance } from '#contract/endpoints/balance.ts'
import { deskProducts } from '#contract/endpoints/desk.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { listBreaks, listVoids } from '#contract/endpoints/public-records.ts'
import { getOrder, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { findBandFault } from '#rules/sanity-band.ts'
import { openMarket } from '#server/market/open-market.ts'
import { logInOperator } from '#support/desk.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { recordings } from '#support/market-fixture.ts'
import { publicLog } from '#support/public-log.ts'
import { type TestServer, testServer, type TestUser } from '#support/server.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'

const START = Date.UTC(2026, 10, 20, 12)
const RECORDED = Date.UTC(2014, 4, 8, 12)
/** A third of the recording lies behind the server's start. */
const BEHIND_MS = 180_000
const SILENT = [80_000, 90_000] as const
const JUMPS_AT = 121_000
const SPIKE_AT = 39_700
const DIRECTIONS = ['up', 'down', 'up'] as const

/** Two ticks a second; times count from the server's start. */
function recording(withSpike: boolean): string {
  const rows: string[] = []
  for (let at = -BEHIND_MS; at <= 2 * BEHIND_MS; at += 500) {
    const pips = 800 + ((at / 500) % 7) * 3 + (at >= JUMPS_AT ? 5_000 : 0)
    const price = `1.0${pips.toString().padStart(4, '0')}`.slice(0, 7)
    const isSilent = at >= SILENT[0] && at < SILENT[1]
    const time = RECORDED + BEHIND_MS + at
    if (!isSilent) rows.push(`${time},${price},0`)
    if (withSpike && at + 200 === SPIKE_AT) rows.push(`${time + 200},${price.replace('.', '')}.0,0`)
  }
  return ['time_ms,price,size', ...rows, ''].join('\n')
}

interface Played {
  its: TestServer
  clock: ManualClock
  users: TestUser[]
  folder: string
}
const opened: Played[] = []
async function played(withSpike: boolean): Promise<Played> {
  const folder = recordings({ 'EURUSD_x_ticks.csv': recording(withSpike) })
  const clock = manualClock(START)
  const config = { feed: 'replay' as const, replayFolder: folder, speed: 1, loop: false }
  const its = await testServer({ clock, openMarket, config })
  const users: TestUser[] = []
  for (const account of ['first_1', 'second_2', 'third_3']) {
    users.push(await its.registerUser(account))
  }
  for (const { visitor } of users) await visitor.command('/api/practice-money', {})
  const one = { its, clock, users, folder }
  opened.push(one)
  return one
}
afterAll(async () => {
  for (const { its, folder } of opened) {
    await its.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const playUntil = ({ clock }: Played, at: number) => playTime(clock, START + at - clock.now())

async function order({ its }: Played, user: TestUser, direction: 'up' | 'down') {
  const { products } = await its.visitor().read(listProducts.reply, '/api/products')
  const termsId = products[0]?.terms.termsId
  const body = { symbol: 'EURUSD', direction, stake: '10.00', durationMs: 30_000, termsId }
  return user.visitor.command('/api/orders', body)
}
function user({ users }: Played): TestUser {
  const [first] = users
  if (first === undefined) throw new Error('no user')
  return first
}
/** One order of each user, at the same moment. */
async function orderAll(one: Played): Promise<Order[]> {
  const orders: Order[] = []
  for (const [n, user] of one.users.entries()) {
    const { body } = await order(one, user, DIRECTIONS[n] ?? 'up')
    orders.push(placeOrder.reply.parse(body).order)
  }
  return orders
}
const read = ({ users }: Played, orders: readonly Order[]): Promise<Order[]> =>
  Promise.all(
    orders.map(async ({ id }, n) => {
      const user = users[n]
      if (user === undefined) throw new Error('no user')
      return (await user.visitor.read(getOrder.reply, `/api/orders/${id}`)).order
    }),
  )
const logOf = ({ its }: Played) => publicLog(its.url, 'EURUSD')
const balances = ({ users }: Played) =>
  Promise.all(
    users.map(async ({ visitor }) => (await visitor.read(getBalance.reply, '/api/balance')).total),
  )

/** Each is void for the reason, has the stake back, and its user was told once, with the reason. */
async function expectVoid(one: Played, orders: readonly Order[], reason: string): Promise<void> {
  const settled = await read(one, orders)
  expect(settled.map(({ status, voidReason }) => [status, voidReason])).toEqual(
    settled.map(() => ['void', reason]),
  )
  for (const [n, { visitor }] of one.users.entries()) {
    const { messages } = await visitor.read(listMessages.reply, '/api/messages?limit=100')
    const own = messages.filter(({ params }) => params['orderId'] === orders[n]?.id)
    expect(own.map(({ kind, params }) => [kind, params['reason']])).toEqual([
      ['order_void', reason],
    ])
  }
  const { voids } = await one.its.visitor().read(listVoids.reply, '/api/public/voids')
  const counted = voids.filter((each) => each.reason === reason && each.symbol === 'EURUSD')
  expect(counted.reduce((sum, each) => sum + each.orders, 0)).toBeGreaterThanOrEqual(orders.length)
}
const breaksOf = async ({ its }: Played) =>
  (await its.visitor().read(listBreaks.reply, '/api/public/breaks')).breaks

let clean: Played
let spiked: Played
beforeAll(async () => {
  clean = await played(false)
  spiked = await played(true)
}, 120_000)

describe('a tick a digit too long', () => {
  it('changes no order’s outcome against the same recording without it', async () => {
    const fates: unknown[] = []
    for (const one of [clean, spiked]) {
      await playUntil(one, 10_000)
      // Above every price but the wrong one.
      const far = { symbol: 'EURUSD', direction: 'at_or_above', price: 120_000 }
      expect((await user(one).visitor.post('/api/alerts', far)).status).toBe(200)
      const orders = await orderAll(one)
      await playUntil(one, 42_000)
      const settled = await read(one, orders)
      fates.push(
        settled.map(({ status, profitAndLoss, entry, exit }) => ({
          status,
          profitAndLoss,
          entry: [entry?.timeMs, entry?.price],
          exit: [exit?.timeMs, exit?.price],
        })),
      )
      expect(settled.every(({ status }) => status !== 'void')).toBe(true)
    }
    expect(fates[1]).toEqual(fates[0])
  })

  it('stands in the log as put aside, and no price, bar or alert knows of it', async () => {
    const log = await logOf(spiked)
    const aside = log.filter(({ kind }) => kind === 'rejected')
    expect(aside).toMatchObject([{ timeMs: START + SPIKE_AT, bandBps: 100 }])
    expect(findBandFault(log, 100)).toBeNull()
    const bars = await spiked.its.owner.query<{ high: bigint }>(
      'select max(high) as high from candles where product_id = 9',
    )
    expect(bars[0]?.high).toBeLessThan(109_000n)
    expect(spiked.its.app.market.lastTick(9)?.price).toBeLessThan(109_000)
    const { alerts } = await user(spiked).visitor.read(listAlerts.reply, '/api/alerts')
    expect(alerts.map(({ status }) => status)).toEqual(['active'])
    expect((await logOf(clean)).some(({ kind }) => kind === 'rejected')).toBe(false)
  })

  it('is counted for whoever runs the server', async () => {
    const metrics = await (await fetch(`${spiked.its.url}/metrics`)).text()
    expect(metrics).toMatch(/^fairtick_quarantined_ticks_total\{symbol="EURUSD"\} 1$/m)
    for (const [one, ticksAside] of [
      [clean, 0],
      [spiked, 1],
    ] as const) {
      const desk = await logInOperator(one.its, 'anna')
      const { products } = await desk.read(deskProducts.reply, '/api/desk/products')
      expect(products).toMatchObject([{ symbol: 'EURUSD', ticksAside }])
    }
  })
})

describe('a source that falls silent', () => {
  it('stops sales at once, and every order over it is void, refunded and told', async () => {
    const before = await balances(spiked)
    await playUntil(spiked, 55_000)
    const orders = await orderAll(spiked)
    await playUntil(spiked, SILENT[0] + 5_000)
    const refused = await order(spiked, user(spiked), 'up')
    expect(problem.parse(refused.body).code).toBe('price_stale')
    await playUntil(spiked, 87_000)
    await expectVoid(spiked, orders, 'stale_exit')
    expect(await balances(spiked)).toEqual(before)
  })
})

describe('a market that jumps', () => {
  it('goes on from its new level behind a gap that everybody sees, and orders over it are void', async () => {
    await playUntil(spiked, 91_000)
    const orders = await orderAll(spiked)
    await playUntil(spiked, 124_000)
    await expectVoid(spiked, orders, 'gap_at_exit')
    const jumps = (await breaksOf(spiked)).filter(
      (each) => 'reason' in each && each.reason === 'jump',
    )
    expect(jumps).toMatchObject([
      { symbol: 'EURUSD', kind: 'gap', timeMs: START + JUMPS_AT + 1_500 },
    ])
    expect(spiked.its.app.market.lastTick(9)?.price).toBeGreaterThan(105_000)
  })
})

describe('a server that was not there', () => {
  it('voids no order whose end it missed: the missed prices are filled in, and it says so', async () => {
    await playUntil(spiked, 130_000)
    const orders = await orderAll(spiked)
    await playUntil(spiked, 155_000)
    await spiked.its.app.close()
    await spiked.clock.advance(10_000)
    await spiked.its.restart()
    await playUntil(spiked, 168_000)
    for (const { status } of await read(spiked, orders)) {
      expect(['won', 'lost', 'draw']).toContain(status)
    }
    const breaks = await breaksOf(spiked)
    expect(breaks.filter(({ kind }) => kind === 'filled')).toHaveLength(1)
    expect(breaks.some((each) => 'reason' in each && each.reason === 'restart')).toBe(false)
  })

  it('goes on with the level that it knew, so that a wrong first tick is put aside as well', async () => {
    const log = await logOf(spiked)
    expect(findBandFault(log, 100)).toBeNull()
    expect(log.filter(({ kind }) => kind === 'rejected')).toHaveLength(4)
    expect(await selectFaults(spiked.its.owner, 10)).toEqual({ count: 0, first: [] })
  })
})
