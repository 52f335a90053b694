import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLedgerChecker, type LedgerChecker } from '#server/ledger/checker.ts'
import { moneyCommand } from '#server/platform/user-transaction.ts'
import { HOUSE, post, userAccount } from '#server/ledger/ledger.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

let database: TestDatabase
let clock: ManualClock
let checker: LedgerChecker
let cries: string[]
let observed: number[]
let user: bigint

beforeEach(async () => {
  database = await testDatabase()
  clock = manualClock(1_700_000_000_000)
  cries = []
  observed = []
  const cry = (_data: unknown, text?: string): void => void cries.push(text ?? '')
  const log = { fatal: cry, error: cry, debug: () => undefined }
  const observe = (faults: number): void => void observed.push(faults)
  checker = createLedgerChecker({ db: database.db, clock, log, observe })
  user = await addUser(database.db)
  await grant(database.db, user, 1_000n)
})
afterEach(async () => {
  await checker.close()
  await database.close()
})

const spoil = (): Promise<unknown> =>
  database.owner.query('update accounts set balance = balance + 1 where id = $1', [
    userAccount(user, 'cash'),
  ])
const halts = (): Promise<{ reason: string }[]> =>
  database.db.query<{ reason: string }>('select reason from ledger_halts where lifted_at is null')
const take = (): Promise<string> =>
  moneyCommand(
    { db: database.db, hub: { deliver: () => undefined } },
    { userId: user, operation: 'test', key: `key-${Math.random()}`, bodyHash: Buffer.from('') },
    async (tx) => {
      await post(tx, [
        {
          kind: 'practice_issue',
          ref: `${user}:2001-01-01`,
          userId: user,
          legs: [
            { account: HOUSE.practiceIssue, amount: -5n },
            { account: userAccount(user, 'cash'), amount: 5n },
          ],
        },
      ])
      return { reply: '{}', events: [] }
    },
  )

it('halts money writes for a fault that only the audit of the prices sees', async () => {
  const fault = { invariant: 'tick_chain', detail: 'record 7 of EURUSD (hash)' }
  const auditing = createLedgerChecker({
    db: database.db,
    clock,
    log: { fatal: () => undefined, error: () => undefined, debug: () => undefined },
    audit: async () => [fault],
  })
  expect(await auditing.check()).toEqual([fault])
  await auditing.close()
  expect(await halts()).toEqual([{ reason: 'tick_chain: record 7 of EURUSD (hash)' }])
  await expect(take()).rejects.toThrow()
})

it('says nothing and halts nothing while the invariants hold', async () => {
  expect(await checker.check()).toEqual([])
  expect([await halts(), cries]).toEqual([[], []])
  expect(await take()).toBe('{}')
})

it('halts money writes at the first fault, once, and cries', async () => {
  await spoil()
  expect(await checker.check()).toMatchObject([{ invariant: 'balance_is_sum' }])
  await checker.check()
  expect(await halts()).toMatchObject([{ reason: expect.stringContaining('balance_is_sum') }])
  expect(cries).toHaveLength(2)
  await expect(take()).rejects.toMatchObject({ code: 'money_writes_halted' })
  await database.owner.query('update ledger_halts set lifted_at = now()')
  expect(await take()).toBe('{}')
})

it('looks by itself every minute of the market clock', async () => {
  await clock.advance(59_000)
  expect(observed).toEqual([])
  await clock.advance(1_000)
  await checker.check()
  expect(observed).toEqual([0, 0])
  await spoil()
  await clock.advance(60_000)
  await checker.close()
  expect(observed).toEqual([0, 0, 1])
  expect(await halts()).toHaveLength(1)
})

it('checks no more after it is closed', async () => {
  await checker.close()
  await clock.advance(600_000)
  expect(observed).toEqual([])
})

it('cries when it cannot read the ledger', async () => {
  const broken = { ...database.db, snapshot: () => Promise.reject(new Error('away')) }
  const log = { fatal: () => undefined, debug: () => undefined, error: () => void cries.push('!') }
  const blind = createLedgerChecker({ db: broken, clock, log })
  await clock.advance(60_000)
  await blind.close()
  expect(cries).toEqual(['!'])
})
