import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLedger } from '#server/ledger/ledger-store.ts'
import type { LedgerSlice } from '#server/ledger/rotation.ts'
import { addUser, grant, userAccount } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

let database: TestDatabase
let user: bigint
beforeEach(async () => {
  database = await testDatabase()
  user = await addUser(database.db)
  await grant(database.owner, user, 1_000n)
})
afterEach(() => database.close())

const check = async (slice: LedgerSlice | null = null): Promise<string[]> => {
  const found = await checkLedger(database.pools.auditor, { slice, limit: 20 })
  return found.first.map(({ invariant }) => invariant)
}
const EVERY = [0, Number.MAX_SAFE_INTEGER] as const
const EVERYTHING: LedgerSlice = { orders: EVERY, transfers: EVERY, users: EVERY, ticks: [] }
async function mark(part: string): Promise<bigint> {
  const [row] = await database.owner.query<{ checked: bigint }>(
    'select checked from ledger_marks where part = $1',
    [part],
  )
  return row?.checked ?? -1n
}
/** A transfer without entries, behind the ledger. */
const BROKEN = "insert into transfers (kind, ref, user_id) values ('deposit', $1, $2)"
/** Changes an old row behind every trigger. */
const spoil = (sql: string): Promise<unknown> =>
  database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return tx.query(sql)
  })

it('leaves out what was checked, until its turn comes', async () => {
  expect(await check()).toEqual([])
  await spoil('update entries set balance_after = balance_after + 1 where version = 1')
  expect(await check()).toEqual([])
  expect(await check(EVERYTHING)).toEqual(['running_balance'])
})

it('finds a balance that was altered at the next check, wherever its entries are', async () => {
  expect(await check()).toEqual([])
  await spoil(`update accounts set balance = balance + 1 where id = ${userAccount(user, 'cash')}`)
  expect(await check()).toEqual(['balance_is_sum'])
})

it('does not pass what is faulty and not frozen, and reads what is frozen each time', async () => {
  await check()
  const before = await mark('transfers')
  await database.owner.query(BROKEN, ['7', user])
  await grant(database.owner, user, 5n, '2000-01-02')
  expect(await check()).toEqual(['transfer_balanced'])
  expect(await check()).toEqual(['transfer_balanced'])
  expect(await mark('transfers')).toBe(before)
  await spoil("delete from transfers where kind = 'deposit'")
  // A mark waits for every transaction of the database server that began before, also those of other tests.
  await until('the mark', async () => {
    expect(await check()).toEqual([])
    return (await mark('transfers')) > before
  })

  const account = `where account_id = ${userAccount(user, 'cash')} and version = 1`
  await spoil(`update entries set balance_after = balance_after + 1 ${account}`)
  await database.db.query('select * from freeze_faults(0, 500, $1)', [JSON.stringify(EVERYTHING)])
  await check()
  expect(await check()).toEqual(['running_balance'])
})

it('passes no number that a running transaction may still use', async () => {
  await check()
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const { promise: posted, resolve: post } = Promise.withResolvers<void>()
  const late = database.owner.transaction(async (tx) => {
    await tx.query('select from user_mutex where user_id = $1 for update', [user])
    await tx.query(BROKEN, ['8', user])
    post()
    await committed
  })
  await posted
  await grant(database.owner, await addUser(database.db), 5n)
  expect([await check(), await check(), await check()]).toEqual([[], [], []])
  commit()
  await late
  expect(await check()).toEqual(['transfer_balanced'])
})

it('takes fund accounts in turns when only a day has begun, but new documents at once', async () => {
  const { owner } = database
  await owner.query(
    `with made as (
      insert into users (account, phone, nickname, opening_code)
        select 'turn' || n, '+8613800000000', 'turn' || n, lpad((1000 + n)::text, 10, '0')
        from generate_series(1, 250) n
        returning id
    ) insert into fund_accounts (user_id, opened_through) select id, '2024-03-04' from made`,
  )
  const marked = async (day: string): Promise<number> => {
    const rows = await owner.query('select from fund_marks where opened_through = $1', [day])
    return rows.length
  }
  expect(await check()).toEqual([])
  expect(await marked('2024-03-04')).toBe(200)
  expect(await check()).toEqual([])
  expect(await marked('2024-03-04')).toBe(250)

  await owner.query("update fund_accounts set opened_through = '2024-03-05'")
  expect(await check()).toEqual([])
  expect(await marked('2024-03-05')).toBe(200)
  // The first account had its turn just now, so that only its new transfer can bring it into the next check.
  await owner.query("update fund_accounts set opened_through = '2024-03-06'")
  await owner.query(
    `insert into fund_lots (user_id, kind, amount, remaining, status, created_at, trade_day, cancellable_until,
        confirm_day)
      select min(user_id), 'transfer', 5, 5, 'pending', fund_day_start('2024-03-06'), '2024-03-06', 0, '2024-03-07'
      from fund_accounts`,
  )
  expect(await check()).toEqual(
    expect.arrayContaining(['documents_posted', 'fund_account_counts', 'fund_shares_are_lots']),
  )
  expect(await marked('2024-03-06')).toBe(0)
})

it('moves a mark only for a check of one snapshot, by the role that checks', async () => {
  const { auditor, app, market, settlement, credentials } = database.pools
  await expect(auditor.query('select * from check_ledger(null)')).rejects.toMatchObject({
    code: 'FT903',
  })
  const after = database.owner.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await tx.query(BROKEN, ['9', user])
    await tx.query('select * from check_ledger(null)')
  })
  await expect(after).rejects.toMatchObject({ code: 'FT903' })
  for (const role of [app, market, settlement, credentials])
    await expect(role.query('select * from check_ledger(null)')).rejects.toMatchObject({
      code: '42501',
    })
  for (const role of [app, market, settlement, credentials, auditor]) {
    for (const write of [
      'update ledger_marks set checked = checked + 1000',
      'delete from account_marks',
      'delete from fund_marks',
      'insert into tick_marks values (1, 1000)',
      "select move_marks('{}', '{}', '{}')",
    ])
      await expect(role.query(write)).rejects.toMatchObject({ code: '42501' })
  }
})
