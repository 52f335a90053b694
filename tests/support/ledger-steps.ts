/** Commands of a ledger sequence: each acts on the areas, says what the model expects, and compares both. */
import { placeOrder } from '#contract/endpoints/trading.ts'
import { formatAmount } from '#rules/amounts.ts'
import { Rejected } from '#server/platform/errors.ts'
import { FAKE_TERMS_ID } from '#support/fake-market.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { EURUSD, type House, same } from '#support/ledger-house.ts'
import type { LedgerModel, ModelIntent, ModelUser } from '#support/ledger-model.ts'
import { addUser } from '#support/ledger-room.ts'
import { type Step, step } from '#support/ledger-step.ts'
import { type Planned, plannedOf } from '#support/records.ts'

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

export function practise(house: House, userId: bigint, key: string): Promise<string> {
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

export function placing(
  house: House,
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
  return house.trading.place({ userId, key, bodyHash, body })
}
function answerFor(model: LedgerModel, house: House, user: ModelUser, intent: ModelIntent): string {
  const { market, clock } = house.room
  const age = clock.now() - (market.lastTick(EURUSD)?.timeMs ?? 0)
  return model.placeAnswer(user, intent, age)
}
export const place = (who: number, intent: ModelIntent): Step =>
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

export const replay = (which: number): Step =>
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
    // What is put aside is a digit too long.
    await house.push(...planned, plannedOf(kind, at, kind === 'rejected' ? price * 10 : price))
  })

export const restart = (): Step => step('restart', (_, house) => house.restart())
