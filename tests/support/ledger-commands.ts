/** All commands of a ledger sequence and how often each comes, and the crash of every connection while all are busy. */
import fc from 'fast-check'
import { Rejected } from '#server/platform/errors.ts'
import { same } from '#support/ledger-compare.ts'
import { fundStep, type LedgerFixture, type Step } from '#support/ledger-fixture.ts'
import { foundBy, fundIdIn, keep, redeeming, transferring } from '#support/ledger-fund-acts.ts'
import { FUND_COMMANDS, RATE_COMMANDS } from '#support/ledger-fund-commands.ts'
import {
  applyTransfer,
  applyWithdrawal,
  counting,
  dayAt,
  type Opened,
} from '#support/ledger-fund.ts'
import {
  actsOn,
  applyMove,
  applyOpen,
  type LedgerModel,
  type ModelIntent,
  type ModelUser,
} from '#support/ledger-model.ts'
import {
  CASHIER_COMMANDS,
  documentIn,
  moving,
  opening,
  pass,
  place,
  placing,
  practise,
  register,
  replay,
  restart,
  takePractice,
  waitingOf,
} from '#support/ledger-money-commands.ts'
import type { PlainKind } from '#support/records.ts'
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
    fixture,
    user,
    userId,
  }: { model: LedgerModel; fixture: LedgerFixture; user: ModelUser; userId: bigint },
  intent: ModelIntent,
): Attempt[] {
  const at = fixture.room.clock.now()
  const inFund = (json: string, apply: (found: Opened, id: string) => void): void => {
    const found = foundBy(model, user, at)
    apply(found, fundIdIn(json))
    keep(fixture, user, found)
  }
  const attempt = (
    run: (key: string) => Promise<string>,
    apply: (json: string, key: string) => void,
  ) => {
    const key = fixture.newKey()
    return { key, run: run(key).catch(unknown), apply: (json: string) => apply(json, key) }
  }
  const speed = 'instant' as const
  return [
    attempt(
      (key) => practise(fixture, userId, key),
      () => model.applyPractice(user, at),
    ),
    attempt(
      (key) => placing(fixture, userId, intent, key),
      (_, key) => model.applyPlace(user, intent, key, at),
    ),
    attempt(
      (key) => opening(fixture, { kind: 'withdrawal', userId, amount: WITHDRAWN, key }),
      (json) => applyOpen(user, 'withdrawal', { id: documentIn(json), amount: WITHDRAWN, at }),
    ),
    attempt(
      (key) =>
        transferring(fixture, { userId, key, amount: TRANSFERRED, shown: counting(at).settles }),
      (json) => inFund(json, (found, id) => applyTransfer(found, { id, amount: TRANSFERRED, at })),
    ),
    attempt(
      (key) =>
        redeeming(fixture, {
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

const crash = (who: number, intent: ModelIntent, afterMs: number): Step =>
  fundStep(`crash(${who}, ${intent.stake}, after ${afterMs})`, async (model, fixture) => {
    const user = model.user(who)
    const userId = fixture.userId(who)
    const [waiting] = waitingOf(model)
    const [act] = waiting === undefined ? [] : actsOn(waiting)
    const attempts = attemptsOf({ model, fixture, user, userId }, intent)
    const moved =
      waiting === undefined || act === undefined
        ? null
        : moving(fixture, waiting, act).catch(unknown)
    await pause(afterMs)
    await fixture.killConnections()
    const saw = await Promise.all(attempts.map(({ run }) => run))
    await moved
    const rows = await fixture.room.owner.query<{ key: string; response: string }>(
      'select key, response from idempotency where user_id = $1 and key = any ($2)',
      [userId, attempts.map(({ key }) => key)],
    )
    const stored = new Map(rows.map(({ key, response }) => [key, response]))
    for (const [i, { key, apply }] of attempts.entries()) {
      const json = stored.get(key)
      const done = json === undefined ? 'not done' : 'done'
      const lost = saw[i] === 'unknown'
      if (!lost) same('acknowledged', json !== undefined, saw[i]?.startsWith('{') ?? false)
      fixture.count(`crash ${lost ? 'lost answer' : 'answered'}, ${done}`)
      if (json !== undefined) apply(json)
    }
    if (waiting !== undefined && act !== undefined && (await fixture.hasMoved(waiting))) {
      applyMove(waiting, act)
    }
    await fixture.restart()
  })

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
const COMMANDS = [
  { weight: 2, arbitrary: who.map(takePractice) },
  { weight: 16, arbitrary: fc.tuple(who, intent).map(([index, wish]) => place(index, wish)) },
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
        fc.constantFrom<PlainKind>('heartbeat', 'rejected', 'gap', 'halt'),
      )
      .map(([ms, kind]) => pass(ms, kind, 101)),
  },
]
const EVERYWHERE = [
  { weight: 1, arbitrary: fc.constant(null).map(register) },
  { weight: 4, arbitrary: fc.nat(40).map(replay) },
  {
    weight: 1,
    arbitrary: fc.tuple(who, intent, fc.nat(3)).map(([index, wish, ms]) => crash(index, wish, ms)),
  },
  { weight: 1, arbitrary: fc.constant(null).map(restart) },
]

/** One command of a sequence about positions, deposits and withdrawals, as often as its like matters. */
export const COMMAND = fc.oneof(...EVERYWHERE, ...COMMANDS, ...CASHIER_COMMANDS, {
  weight: 10,
  arbitrary: fc.oneof(...FUND_COMMANDS),
})
/** One of a sequence that is mostly about the fund. */
export const FUND_COMMAND = fc.oneof(...EVERYWHERE, ...FUND_COMMANDS, ...RATE_COMMANDS, {
  weight: 8,
  arbitrary: fc.oneof(...COMMANDS, ...CASHIER_COMMANDS),
})
