/** Everything is under way at once when every connection dies; keys and statuses tell what became of it. */
import { Rejected } from '#server/platform/errors.ts'
import { documentIn, moving, opening, waitingOf } from '#support/ledger-cashier-steps.ts'
import { actsOn, applyMove, applyOpen } from '#support/ledger-documents.ts'
import { foundBy, fundIdIn, keep, redeeming, transferring } from '#support/ledger-fund-acts.ts'
import {
  applyTransfer,
  applyWithdrawal,
  counting,
  dayAt,
  type Opened,
} from '#support/ledger-fund.ts'
import { type House, same } from '#support/ledger-house.ts'
import type { LedgerModel, ModelIntent, ModelUser } from '#support/ledger-model.ts'
import { fundStep, type Step } from '#support/ledger-step.ts'
import { placing, practise } from '#support/ledger-steps.ts'
import { pause } from '#support/until.ts'

const WITHDRAWN = 2_500n
const TRANSFERRED = 1_700n
const REDEEMED = 900n

const unknown = (error: unknown): string => (error instanceof Rejected ? error.code : 'unknown')

/** What was under way, and what it did to the model's user if it was done. */
interface Attempt {
  key: string
  run: Promise<string>
  apply(json: string): void
}

function attemptsOf(
  {
    model,
    house,
    user,
    userId,
  }: { model: LedgerModel; house: House; user: ModelUser; userId: bigint },
  intent: ModelIntent,
): Attempt[] {
  const at = house.room.clock.now()
  const inFund = (json: string, apply: (found: Opened, id: string) => void): void => {
    const found = foundBy(model, user, at)
    apply(found, fundIdIn(json))
    keep(house, user, found)
  }
  const attempt = (
    run: (key: string) => Promise<string>,
    apply: (json: string, key: string) => void,
  ) => {
    const key = house.newKey()
    return { key, run: run(key).catch(unknown), apply: (json: string) => apply(json, key) }
  }
  const speed = 'instant' as const
  return [
    attempt(
      (key) => practise(house, userId, key),
      () => model.applyPractice(user),
    ),
    attempt(
      (key) => placing(house, userId, intent, key),
      (_, key) => model.applyPlace(user, intent, key, at),
    ),
    attempt(
      (key) => opening(house, { kind: 'withdrawal', userId, amount: WITHDRAWN, key }),
      (json) => applyOpen(user, 'withdrawal', { id: documentIn(json), amount: WITHDRAWN, at }),
    ),
    attempt(
      (key) =>
        transferring(house, { userId, key, amount: TRANSFERRED, shown: counting(at).settles }),
      (json) => inFund(json, (found, id) => applyTransfer(found, { id, amount: TRANSFERRED, at })),
    ),
    attempt(
      (key) =>
        redeeming(house, {
          userId,
          key,
          amount: REDEEMED,
          shown: dayAt(at),
          speed,
          password: false,
        }),
      (json) =>
        inFund(json, (found, id) => applyWithdrawal(found, { id, amount: REDEEMED, at, speed })),
    ),
  ]
}

export const crash = (who: number, intent: ModelIntent, afterMs: number): Step =>
  fundStep(`crash(${who}, ${intent.stake}, after ${afterMs})`, async (model, house) => {
    const user = model.user(who)
    const userId = house.userId(who)
    const [waiting] = waitingOf(model)
    const [act] = waiting === undefined ? [] : actsOn(waiting)
    const attempts = attemptsOf({ model, house, user, userId }, intent)
    const moved =
      waiting === undefined || act === undefined ? null : moving(house, waiting, act).catch(unknown)
    await pause(afterMs)
    await house.killConnections()
    const saw = await Promise.all(attempts.map(({ run }) => run))
    await moved
    const rows = await house.room.owner.query<{ key: string; response: string }>(
      'select key, response from idempotency where user_id = $1 and key = any ($2)',
      [userId, attempts.map(({ key }) => key)],
    )
    const stored = new Map(rows.map(({ key, response }) => [key, response]))
    for (const [i, { key, apply }] of attempts.entries()) {
      const json = stored.get(key)
      const done = json === undefined ? 'not done' : 'done'
      const lost = saw[i] === 'unknown'
      if (!lost) same('acknowledged', json !== undefined, saw[i]?.startsWith('{') ?? false)
      house.count(`crash ${lost ? 'lost answer' : 'answered'}, ${done}`)
      if (json !== undefined) apply(json)
    }
    if (waiting !== undefined && act !== undefined && (await house.hasMoved(waiting))) {
      applyMove(waiting, act)
    }
    await house.restart()
  })
