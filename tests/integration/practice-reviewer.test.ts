import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRACTICE_REVIEWER } from '#contract/review.ts'
import type { Documents } from '#server/documents/move.ts'
import { createDeskChanges, type ObservedDeskChanges } from '#server/platform/desk-changes.ts'
import {
  createPracticeReviewer,
  type PracticeReviewer,
  type PracticeReviewerParts,
} from '#server/review/practice-reviewer.ts'
import {
  addIdentity,
  addPayoutAccount,
  depositRaw,
  moveDepositRaw,
  withdrawRaw,
} from '#support/cashier-room.ts'
import { addUser, faultsOf, grant } from '#support/ledger-room.ts'
import { documentsOn } from '#support/documents.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

const START = 1_700_000_000_000
let its: TestDatabase
let clock: ManualClock
let deskChanges: ObservedDeskChanges
let documents: Documents
let reviewer: PracticeReviewer
let cries: unknown[]
let user: bigint

const another = (more: Partial<PracticeReviewerParts> = {}): PracticeReviewer =>
  createPracticeReviewer({
    db: its.db,
    clock,
    deskChanges,
    documents,
    log: { error: (data: unknown) => void cries.push(data) },
    ...more,
  })

beforeEach(async () => {
  its = await testDatabase()
  clock = manualClock(START)
  deskChanges = createDeskChanges()
  documents = documentsOn({ db: its.db, clock, deskChanges })
  cries = []
  reviewer = another()
  user = await addUser(its.db)
  await grant(its.owner, user, 1_000_000n)
})
afterEach(async () => {
  await reviewer.stop()
  expect(await faultsOf(its.db)).toEqual([])
  await its.close()
})

/** Time passes, and whatever falls due meanwhile is done. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await clock.advance(Math.min(left, 500))
    await reviewer.idle()
  }
}
const statusOf = async (table: string, id: bigint): Promise<string> => {
  const [row] = await its.db.query<{ status: string; reason: string | null }>(
    `select status, reason from ${table} where id = $1`,
    [id],
  )
  return row?.reason ? `${row.status} ${row.reason}` : `${row?.status}`
}
const deposit = (amount: bigint, userId = user) =>
  depositRaw(its.db, { userId, amount, at: clock.now() })
const withdraw = async (amount: bigint) => {
  const payout = await addPayoutAccount(its.owner, user)
  return withdrawRaw(its.db, { userId: user, amount, fee: 200n, payout, at: clock.now() })
}
/** The status at each of these times since now. */
async function statusesAt(table: string, id: bigint, times: readonly number[]): Promise<string[]> {
  const seen: string[] = []
  let now = 0
  for (const time of times) {
    await pass(time - now)
    now = time
    seen.push(await statusOf(table, id))
  }
  return seen
}

describe('the practice reviewer', () => {
  it('takes a deposit after 3 s and approves it after 8 s, under its own name', async () => {
    reviewer.start()
    const id = await deposit(5_000n)
    deskChanges.changed()
    const times = [2_500, 3_000, 7_500, 8_000]
    const way = ['submitted', 'review', 'review', 'approved']
    expect(await statusesAt('deposits', id, times)).toEqual(way)
    const acts = await its.db.query('select actor, act from operator_log order by seq')
    expect(acts).toEqual([
      { actor: PRACTICE_REVIEWER, act: 'deposit_review' },
      { actor: PRACTICE_REVIEWER, act: 'deposit_approve' },
    ])
  })

  it('rejects a deposit that ends in .13, as the stated rule says', async () => {
    reviewer.start()
    const id = await deposit(5_013n)
    await pass(14_000)
    expect(await statusOf('deposits', id)).toBe('rejected practice_example')
  })

  it('pays a withdrawal within 14 s', async () => {
    reviewer.start()
    const id = await withdraw(5_000n)
    deskChanges.changed()
    expect(await statusesAt('withdrawals', id, [3_000, 8_000, 10_000, 13_500, 14_000])).toEqual([
      'review',
      'approved',
      'paying',
      'paying',
      'paid',
    ])
  })

  it('rejects a withdrawal that ends in .13', async () => {
    reviewer.start()
    const id = await withdraw(5_013n)
    await pass(20_000)
    expect(await statusOf('withdrawals', id)).toBe('rejected practice_example')
  })

  it('lets a withdrawal that ends in .31 come back', async () => {
    reviewer.start()
    const id = await withdraw(5_031n)
    await pass(20_000)
    expect(await statusOf('withdrawals', id)).toBe('bounced practice_example')
    const [row] = await its.db.query<{ balance: bigint }>(
      "select balance from accounts where id = user_account($1, 'cash')",
      [user],
    )
    expect(row?.balance).toBe(1_000_000n)
  })

  it('approves an identity after 6 s, but one document on one account only', async () => {
    reviewer.start()
    const other = await addUser(its.db)
    const third = await addUser(its.db)
    const at = clock.now()
    const first = await addIdentity(its.owner, user, { document: 'one', at })
    const second = await addIdentity(its.owner, other, { document: 'one', at })
    const free = await addIdentity(its.owner, third, { document: 'two', at })
    await pass(5_500)
    expect(await statusOf('verifications', first)).toBe('verifying')
    await pass(6_000)
    expect(await statusOf('verifications', first)).toBe('verified')
    expect(await statusOf('verifications', second)).toBe('rejected identity_in_use')
    expect(await statusOf('verifications', free)).toBe('verified')
  })

  it('goes on after a restart with what fell due meanwhile', async () => {
    const id = await withdraw(5_000n)
    reviewer.start()
    await pass(3_000)
    await reviewer.stop()
    await clock.advance(60_000)
    expect(await statusOf('withdrawals', id)).toBe('review')
    reviewer = another()
    reviewer.start()
    await reviewer.idle()
    expect(await statusOf('withdrawals', id)).toBe('paid')
  })

  it('finds by itself what no bell told of', async () => {
    reviewer.start()
    await reviewer.idle()
    const id = await deposit(5_000n)
    await pass(10_000)
    expect(await statusOf('deposits', id)).toBe('approved')
  })

  it('lets one that fails rest while the others go on, and tries it again later', async () => {
    const broken = await deposit(5_000n)
    const fine = await deposit(6_000n)
    let failing = true
    const move: Documents['move'] = (kind, step) =>
      failing && step.id === broken ? Promise.reject(new Error('no')) : documents.move(kind, step)
    reviewer = another({ documents: { ...documents, move } })
    reviewer.start()
    await pass(10_000)
    expect(await statusOf('deposits', broken)).toBe('submitted')
    expect(await statusOf('deposits', fine)).toBe('approved')
    expect(cries).toHaveLength(1)
    failing = false
    await pass(35_000)
    expect(await statusOf('deposits', broken)).toBe('approved')
  })

  it('works through more than one batch', async () => {
    const users = await Promise.all(Array.from({ length: 120 }, () => addUser(its.db)))
    for (const userId of users) await deposit(5_000n, userId)
    await clock.advance(60_000)
    reviewer.start()
    await reviewer.idle()
    const [row] = await its.db.query<{ n: number }>(
      "select count(*)::int as n from deposits where status = 'approved'",
    )
    expect(row?.n).toBe(120)
  })

  it('is harmless beside a second one and beside an operator', async () => {
    const ids: bigint[] = []
    for (let n = 0n; n < 12n; n += 1n) ids.push(await deposit(5_000n + n))
    await clock.advance(60_000)
    const second = another()
    reviewer.start()
    second.start()
    const operator = ids.map((id) => moveDepositRaw(its.db, id, 'review').catch(() => undefined))
    await Promise.all([reviewer.idle(), second.idle(), ...operator])
    await pass(10_000)
    await second.stop()
    for (const id of ids) expect(await statusOf('deposits', id)).toBe('approved')
    expect(cries).toEqual([])
    const [row] = await its.db.query<{ n: number }>('select count(*)::int as n from operator_log')
    expect(row?.n).toBe(24)
  })

  it('does nothing more once it is stopped', async () => {
    reviewer.start()
    await reviewer.stop()
    const id = await deposit(5_000n)
    deskChanges.changed()
    await pass(20_000)
    expect(await statusOf('deposits', id)).toBe('submitted')
  })
})
