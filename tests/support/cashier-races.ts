/** Races of the cashier and of own limits: one document in many copies, two decisions about one, the last place. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payoutForm } from '#contract/payout.ts'
import { methodsFrom } from '#server/cashier/deposit-methods.ts'
import { createDeposits } from '#server/cashier/deposits.ts'
import { createWithdrawals } from '#server/cashier/withdrawals.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { createLimits, type LimitWish } from '#server/limits/limits.ts'
import { savePayoutAccount } from '#server/payout/save.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import { openVault } from '#server/platform/vault.ts'
import { addPayoutAccount, addVerified, depositRaw, withdrawRaw } from '#support/cashier-room.ts'
import { placeRaw } from '#support/ledger-room.ts'
import { documentsOn } from '#support/documents.ts'
import { manualClock } from '#support/manual-clock.ts'
import { ownSession } from '#support/own-session.ts'
import { seated } from '#support/seats.ts'
import {
  copies,
  exactlyOne,
  GOLD,
  once,
  orderOf,
  placing,
  type RaceFixture,
  type Round,
  STAKE,
  T0,
  times,
} from '#support/race-fixture.ts'

const BODY = Buffer.from('one body')
const AMOUNT = 3_000n
const FEE = 200n

/** Accepts every password and factor, which other tests are about. */
export const trusting: StepUp = {
  tradingPassword: async () => undefined,
  mustBring: async () => undefined,
  secondFactor: async () => null,
  withProof: (_attempt, run) => run(async () => ({ events: [], evidence: null, proofId: null })),
  challenge: async () => ({}),
}

/** The cashier of another server on this database. */
export function cashierOn(db: Database) {
  const clock = manualClock(T0)
  const documents = documentsOn({ db, clock })
  const silent = { hub: { deliver: () => undefined }, deskChanges: { changed: () => undefined } }
  const parts = { db, clock, documents, ...silent }
  const method = { id: 'wire', kind: 'bank', currency: null, details: [], qr: null }
  const deposits = createDeposits({ ...parts, methods: methodsFrom([method]) })
  const withdrawals = createWithdrawals({ ...parts, stepUp: trusting })
  const command = (userId: bigint, operation: string, key: string) => ({
    userId,
    operation,
    key,
    bodyHash: BODY,
  })
  return {
    parts,
    deposit: (userId: bigint, key: string) =>
      deposits.open({
        ...command(userId, 'deposit', key),
        body: { method: 'wire', amount: AMOUNT, proof: null },
      }),
    withdraw: (userId: bigint, key: string) =>
      withdrawals.open({
        ...command(userId, 'withdrawal', key),
        address: '127.0.0.1',
        body: { amount: AMOUNT, fee: FEE, tradingPassword: 'x', proof: null },
      }),
    cancelDeposit: (userId: bigint, id: bigint) =>
      deposits.cancel({ ...command(userId, 'deposit_cancel', `cancel-${id}`), id: `${id}` }),
    cancelWithdrawal: (userId: bigint, id: bigint) =>
      withdrawals.cancel({ ...command(userId, 'withdrawal_cancel', `cancel-${id}`), id: `${id}` }),
    reviewDeposit: (id: bigint, actor: Actor) =>
      documents.move('deposit', { id, actor, step: 'review' }),
    decide: (
      kind: 'deposit' | 'withdrawal',
      decision: { id: bigint; actor: Actor; approve: boolean },
    ) =>
      documents.move(
        kind,
        decision.approve
          ? { id: decision.id, actor: decision.actor, step: 'approve' }
          : { id: decision.id, actor: decision.actor, step: 'reject', reason: 'amount_unusual' },
      ),
  }
}

async function customer(
  fixture: RaceFixture,
  cash: bigint,
): Promise<{ userId: bigint; payout: bigint }> {
  const userId = await fixture.user(cash)
  await addVerified(fixture.owner, userId)
  return { userId, payout: await addPayoutAccount(fixture.owner, userId) }
}

/** All copies got the same bytes, and one document was made. */
async function oneMade(
  fixture: RaceFixture,
  race: { table: 'deposits' | 'withdrawals'; userId: bigint; answers: string[] },
): Promise<string | undefined> {
  const [row] = await fixture.db.query<{ n: bigint; held: bigint }>(
    `select (select count(*) from ${race.table} where user_id = $1) as n, balance as held
      from accounts where id = user_account($1, 'withdrawal_hold')`,
    [race.userId],
  )
  const held = race.table === 'withdrawals' ? AMOUNT : 0n
  if (row?.n !== 1n || row.held !== held) return `${row?.n} ${race.table}, ${row?.held} held`
  const answers = new Set(race.answers)
  return answers.size === 1 && race.answers[0]?.startsWith('{') ? undefined : [...answers].join(' ')
}

const depositTwice: Round = async (fixture, n) => {
  const userId = await fixture.user()
  const send = (db: Database) => () => cashierOn(db).deposit(userId, 'one-deposit')
  return oneMade(fixture, { table: 'deposits', userId, answers: await copies(fixture, n, send) })
}

const withdrawTwice: Round = async (fixture, n) => {
  const { userId } = await customer(fixture, 100_000n)
  const send = (db: Database) => () => cashierOn(db).withdraw(userId, 'one-withdrawal')
  return oneMade(fixture, { table: 'withdrawals', userId, answers: await copies(fixture, n, send) })
}

/** Money for one of them: which of the two is chance. */
const withdrawalOrOrder: Round = async (fixture) => {
  const { userId } = await customer(fixture, AMOUNT + AMOUNT / 2n)
  const order = { userId, productId: GOLD, key: 'order-of-the-race-00', stake: AMOUNT, at: T0 }
  const starts = [
    once(() => cashierOn(fixture.gated).withdraw(userId, 'withdrawal-of-the-race')),
    once(() => fixture.gated.transaction((tx) => placeRaw(tx, order))),
    once(() => cashierOn(fixture.gated).withdraw(userId, 'another-of-the-race')),
  ]
  return exactlyOne(await fixture.race(starts), 'available_too_low')
}

const approveOrCancel: Round = async (fixture) => {
  const { userId, payout } = await customer(fixture, 100_000n)
  const steps = ['review']
  const id = await withdrawRaw(fixture.db, { userId, amount: AMOUNT, fee: FEE, payout, steps })
  const starts = [
    once(() =>
      cashierOn(fixture.gated).decide('withdrawal', {
        id,
        actor: seated('operator-one'),
        approve: true,
      }),
    ),
    once(() => cashierOn(fixture.gated).cancelWithdrawal(userId, id)),
  ]
  return exactlyOne(await fixture.race(starts), 'document_moved_on')
}

const reviewOrCancel: Round = async (fixture) => {
  const userId = await fixture.user()
  const id = await depositRaw(fixture.db, { userId, amount: AMOUNT })
  const starts = [
    once(() => cashierOn(fixture.gated).reviewDeposit(id, seated('operator-one'))),
    once(() => cashierOn(fixture.gated).cancelDeposit(userId, id)),
  ]
  return exactlyOne(await fixture.race(starts), 'document_moved_on')
}

/** Two operators and the practice reviewer about one document; deposits and withdrawals in turn. */
const approveOrReject: Round = async (fixture, n) => {
  const { userId, payout } = await customer(fixture, 100_000n)
  const steps = ['review']
  const deposit = n % 2 === 0
  const id = deposit
    ? await depositRaw(fixture.db, { userId, amount: AMOUNT, steps })
    : await withdrawRaw(fixture.db, { userId, amount: AMOUNT, fee: FEE, payout, steps })
  const decide = (actor: Actor, approve: boolean) =>
    once(() =>
      cashierOn(fixture.gated).decide(deposit ? 'deposit' : 'withdrawal', { id, actor, approve }),
    )
  const starts = [
    decide(seated('operator-one'), true),
    decide(seated('operator-two'), false),
    decide({ name: 'practice-reviewer', secret: null }, true),
  ]
  return exactlyOne(await fixture.race(starts), 'document_moved_on')
}

const FORM = payoutForm.parse({
  kind: 'bank_card',
  holder: 'Jane Example',
  nationality: 'DE',
  bank: 'Example Bank',
  number: 'DE36000000000000000000',
  address: 'Example Street 1',
})
const firstPayoutAccount: Round = async (fixture) => {
  const userId = await fixture.user()
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-race-'))
  try {
    const vault = await openVault(folder)
    const { secret } = await ownSession(fixture.owner, userId)
    const starts = times(4, (i) =>
      once(() => {
        const asked = { form: FORM, tradingPassword: 'x', secret, address: '127.0.0.1' }
        const key = `payout-${i}-of-the-race`
        const command = { userId, operation: 'payout_account', key, bodyHash: BODY, ...asked }
        return savePayoutAccount(
          { ...cashierOn(fixture.gated).parts, vault, stepUp: trusting },
          command,
        )
      }),
    )
    return exactlyOne(await fixture.race(starts), 'payout_account_set')
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

const limitsOn = (db: Database) =>
  createLimits({ db, clock: manualClock(T0), hub: { deliver: () => undefined } })

async function limited(fixture: RaceFixture, wish: LimitWish): Promise<bigint> {
  const userId = await fixture.user(100_000n)
  await limitsOn(fixture.db).set(await ownSession(fixture.owner, userId), wish)
  return userId
}
/** Two positions of three are taken. */
const lastOwnPosition: Round = async (fixture) => {
  const userId = await limited(fixture, { kind: 'open_positions', value: 3 })
  for (const i of [0, 1]) await placeRaw(fixture.db, orderOf(userId, `before-${i}`))
  const starts = times(2, (i) => placing(fixture.gated, orderOf(userId, `intent-${i}`)))
  return exactlyOne(await fixture.race(starts), 'own_positions_limit')
}

/** What is open leaves one stake and a half. */
const lastOwnLoss: Round = async (fixture) => {
  const userId = await limited(fixture, { kind: 'daily_loss', value: 3n * STAKE + STAKE / 2n })
  for (const i of [0, 1]) await placeRaw(fixture.db, orderOf(userId, `before-${i}`))
  const starts = times(2, (i) => placing(fixture.gated, orderOf(userId, `intent-${i}`)))
  return exactlyOne(await fixture.race(starts), 'own_loss_limit')
}

const lastOwnDeposit: Round = async (fixture) => {
  const userId = await limited(fixture, { kind: 'daily_deposit', value: 2n * AMOUNT + 1n })
  await cashierOn(fixture.db).deposit(userId, 'deposit-before-the-race')
  const starts = times(2, (i) =>
    once(() => cashierOn(fixture.gated).deposit(userId, `deposit-${i}`)),
  )
  return exactlyOne(await fixture.race(starts), 'own_deposit_limit')
}

/** Whichever comes first: an order after the change is refused, and nothing deadlocks. */
const limitOrOrder: Round = async (fixture, n) => {
  const userId = await fixture.user(100_000n)
  const own = await ownSession(fixture.owner, userId)
  const byBreak = n % 2 === 0
  const tighten = once(() =>
    byBreak
      ? limitsOn(fixture.gated).pause(own, 'hours_24')
      : limitsOn(fixture.gated).set(own, { kind: 'stake', value: STAKE - 1n }),
  )
  const refusal = byBreak ? 'trading_paused' : 'own_stake_limit'
  const [set, placed] = await fixture.race([
    tighten,
    placing(fixture.gated, orderOf(userId, 'intent')),
  ])
  const later = await fixture.race([placing(fixture.gated, orderOf(userId, 'later'))])
  const orderFits = placed === refusal || typeof placed === 'bigint'
  return set === 1n && orderFits && later[0] === refusal
    ? undefined
    : `${set} ${placed} ${later[0]}`
}

export const LIMIT_RACES = { lastOwnPosition, lastOwnLoss, lastOwnDeposit, limitOrOrder }
