/** Commands of a ledger sequence: each acts on the areas, says what the model expects, and compares both. */
import fc from 'fast-check'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { formatAmount } from '#rules/amounts.ts'
import { Rejected } from '#server/platform/errors.ts'
import { FAKE_TERMS_ID } from '#support/fake-market.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import {
  CASHIER_COMMANDS,
  documentIn,
  moving,
  opening,
  waitingOf,
} from '#support/ledger-cashier-steps.ts'
import { actsOn, applyMove, applyOpen } from '#support/ledger-documents.ts'
import { EURUSD, type House, same } from '#support/ledger-house.ts'
import type { LedgerModel, ModelIntent, ModelUser } from '#support/ledger-model.ts'
import { addUser } from '#support/ledger-room.ts'
import { type Step, step } from '#support/ledger-step.ts'
import type { Planned } from '#support/records.ts'
import { pause } from '#support/until.ts'

const BODY = Buffer.from('practice')

const codeOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.code
  throw error
}
export const register = (): Step =>
  step(
    'register',
    async (model, house) => {
      const { db, owner } = house.room
      const userId = await addUser(db)
      await addVerified(owner, userId)
      await addPayoutAccount(owner, userId)
      house.users.push(userId)
      model.register()
    },
    ({ users }) => users.length < 4,
  )

function practise(house: House, userId: bigint, key: string): Promise<string> {
  return house.cashier.takePractice({ userId, key, bodyHash: BODY })
}
export const takePractice = (who: number): Step =>
  step(`practice(${who})`, async (model, house) => {
    const user = model.user(who)
    const userId = house.userId(who)
    const key = house.newKey()
    const must = model.practiceAnswer(user)
    const json = await practise(house, userId, key).catch(codeOf)
    same('practice', json.startsWith('{') ? 'ok' : json, must)
    if (must !== 'ok') return
    model.applyPractice(user)
    house.answers.set(key, { json, again: () => practise(house, userId, key) })
  })

function placing(house: House, userId: bigint, intent: ModelIntent, key: string): Promise<string> {
  const body = placeOrder.body.parse({
    symbol: 'EURUSD',
    termsId: FAKE_TERMS_ID,
    direction: intent.direction,
    durationMs: intent.durationMs,
    stake: formatAmount(intent.stake),
  })
  const bodyHash = Buffer.from(`${intent.direction} ${intent.stake} ${intent.durationMs}`)
  return house.trading.place({ userId, key, bodyHash, body })
}
function answerFor(model: LedgerModel, house: House, user: ModelUser, intent: ModelIntent): string {
  const { market, clock } = house.room
  const age = clock.now() - (market.lastTick(EURUSD)?.timeMs ?? 0)
  return model.placeAnswer(user, intent, age)
}
const place = (who: number, intent: ModelIntent): Step =>
  step(
    `place(${who}, ${intent.direction} ${intent.stake} ${intent.durationMs})`,
    async (model, house) => {
      const user = model.user(who)
      const userId = house.userId(who)
      const key = house.newKey()
      const must = answerFor(model, house, user, intent)
      const at = house.room.clock.now()
      const json = await placing(house, userId, intent, key).catch(codeOf)
      same('place', json.startsWith('{') ? 'ok' : json, must)
      house.count(`place ${must}`)
      if (must !== 'ok') return
      model.applyPlace(user, intent, key, at)
      house.answers.set(key, { json, again: () => placing(house, userId, intent, key) })
    },
  )

const replay = (which: number): Step =>
  step(`replay(${which})`, async (_, house) => {
    const all = [...house.answers.values()]
    const answer = all[which % Math.max(1, all.length)]
    if (answer !== undefined) same('replay', await answer.again(), answer.json)
  })

/** A record that is no tick comes after so long a silence, as an outage does. */
const SILENCE_MS = 4_500
/** Time passes with a tick each second and the given record at the end. */
export const pass = (ms: number, kind: Planned['kind'], price: number): Step =>
  step(`pass(${ms} ${kind} ${price})`, async (_, house) => {
    const { clock } = house.room
    const planned: Planned[] = []
    for (let left = ms; left > 1_000; left -= 1_000) {
      await clock.advance(1_000)
      if (kind !== 'tick' && left <= SILENCE_MS) continue
      planned.push({ kind: 'tick', at: clock.now(), price: price + (planned.length % 3) })
    }
    await clock.advance(((ms - 1) % 1_000) + 1)
    const at = clock.now()
    await house.push(...planned, kind === 'tick' ? { kind, at, price } : { kind, at })
  })

/** Everything is under way at once when every connection dies; keys and statuses tell what became of it. */
const crash = (who: number, intent: ModelIntent, afterMs: number): Step =>
  step(`crash(${who}, ${intent.stake}, after ${afterMs})`, async (model, house) => {
    const user = model.user(who)
    const userId = house.userId(who)
    const at = house.room.clock.now()
    const keys = { practice: house.newKey(), order: house.newKey(), withdrawal: house.newKey() }
    const withdrawing = {
      kind: 'withdrawal' as const,
      userId,
      amount: 2_500n,
      key: keys.withdrawal,
    }
    const [waiting] = waitingOf(model)
    const [act] = waiting === undefined ? [] : actsOn(waiting)
    const unknown = (error: unknown): string => (error instanceof Rejected ? error.code : 'unknown')
    const runs = [
      practise(house, userId, keys.practice).catch(unknown),
      placing(house, userId, intent, keys.order).catch(unknown),
      opening(house, withdrawing).catch(unknown),
    ]
    const moved =
      waiting === undefined || act === undefined ? null : moving(house, waiting, act).catch(unknown)
    await pause(afterMs)
    await house.killConnections()
    const saw = await Promise.all(runs)
    await moved
    const rows = await house.room.owner.query<{ key: string; response: string }>(
      'select key, response from idempotency where user_id = $1 and key = any ($2)',
      [userId, Object.values(keys)],
    )
    const stored = new Map(rows.map(({ key, response }) => [key, response]))
    const did = (key: string, answer: string | undefined): boolean => {
      const done = stored.has(key)
      if (answer !== 'unknown') same('acknowledged', done, answer?.startsWith('{') ?? false)
      house.count(
        `crash ${answer === 'unknown' ? 'lost answer' : 'answered'}, ${done ? 'done' : 'not done'}`,
      )
      return done
    }
    if (did(keys.practice, saw[0])) model.applyPractice(user)
    if (did(keys.order, saw[1])) model.applyPlace(user, intent, keys.order, at)
    if (waiting !== undefined && act !== undefined && (await house.hasMoved(waiting))) {
      applyMove(waiting, act)
    }
    if (did(keys.withdrawal, saw[2])) {
      const id = documentIn(stored.get(keys.withdrawal) ?? '')
      applyOpen(user, 'withdrawal', { id, amount: withdrawing.amount, at })
    }
    await house.restart()
  })

const restart = (): Step => step('restart', (_, house) => house.restart())

const stake = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 100n, max: 30_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 100_000n, max: 500_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(99n, 100n, 101n, 500_000n, 500_001n) },
)
const intent = fc.record({
  direction: fc.constantFrom('up' as const, 'down' as const),
  stake,
  durationMs: fc.constantFrom(30_000, 60_000),
})
const who = fc.nat(3)
const price = fc.integer({ min: 100, max: 102 })
/** One command, as often as its like matters. */
export const COMMAND = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null).map(register) },
  { weight: 2, arbitrary: who.map(takePractice) },
  { weight: 16, arbitrary: fc.tuple(who, intent).map(([index, it]) => place(index, it)) },
  { weight: 4, arbitrary: fc.nat(40).map(replay) },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 1_500 }), price)
      .map(([ms, at]) => pass(ms, 'tick', at)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 20_000, max: 62_000 }), price)
      .map(([ms, at]) => pass(ms, 'tick', at)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.integer({ min: 500, max: 6_000 }), fc.integer({ min: 25_000, max: 62_000 })),
        fc.constantFrom('heartbeat' as const, 'gap' as const, 'halt' as const),
      )
      .map(([ms, kind]) => pass(ms, kind, 101)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(who, intent, fc.nat(3)).map(([index, it, ms]) => crash(index, it, ms)),
  },
  { weight: 1, arbitrary: fc.constant(null).map(restart) },
  ...CASHIER_COMMANDS,
)
