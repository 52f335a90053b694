/** Races of the cashier: one deposit or withdrawal in many copies, and two who decide about one at the same time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payoutForm } from '#contract/payout.ts'
import { methodsFrom } from '#server/cashier/deposit-methods.ts'
import { createDeposits } from '#server/cashier/deposits.ts'
import { createCashierReview } from '#server/cashier/review.ts'
import { createWithdrawals } from '#server/cashier/withdrawals.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { savePayoutAccount } from '#server/payout/save.ts'
import type { Database } from '#server/platform/database.ts'
import { openVault } from '#server/platform/vault.ts'
import { addPayoutAccount, addVerified, depositRaw, withdrawRaw } from '#support/cashier-room.ts'
import { placeRaw } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { exactlyOne, outcomeOf, type Room, type Round, times } from '#support/race-room.ts'

const T0 = 1_700_000_000_000
const CROWD_EVERY = 50
const CROWD = 200
const GOLD = 1
const BODY = Buffer.from('one body')
const AMOUNT = 3_000n
const FEE = 200n

/** What the commands ask before money is looked at is tried elsewhere. */
export const trusting: StepUp = {
  tradingPassword: async () => undefined,
  secondFactor: async () => undefined,
  withProof: (_attempt, run) => run(async () => []),
  challenge: async () => ({}),
}

/** A server of its own on this database: only the database can tell two of them apart. */
export function house(db: Database) {
  const clock = manualClock(T0)
  const parts = { db, clock, hub: { deliver: () => undefined }, desk: { changed: () => undefined } }
  const method = { id: 'wire', kind: 'bank', currency: null, details: [], qr: null }
  const deposits = createDeposits({ ...parts, methods: methodsFrom([method]) })
  const withdrawals = createWithdrawals({ ...parts, stepUp: trusting })
  const review = createCashierReview(parts)
  const command = (userId: bigint, key: string) => ({ userId, key, bodyHash: BODY })
  return {
    parts,
    deposit: (userId: bigint, key: string) =>
      deposits.open({
        ...command(userId, key),
        body: { method: 'wire', amount: AMOUNT, proof: null },
      }),
    withdraw: (userId: bigint, key: string) =>
      withdrawals.open({
        ...command(userId, key),
        address: '127.0.0.1',
        body: { amount: AMOUNT, fee: FEE, tradingPassword: 'x', proof: null },
      }),
    cancelDeposit: (userId: bigint, id: bigint) =>
      deposits.cancel({ ...command(userId, `cancel-${id}`), id: `${id}` }),
    cancelWithdrawal: (userId: bigint, id: bigint) =>
      withdrawals.cancel({ ...command(userId, `cancel-${id}`), id: `${id}` }),
    reviewDeposit: (id: bigint, actor: string) => review.reviewDeposit({ id, actor }),
    decideDeposit: (id: bigint, actor: string, approve: boolean) =>
      review.decideDeposit({
        id,
        actor,
        decision: approve
          ? { decision: 'approve' }
          : { decision: 'reject', reason: 'payment_differs' },
      }),
    decideWithdrawal: (id: bigint, actor: string, approve: boolean) =>
      review.moveWithdrawal({
        id,
        actor,
        step: approve ? { step: 'approve' } : { step: 'reject', reason: 'amount_unusual' },
      }),
  }
}

/** Who got through counts as one, whatever the answer says. */
export const once = (run: () => Promise<unknown>) => () => run().then(() => 1n)

async function customer(room: Room, cash: bigint): Promise<{ userId: bigint; payout: bigint }> {
  const userId = await room.user(cash)
  await addVerified(room.owner, userId)
  return { userId, payout: await addPayoutAccount(room.owner, userId) }
}

/** All copies got the same bytes, and one document was made. */
async function oneMade(
  room: Room,
  it: { table: 'deposits' | 'withdrawals'; userId: bigint; answers: string[] },
): Promise<string | undefined> {
  const [row] = await room.db.query<{ n: bigint; held: bigint }>(
    `select (select count(*) from ${it.table} where user_id = $1) as n, balance as held
      from accounts where id = user_account($1, 'withdrawal_hold')`,
    [it.userId],
  )
  const held = it.table === 'withdrawals' ? AMOUNT : 0n
  if (row?.n !== 1n || row.held !== held) return `${row?.n} ${it.table}, ${row?.held} held`
  const answers = new Set(it.answers)
  return answers.size === 1 && it.answers[0]?.startsWith('{') ? undefined : [...answers].join(' ')
}

export const copies = (
  room: Room,
  n: number,
  send: (db: Database) => () => Promise<string>,
): Promise<string[]> =>
  n % CROWD_EVERY === 0
    ? Promise.all(times(CROWD, () => outcomeOf(send(room.db)())))
    : room.race(times(6, () => send(room.gated)))

const depositTwice: Round = async (room, n) => {
  const userId = await room.user()
  const send = (db: Database) => () => house(db).deposit(userId, 'one-deposit')
  return oneMade(room, { table: 'deposits', userId, answers: await copies(room, n, send) })
}

const withdrawTwice: Round = async (room, n) => {
  const { userId } = await customer(room, 100_000n)
  const send = (db: Database) => () => house(db).withdraw(userId, 'one-withdrawal')
  return oneMade(room, { table: 'withdrawals', userId, answers: await copies(room, n, send) })
}

/** Money for one of them: which of the two is chance. */
const withdrawalOrOrder: Round = async (room) => {
  const { userId } = await customer(room, AMOUNT + AMOUNT / 2n)
  const order = { userId, productId: GOLD, key: 'order-of-the-race-00', stake: AMOUNT, at: T0 }
  const starts = [
    once(() => house(room.gated).withdraw(userId, 'withdrawal-of-the-race')),
    once(() => room.gated.transaction((tx) => placeRaw(tx, order))),
    once(() => house(room.gated).withdraw(userId, 'another-of-the-race')),
  ]
  return exactlyOne(await room.race(starts), 'available_too_low')
}

const approveOrCancel: Round = async (room) => {
  const { userId, payout } = await customer(room, 100_000n)
  const steps = ['review']
  const id = await withdrawRaw(room.db, { userId, amount: AMOUNT, fee: FEE, payout, steps })
  const starts = [
    once(() => house(room.gated).decideWithdrawal(id, 'operator-one', true)),
    once(() => house(room.gated).cancelWithdrawal(userId, id)),
  ]
  return exactlyOne(await room.race(starts), 'document_moved_on')
}

const reviewOrCancel: Round = async (room) => {
  const userId = await room.user()
  const id = await depositRaw(room.db, { userId, amount: AMOUNT })
  const starts = [
    once(() => house(room.gated).reviewDeposit(id, 'operator-one')),
    once(() => house(room.gated).cancelDeposit(userId, id)),
  ]
  return exactlyOne(await room.race(starts), 'document_moved_on')
}

/** Two operators and the practice reviewer about one document; deposits and withdrawals in turn. */
const approveOrReject: Round = async (room, n) => {
  const { userId, payout } = await customer(room, 100_000n)
  const steps = ['review']
  const deposit = n % 2 === 0
  const id = deposit
    ? await depositRaw(room.db, { userId, amount: AMOUNT, steps })
    : await withdrawRaw(room.db, { userId, amount: AMOUNT, fee: FEE, payout, steps })
  const decide = (actor: string, approve: boolean) =>
    once(() =>
      deposit
        ? house(room.gated).decideDeposit(id, actor, approve)
        : house(room.gated).decideWithdrawal(id, actor, approve),
    )
  const starts = [
    decide('operator-one', true),
    decide('operator-two', false),
    decide('practice-reviewer', true),
  ]
  return exactlyOne(await room.race(starts), 'document_moved_on')
}

const FORM = payoutForm.parse({
  kind: 'bank_card',
  holder: 'Jane Example',
  nationality: 'DE',
  bank: 'Example Bank',
  number: 'DE36000000000000000000',
  address: 'Example Street 1',
})
const firstPayoutAccount: Round = async (room) => {
  const userId = await room.user()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-race-'))
  try {
    const vault = await openVault(folder)
    const starts = times(4, (i) =>
      once(() => {
        const command = { userId, key: `payout-${i}-of-the-race`, bodyHash: BODY, form: FORM }
        return savePayoutAccount({ ...house(room.gated).parts, vault }, command)
      }),
    )
    return exactlyOne(await room.race(starts), 'payout_account_set')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const CASHIER_RACES = {
  depositTwice,
  withdrawTwice,
  withdrawalOrOrder,
  approveOrCancel,
  reviewOrCancel,
  approveOrReject,
  firstPayoutAccount,
}
