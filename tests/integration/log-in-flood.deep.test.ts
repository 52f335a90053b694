import { afterAll, beforeAll, expect, it } from 'vitest'
import { FLOODS, floodLogIns, REAL_HASH } from '#support/log-in-flood.ts'
import { type QuietServer, quietServer } from '#support/quiet-server.ts'
import { callsDuring } from '#support/until.ts'

const SECONDS = 4

let server: QuietServer
beforeAll(async () => {
  server = await quietServer({ hashCost: REAL_HASH, config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => server.stop())

it.each(Object.entries(FLOODS))(
  'a flood of log-ins to %s from many addresses is answered or told when to come again, and balances can be read',
  async (what, accountOf) => {
    const { visitor } = server
    const flooding = floodLogIns({ url: visitor.url, seconds: SECONDS, accountOf })
    const { calls: reads, result: guesses } = await callsDuring(flooding, async () => {
      expect((await visitor.get('/api/balance')).status).toBe(200)
    })
    const counts = Object.groupBy(guesses, ({ status }) => status)
    const said = Object.entries(counts).map(([status, all]) => `${all?.length} × ${status}`)
    console.info(`log-in flood, ${what}: ${said.join(', ')}; ${reads} balance reads meanwhile`)
    expect(reads).toBeGreaterThan(1)
    for (const { status, retryAfter } of guesses) {
      expect([401, 429, 503]).toContain(status)
      if (status !== 401) expect(retryAfter).toMatch(/^[1-9]\d*$/)
    }
  },
)
