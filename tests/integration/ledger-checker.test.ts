import { afterEach, beforeEach, expect, it } from 'vitest'
import { takePracticeMoney } from '#server/cashier/cashier-store.ts'
import {
  type CheckFigures,
  createLedgerChecker,
  type LedgerChecker,
} from '#server/ledger/checker.ts'
import { freezeFaults } from '#server/frozen/frozen-store.ts'
import type { LedgerSlice } from '#server/ledger/rotation.ts'
import { moneyCommand } from '#server/platform/user-transaction.ts'
import { addUser, grant, userAccount } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

let database: TestDatabase
let auditor: TestDatabase['pools']['auditor']
let clock: ManualClock
let checker: LedgerChecker
let cries: string[]
let observed: number[]
let user: bigint

beforeEach(async () => {
  database = await testDatabase()
  auditor = database.pools.auditor
  clock = manualClock(1_700_000_000_000)
  cries = []
  observed = []
  const cry = (_data: unknown, text?: string): void => void cries.push(text ?? '')
  const log = { fatal: cry, error: cry, debug: () => undefined }
  const observe = ({ faults }: CheckFigures): void => void observed.push(faults)
  checker = createLedgerChecker({ db: database.db, auditor, clock, log, observe, setFrozen })
  user = await addUser(database.db)
  await grant(database.owner, user, 1_000n)
})
afterEach(async () => {
  await checker.close()
  await database.close()
})

/** The books of one user do not agree with their balance. */
const spoil = (): Promise<unknown> =>
  database.owner.query('update accounts set balance = balance + 1 where id = $1', [
    userAccount(user, 'cash'),
  ])
/** A transfer has no entries. */
const breakBooks = (): Promise<unknown> =>
  database.owner.query("insert into transfers (kind, ref, user_id) values ('deposit', '7', $1)", [
    user,
  ])
/** As the app does it, without the messages. */
const setFrozen = async (slice: LedgerSlice | null): Promise<number> =>
  (await freezeFaults(database.db, { atMs: clock.now(), limit: 500, slice })).length
const frozen = (): Promise<{ scope: string; subject: bigint }[]> =>
  database.db.query('select scope, subject from frozen where ended_at is null order by id')
const halts = (): Promise<{ reason: string }[]> =>
  database.db.query<{ reason: string }>('select reason from ledger_halts where lifted_at is null')
const take = (): Promise<string> =>
  moneyCommand(
    { db: database.db, hub: { deliver: () => undefined } },
    { userId: user, operation: 'test', key: `key-${Math.random()}`, bodyHash: Buffer.from('') },
    async (tx) => {
      await takePracticeMoney(tx, user, clock.now())
      return { reply: '{}', events: [] }
    },
  )

it('halts money writes for a fault that only the audit of the prices sees', async () => {
  const fault = { invariant: 'tick_chain', detail: 'record 7 of EURUSD (hash)' }
  const auditing = createLedgerChecker({
    db: database.db,
    auditor,
    clock,
    log: { fatal: () => undefined, error: () => undefined, debug: () => undefined },
    setFrozen,
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

it('halts money writes for books that do not sum, once, and cries', async () => {
  await breakBooks()
  expect(await checker.check()).toMatchObject([{ invariant: 'transfer_balanced' }])
  await checker.check()
  expect(await halts()).toMatchObject([{ reason: expect.stringContaining('transfer_balanced') }])
  expect(cries).toHaveLength(2)
  expect(await frozen()).toEqual([])
  await expect(take()).rejects.toMatchObject({ code: 'money_writes_halted' })
  await database.owner.query('update ledger_halts set lifted_at = now()')
  expect(await take()).toBe('{}')
})

it('freezes only the user whose books are wrong, once, and cries', async () => {
  const other = await addUser(database.db)
  await spoil()
  expect(await checker.check()).toMatchObject([{ invariant: 'balance_is_sum' }])
  await checker.check()
  expect([await halts(), await frozen()]).toEqual([[], [{ scope: 'user', subject: user }]])
  expect(cries).toHaveLength(1)
  await expect(take()).rejects.toMatchObject({ code: 'account_frozen' })
  await grant(database.owner, other, 5n)
})

it('freezes what was faulty in every one of many users at one check', async () => {
  const others = [await addUser(database.db), await addUser(database.db), user]
  await database.owner.query(
    'update user_results set profit_and_loss = 5 where user_id = any ($1)',
    [others],
  )
  await checker.check()
  expect(new Set((await frozen()).map(({ subject }) => subject))).toEqual(new Set(others))
})

it('freezes nothing for a fault that is gone when it is to be frozen', async () => {
  const faults = [{ invariant: 'balance_is_sum', detail: 'gone' }]
  const mended = { ...auditor, transaction: () => Promise.resolve(found.shift()) } as never
  const found: unknown[] = [
    {
      first: faults.map((f) => ({ ...f, scope: 'user', subject: user, is_frozen: false })),
      count: 1,
    },
    { first: [], count: 0 },
  ]
  const log = { fatal: () => undefined, error: () => undefined, debug: () => undefined }
  const brief = createLedgerChecker({ db: database.db, auditor: mended, clock, log, setFrozen })
  expect(await brief.check()).toEqual([])
  await brief.close()
  expect([await halts(), await frozen()]).toEqual([[], []])
})

it('halts money writes for a fault for which nothing can be frozen', async () => {
  await spoil()
  const log = { fatal: () => undefined, error: () => undefined, debug: () => undefined }
  const none = async () => 0
  const helpless = createLedgerChecker({ db: database.db, auditor, clock, log, setFrozen: none })
  await helpless.check()
  await helpless.close()
  expect(await halts()).toMatchObject([{ reason: expect.stringContaining('balance_is_sum') }])
})

it('does not see what a running transaction has changed only in part', async () => {
  await database.owner.transaction(async (tx) => {
    await tx.query('update accounts set balance = balance + 1 where id = $1', [
      userAccount(user, 'cash'),
    ])
    expect(await checker.check()).toEqual([])
    await tx.query('update accounts set balance = balance - 1 where id = $1', [
      userAccount(user, 'cash'),
    ])
  })
  expect([await checker.check(), await frozen()]).toEqual([[], []])
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
  expect(await frozen()).toHaveLength(1)
})

it('checks no more after it is closed', async () => {
  await checker.close()
  await clock.advance(600_000)
  expect(observed).toEqual([])
})

it('cries when it cannot read the ledger', async () => {
  const broken = { ...auditor, transaction: () => Promise.reject(new Error('away')) }
  const log = { fatal: () => undefined, debug: () => undefined, error: () => void cries.push('!') }
  const blind = createLedgerChecker({ db: database.db, auditor: broken, clock, log, setFrozen })
  await clock.advance(60_000)
  await blind.close()
  expect(cries).toEqual(['!'])
})
