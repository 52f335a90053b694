import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { pause, until } from '#support/until.ts'
import { type ClockedServer, startClockedServer } from '../e2e/support/clocked.ts'
import { newcomer, placeOrder } from '../e2e/support/ready-user.ts'

const BEGIN = '2026-12-22T14:00:00Z'
let server: ClockedServer
beforeAll(async () => {
  server = await startClockedServer({ at: BEGIN })
})
afterAll(() => server.stop())

/** Products that the calendar has open, and those of which a tick came since the last move. */
async function market(since: string): Promise<{ open: string[]; ticking: string[] }> {
  const reply = await fetch(`${server.url}/api/products`)
  const { products } = listProducts.reply.parse(await reply.json())
  const open = products.filter(({ session }) => session.state === 'open')
  const rows = await server.ask<{ id: number }>(
    'select distinct product_id as id from ticks where kind = 0 and time_ms >= $1 order by 1',
    [Date.parse(since)],
  )
  const ticking = products.filter(({ id }) => rows.some((row) => row.id === id))
  const symbols = (them: typeof products): string[] => them.map(({ symbol }) => symbol).sort()
  return { open: symbols(open), ticking: symbols(ticking) }
}
async function serverTime(): Promise<number> {
  const reply = await fetch(`${server.url}/api/app-info`)
  return getAppInfo.reply.parse(await reply.json()).serverTime
}
/** The open products, once each has a price again: one of them is `one`. */
const pricesAgain = async (since: string, one: string): Promise<string[]> => {
  const open = await until('prices of the open products', async () => {
    const now = await market(since)
    return now.open.includes(one) && isDeepStrictEqual(now.ticking, now.open) && now.open
  })
  const troubles = server.output().match(/.*"level":"(?:warn|error|fatal)".*/g) ?? []
  expect(troubles.filter((line) => !line.includes('an outage was filled'))).toEqual([])
  return open
}

describe('a server whose clock a test moves', () => {
  it('leaps over days: prices of open markets come again, and no one is logged out', async () => {
    const caller = await newcomer(server, 'mover_1')
    await pricesAgain(BEGIN, 'EURUSD')
    const christmas = '2026-12-26T12:00:00Z'
    await server.moveTo(christmas)
    expect(await pricesAgain(christmas, 'BTCUSDT')).not.toContain('EURUSD')
    expect(await caller.get('/me')).toMatchObject({ me: { account: 'mover_1' } })
  })

  it('plays time tick by tick: no price is missed, and an order is settled by the rule', async () => {
    const caller = await newcomer(server, 'player_1')
    await caller.post('/practice-money', {})
    const id = await placeOrder(caller)
    const from = server.now()
    await server.play(31_000)
    const settled = await until('the settlement', async () => {
      const [row] = await server.ask<{ outcome: string }>(
        'select outcome from settlements where order_id = $1',
        [id],
      )
      return row
    })
    expect(['won', 'lost', 'draw']).toContain(settled.outcome)
    const [log] = await server.ask<{ ticks: number; gaps: number }>(
      `select count(*) filter (where kind = 0)::int as ticks,
         count(*) filter (where kind = 2)::int as gaps
       from ticks t join products p on p.id = t.product_id
       where p.symbol = 'BTCUSDT' and time_ms >= $1`,
      [from],
    )
    expect(log?.ticks).toBeGreaterThan(10)
    expect(log?.gaps).toBe(0)
  })

  it('holds the time until it is to go on', async () => {
    await server.hold()
    await server.play(1_000)
    const held = server.now()
    await pause(50)
    expect(server.now()).toBe(held)
    expect(await serverTime()).toBe(held)
    server.go()
    await until('time to go on', async () => (await serverTime()) > held)
  })

  it('does not run while it is stopped and begins where it is told, never earlier', async () => {
    const later = '2026-12-30T09:30:00Z'
    await server.restartAt(later)
    await pricesAgain(later, 'EURUSD')
    await expect(server.moveTo('2026-12-30T09:00:00Z')).rejects.toThrow(/is not ahead/)
    expect(await server.ask('select * from ledger_faults')).toEqual([])
  })
})
