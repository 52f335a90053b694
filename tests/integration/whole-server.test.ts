import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { getBalance } from '#contract/endpoints/balance.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { getOrder, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import { openMarket } from '#server/market/open-market.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'

const rows = (): [string, Endpoint][] =>
  Object.values(ENDPOINTS).flatMap((area) => Object.entries<Endpoint>(area))

let clock: ManualClock
let its: TestServer
beforeAll(async () => {
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  const config = { seed: '0123456789abcdef'.repeat(4) }
  its = await testServer({ clock, openMarket, config })
}, 120_000)
afterAll(() => its.close())

describe('every endpoint of the contract', () => {
  it.each(rows())('%s is served', (_, row) => {
    expect(its.app.http.hasRoute({ method: row.method, url: `/api${row.path}` })).toBe(true)
  })

  it.each(rows().filter(([, row]) => /^(user|guest)$/.test(row.access)))(
    '%s tells a stranger to log in, before anything else',
    async (_, row) => {
      const path = `/api${row.path.replace(/:\w+/g, 'x')}`
      const answer = await its.visitor().ask(row.method, path, {
        ...(row.method === 'POST' && { body: {} }),
      })
      expect([answer.status, problem.parse(answer.body).code]).toEqual([401, 'not_logged_in'])
    },
  )
})

it('says in its metrics that the last check of the ledger found nothing', async () => {
  const answer = await fetch(`${its.url}/metrics`)
  expect(await answer.text()).toMatch(/^fairtick_ledger_faults 0$/m)
})

describe('an order, from tap to result', () => {
  it('is placed, entered, settled by the rule and pushed, and the balance with it', async () => {
    await playTime(clock, 3_000)
    const { visitor } = await its.registerUser()
    await visitor.command('/api/practice-money', {})
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    await Promise.all(['positions', 'balance'].map((topic) => page.subscribe(topic)))

    const { products } = await visitor.read(listProducts.reply, '/api/products')
    const product = products.find(({ symbol }) => symbol === 'BTCUSDT')
    if (product === undefined) throw new Error('no BTCUSDT')
    const body = { symbol: 'BTCUSDT', direction: 'up', stake: '100.00', durationMs: 30_000 }
    const placed = await visitor.command('/api/orders', { ...body, termsId: product.terms.termsId })
    const { order } = placeOrder.reply.parse(placed.body)
    expect(order.status).toBe('open')

    await playTime(clock, 34_000)
    const settled = await until('the settled order', () => {
      const states = page.of('positions').map(([, , , , , data]) => data)
      return states.find((each) => {
        const status = typeof each === 'object' && each !== null && 'status' in each && each.status
        return ['won', 'lost', 'draw', 'void'].includes(String(status))
      })
    })
    const detail = await visitor.read(getOrder.reply, `/api/orders/${order.id}`)
    expect(getOrder.reply.shape.order.parse(settled)).toEqual(detail.order)
    expect(detail.order.status).not.toBe('void')
    expect(detail.evidence.entryRecords.map(({ seq }) => seq)).toContain(detail.order.entry?.seq)

    const balance = await visitor.read(getBalance.reply, '/api/balance')
    expect(balance.available).toBe(1_000_000n + (detail.order.profitAndLoss ?? 0n))
    const last = await until('the last balance', () => {
      const data = page.of('balance').at(-1)?.[5]
      const parsed = getBalance.reply.safeParse(data)
      return parsed.success && parsed.data.version === balance.version && parsed.data
    })
    expect(last).toEqual(balance)
    page.close()
  })

  it('leaves the invariant view empty', async () => {
    expect(await selectFaults(its.owner, 20)).toEqual({ count: 0, first: [] })
  })
})
