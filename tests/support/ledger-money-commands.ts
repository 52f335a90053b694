/** Commands of a ledger sequence for orders, deposits and withdrawals: each acts, and compares the answer with the
 * model's. */
import fc from 'fast-check'
import { z } from 'zod'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { formatAmount } from '#rules/amounts.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { FAKE_TERMS_ID } from '#support/fake-market.ts'
import { same } from '#support/ledger-compare.ts'
import { codeOf, EURUSD, type LedgerFixture, type Step, step } from '#support/ledger-fixture.ts'
import {
  ACTS,
  actsOn,
  applyMove,
  applyOpen,
  feeOf,
  isWaiting,
  type Kind,
  type LedgerModel,
  type ModelDocument,
  type ModelIntent,
  type ModelUser,
  moveAnswer,
  openAnswer,
} from '#support/ledger-model.ts'
import { addUser } from '#support/ledger-room.ts'
import { type PlainKind, type Planned, plannedOf } from '#support/records.ts'
import { seated } from '#support/seats.ts'

const PRACTICE_BODY = Buffer.from('practice')

export const register = (): Step =>
  step(
    'register',
    async (model, fixture) => {
      const { db, owner } = fixture.room
      const userId = await addUser(db)
      await addVerified(owner, userId)
      await addPayoutAccount(owner, userId)
      fixture.users.push(userId)
      model.register()
    },
    ({ users }) => users.length < 4,
  )

export function practise(fixture: LedgerFixture, userId: bigint, key: string): Promise<string> {
  return fixture.cashier.takePractice({
    userId,
    operation: 'practice_money',
    key,
    bodyHash: PRACTICE_BODY,
  })
}
export const takePractice = (who: number): Step =>
  step(`practice(${who})`, async (model, fixture) => {
    const user = model.user(who)
    const userId = fixture.userId(who)
    const key = fixture.newKey()
    const now = fixture.room.clock.now()
    const must = model.practiceAnswer(user, now)
    const json = await practise(fixture, userId, key).catch(codeOf)
    same('practice', json.startsWith('{') ? 'ok' : json, must)
    if (must !== 'ok') return
    model.applyPractice(user, now)
    fixture.answers.set(key, { json, again: () => practise(fixture, userId, key) })
  })

export function placing(
  fixture: LedgerFixture,
  userId: bigint,
  intent: ModelIntent,
  key: string,
): Promise<string> {
  const body = placeOrder.body.parse({
    symbol: 'EURUSD',
    termsId: FAKE_TERMS_ID,
    direction: intent.direction,
    durationMs: intent.durationMs,
    stake: formatAmount(intent.stake),
  })
  const bodyHash = Buffer.from(`${intent.direction} ${intent.stake} ${intent.durationMs}`)
  const caller = { userId, guest: false, address: '127.0.0.1', waitedMs: 0 }
  return fixture.trading.place({ userId, operation: 'order', key, bodyHash, body }, caller)
}
function answerFor(
  model: LedgerModel,
  fixture: LedgerFixture,
  user: ModelUser,
  intent: ModelIntent,
): string {
  const { market, clock } = fixture.room
  const age = clock.now() - (market.lastTick(EURUSD)?.timeMs ?? 0)
  // A log that has halted holds no order.
  const isHalted = market.head(EURUSD)?.kind === 'halt'
  return model.placeAnswer(user, intent, isHalted ? Number.POSITIVE_INFINITY : age)
}
export const place = (who: number, intent: ModelIntent): Step =>
  step(
    `place(${who}, ${intent.direction} ${intent.stake} ${intent.durationMs})`,
    async (model, fixture) => {
      const user = model.user(who)
      const userId = fixture.userId(who)
      const key = fixture.newKey()
      const must = answerFor(model, fixture, user, intent)
      const at = fixture.room.clock.now()
      const json = await placing(fixture, userId, intent, key).catch(codeOf)
      same('place', json.startsWith('{') ? 'ok' : json, must)
      fixture.count(`place ${must}`)
      if (must !== 'ok') return
      model.applyPlace(user, intent, key, at)
      fixture.answers.set(key, { json, again: () => placing(fixture, userId, intent, key) })
    },
  )

export const replay = (which: number): Step =>
  step(`replay(${which})`, async (_, fixture) => {
    const all = [...fixture.answers.values()]
    const answer = all[which % Math.max(1, all.length)]
    if (answer !== undefined) same('replay', await answer.again(), answer.json)
  })

/** A record that is no tick comes after so long a silence, as an outage does. */
const SILENCE_MS = 4_500
/** Time passes with a tick each second and the given record at the end. */
export const pass = (ms: number, kind: PlainKind, price: number): Step =>
  step(`pass(${ms} ${kind} ${price})`, async (_, fixture) => {
    const { clock } = fixture.room
    const planned: Planned[] = []
    for (let left = ms; left > 1_000; left -= 1_000) {
      await clock.advance(1_000)
      if (kind !== 'tick' && left <= SILENCE_MS) continue
      planned.push({ kind: 'tick', at: clock.now(), price: price + (planned.length % 3) })
    }
    await clock.advance(((ms - 1) % 1_000) + 1)
    const at = clock.now()
    // What is rejected is a digit too long.
    fixture.push(...planned, plannedOf(kind, at, kind === 'rejected' ? price * 10 : price))
  })

export const restart = (): Step => step('restart', (_, fixture) => fixture.restart())

const CANCEL_BODY = Buffer.from('cancel')
const ACTOR = seated('operator-one')
const made = z.object({ id: z.string() })
const reply = z.union([
  z.object({ deposit: made }).transform((chosen) => chosen.deposit.id),
  z.object({ withdrawal: made }).transform((chosen) => chosen.withdrawal.id),
])
export const documentIn = (json: string): string => reply.parse(JSON.parse(json))

export interface Opening {
  kind: Kind
  userId: bigint
  amount: bigint
  key: string
}
export function opening(
  fixture: LedgerFixture,
  { kind, userId, amount, key }: Opening,
): Promise<string> {
  const bodyHash = Buffer.from(`${kind} ${amount}`)
  const command = { userId, operation: kind, key, bodyHash }
  if (kind === 'deposit') {
    return fixture.deposits.open({ ...command, body: { method: 'wire', amount, proof: null } })
  }
  const body = { amount, fee: feeOf(amount), tradingPassword: 'x', proof: null }
  return fixture.withdrawals.open({ ...command, address: '127.0.0.1', body })
}

const open = (kind: Kind, who: number, amount: bigint): Step =>
  step(`${kind}(${who}, ${amount})`, async (model, fixture) => {
    const user = model.user(who)
    const userId = fixture.userId(who)
    const key = fixture.newKey()
    const at = fixture.room.clock.now()
    const must = openAnswer(user, kind, { amount, at })
    const chosen = { kind, userId, amount, key }
    const json = await opening(fixture, chosen).catch(codeOf)
    same(kind, json.startsWith('{') ? 'ok' : json, must)
    fixture.count(`${kind} ${must}`)
    if (must !== 'ok') return
    applyOpen(user, kind, { id: documentIn(json), amount, at })
    fixture.answers.set(key, { json, again: () => opening(fixture, chosen) })
  })

const REASON = 'amount_unusual'
/** By the user where the act is a cancellation, else by an operator. */
export async function moving(
  fixture: LedgerFixture,
  document: ModelDocument,
  act: string,
): Promise<unknown> {
  const id = BigInt(document.id)
  const deposit = document.kind === 'deposit'
  if (act === 'cancel') {
    const userId = await fixture.ownerOf(document)
    const operation = `${document.kind}_cancel`
    const key = fixture.newKey()
    const command = { userId, operation, key, bodyHash: CANCEL_BODY, id: document.id }
    return deposit ? fixture.deposits.cancel(command) : fixture.withdrawals.cancel(command)
  }
  const reason = act === 'reject' || act === 'bounce' ? REASON : null
  const made = { id, actor: ACTOR, reason } as const
  const steps = z.enum(['review', 'approve', 'reject', 'pay', 'sent', 'bounce'])
  return deposit
    ? fixture.documents.move('deposit', {
        ...made,
        step: steps.extract(['review', 'approve', 'reject']).parse(act),
      })
    : fixture.documents.move('withdrawal', { ...made, step: steps.parse(act) })
}

const allOf = (model: Readonly<LedgerModel>): ModelDocument[] =>
  model.users.flatMap(({ documents }) => documents)
export const waitingOf = (model: Readonly<LedgerModel>): ModelDocument[] =>
  allOf(model).filter(isWaiting)

async function moveOne(
  fixture: LedgerFixture,
  document: ModelDocument,
  act: string,
): Promise<void> {
  const must = moveAnswer(document, act)
  const saw = await moving(fixture, document, act).then(() => 'ok', codeOf)
  same(`${act} ${document.kind} ${document.status}`, saw, must)
  fixture.count(must === 'ok' ? `${document.kind} ${act}` : 'moves refused')
  if (must === 'ok') applyMove(document, act)
}

/** One of the moves that its status allows, of a document that waits. */
const advance = (which: number, branch: number): Step =>
  step(`advance(${which}, ${branch})`, async (model, fixture) => {
    const waiting = waitingOf(model)
    const chosen = waiting[which % Math.max(1, waiting.length)]
    if (chosen === undefined) return
    const acts = actsOn(chosen)
    const act = acts[branch % acts.length]
    if (act !== undefined) await moveOne(fixture, chosen, act)
  })

/** Any act on any document, allowed or not. */
const meddle = (which: number, act: string): Step =>
  step(`meddle(${which}, ${act})`, async (model, fixture) => {
    const all = allOf(model)
    const chosen = all[which % Math.max(1, all.length)]
    const known =
      chosen?.kind === 'withdrawal' || ['review', 'approve', 'reject', 'cancel'].includes(act)
    if (chosen !== undefined && known) await moveOne(fixture, chosen, act)
  })

const who = fc.nat(3)
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 2_000n, max: 60_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 300_000n, max: 5_000_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(999n, 1_000n, 1_999n, 2_000n, 5_000_001n) },
)
export const CASHIER_COMMANDS = [
  {
    weight: 4,
    arbitrary: fc.tuple(who, amount).map(([index, of]) => open('deposit', index, of)),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(who, amount).map(([index, of]) => open('withdrawal', index, of)),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(fc.nat(20), fc.nat(3)).map(([which, branch]) => advance(which, branch)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(40), fc.constantFrom(...ACTS))
      .map(([which, act]) => meddle(which, act)),
  },
]
