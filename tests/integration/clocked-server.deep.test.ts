import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { type ClockedServer, startClockedServer } from '../e2e/support/clocked.ts'
import { newcomer } from '../e2e/support/ready-user.ts'

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
const pricesAgain = async (since: string): Promise<string[]> => {
  const open = await vi.waitFor(
    async () => {
      const now = await market(since)
      expect(now.ticking).toEqual(now.open)
      return now.open
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(server.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
  return open
}

describe('a server whose clock a test moves', () => {
  it('goes on over days at once: prices of open markets come again, and nobody is logged out', async () => {
    const caller = await newcomer(server, 'mover_1')
    expect(await pricesAgain(BEGIN)).toContain('EURUSD')
    const christmas = '2026-12-26T12:00:00Z'
    await server.moveTo(christmas)
    const open = await pricesAgain(christmas)
    expect(open).toContain('BTCUSDT')
    expect(open).not.toContain('EURUSD')
    expect(await caller.get('/me')).toMatchObject({ me: { account: 'mover_1' } })
  })

  it('stands still while it is stopped and begins where it is told, never earlier', async () => {
    const later = '2026-12-30T09:30:00Z'
    await server.restartAt(later)
    expect(await pricesAgain(later)).toContain('EURUSD')
    await expect(server.moveTo('2026-12-30T09:00:00Z')).rejects.toThrow(/is not ahead/)
    expect(await server.ask('select * from ledger_faults')).toEqual([])
  })
})
