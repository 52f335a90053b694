import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exitOf } from '#rules/spot.ts'
import { recordsAround, trimmed } from '#server/trading/records-around.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { heartbeat, type Planned, tick } from '#support/records.ts'
import { scenario } from '#support/settle-scenarios.ts'

const AT = 10_000_000
async function around(planned: Planned[]): Promise<number[]> {
  const market = fakeMarket()
  market.store(9, ...planned)
  const records = await recordsAround(market, 9, { fromMs: AT, toMs: AT })
  return trimmed(records, AT).map(({ timeMs }) => timeMs - AT)
}

it('reaches back to the last good tick before the moment, however long ago', async () => {
  expect(await around([tick(AT - 900, 1), tick(AT - 100, 1), tick(AT + 5, 1)])).toEqual([-100, 5])
  const silent = [heartbeat(AT - 4_000), heartbeat(AT - 10), heartbeat(AT + 10)]
  for (const ago of [5_000, 60_000, 600_000, 9_000_000]) {
    const long = [tick(AT - ago - 1, 1), tick(AT - ago, 1), ...silent]
    expect(await around(long)).toEqual([-ago, -4_000, -10, 10])
  }
})
it('a tick in the same millisecond is not before the moment', async () => {
  expect(await around([tick(AT - 50, 1), tick(AT, 1), tick(AT + 1, 1)])).toEqual([-50, 0, 1])
})
it('takes the whole log when it holds no tick before the moment', async () => {
  expect(await around([heartbeat(AT - 50), tick(AT, 1)])).toEqual([-50, 0])
  expect(await around([])).toEqual([])
})
it('what it fetches decides the exit as the whole log does', async () => {
  const cases = fc.gen().map((g) => scenario((count) => g(fc.nat, { max: count - 1 })))
  await fc.assert(
    fc.asyncProperty(cases, async ({ log, terms: { expiresAt } }) => {
      const market = fakeMarket()
      market.store(9, ...log.map((entry) => ({ ...entry, at: entry.timeMs })))
      const span = { fromMs: expiresAt, toMs: expiresAt }
      const slice = trimmed(await recordsAround(market, 9, span), expiresAt)
      const [part, whole] = [exitOf(slice, expiresAt), exitOf(market.log(9), expiresAt)]
      expect(part).toEqual(whole)
    }),
    { numRuns: 1_000 },
  )
})
