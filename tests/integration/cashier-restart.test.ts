import { afterAll, beforeAll, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/cashier.ts'
import { cashierVisit, depositIn, withdrawalIn } from '#support/cashier-visit.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'

const KEY = 'one-intent-of-the-test'
let clock: ManualClock
let server: TestServer

beforeAll(async () => {
  clock = manualClock(Date.UTC(2026, 4, 4, 10))
  server = await testServer({ clock, config: { practiceReviewer: true } })
})
afterAll(async () => {
  expect(await faultsOf(server.db)).toEqual([])
  await server.close()
})

it('keeps answers and documents over a restart, and the practice reviewer goes on with them', async () => {
  const visit = await cashierVisit(server)
  const list = () => visit.visitor.read(rows.listWithdrawals.reply, '/api/withdrawals')
  const statusAfter = (status: string) =>
    until(status, async () => (await list()).withdrawals[0]?.status === status)
  const ask = { amount: '100.31', fee: '2.00' }
  const first = await visit.withdraw(ask, KEY)
  const deposit = depositIn(await visit.deposit({ amount: '50.13' }))
  await clock.advance(3_000)
  await statusAfter('review')
  await server.restart()
  expect((await visit.withdraw(ask, KEY)).text).toBe(first.text)
  expect(withdrawalIn(first)).toMatchObject({ status: 'requested' })
  clock.jump(3_600_000)
  await server.restart()
  await statusAfter('bounced')
  expect(await visit.balance()).toMatchObject({ available: 1_000_000n, held: 0n })
  const { deposits } = await visit.visitor.read(rows.listDeposits.reply, '/api/deposits')
  expect(deposits).toMatchObject([
    { id: deposit.id, status: 'rejected', reason: 'practice_example' },
  ])
})
