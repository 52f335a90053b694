/** What one operator, or two who collude, can try at the desk and by SQL, and what must become of it. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import type { Expected, InsiderAct } from '#support/insider-acts.ts'
import {
  changePayout,
  customer,
  decide,
  deskOf,
  type InsiderDesk,
  largeDeposit,
  must,
  openPhoto,
  passkeyLogIn,
  secretOf,
  seenPhoto,
  withdraw,
} from '#support/insider-desk.ts'
import type { InsiderScene } from '#support/insider-scene.ts'
import { operatorLogIn } from '#support/desk.ts'
import { playTime } from '#support/manual-clock.ts'

type Act = (desk: InsiderDesk) => Promise<unknown>
interface DeskAct {
  what: string
  expected: Expected
  attempt: Act
  twin: Act
}

const byOperators = (who: InsiderAct['who'], rows: readonly DeskAct[]): InsiderAct[] =>
  rows.map(({ what, expected, attempt, twin }) => ({
    who,
    what,
    expected,
    attempt: async (scene: InsiderScene) => attempt(await deskOf(scene)),
    twin: async (scene: InsiderScene) => twin(await deskOf(scene)),
  }))

const IDLE_MS = 15 * 60_000
/** Until the next checkpoint is written. */
const CHECKPOINT_MS = 65_000
/** What the database answers for a refusal, and for a moment that is over. */
const REFUSED = { prevented: 'FT409' }
const NOT_NOW = { prevented: 'FT503' }
const NOT_GRANTED = { prevented: '42501' }

const review: Act = ({ anna, ids }) =>
  anna.post(`/api/desk/deposits/${ids.deposit}/review`).then(must)
const rate = (from: string) => ({ from, dailyRate: 50, why: 'a calm month' })
/** The review of a deposit by SQL: at another moment, under another name or with another secret. */
const reviewBySql = (
  { sql, ids, clock, anna }: InsiderDesk,
  { back = 0, name = 'anna', secret = secretOf(anna) } = {},
): Promise<unknown> =>
  sql('select move_deposit($1, $2, $3, $4, null, $5)', [
    ids.deposit,
    'review',
    name,
    secret,
    clock.now() - back,
  ])

const ALONE: readonly DeskAct[] = [
  {
    what: 'approves a deposit above the amount for two, twice',
    expected: { prevented: 'same_operator' },
    attempt: async (desk) => {
      const id = await largeDeposit(desk, ['6000.00'])
      must(await decide(desk.anna, id))
      must(await decide(desk.anna, id))
    },
    twin: async (desk) => {
      const id = await largeDeposit(desk, ['6000.00'])
      must(await decide(desk.anna, id))
      must(await decide(desk.berta, id))
    },
  },
  {
    what: 'splits a deposit above the amount for two',
    expected: { prevented: 'same_operator' },
    attempt: async (desk) => {
      const id = await largeDeposit(desk, ['3000.00', '3000.00'])
      must(await decide(desk.anna, id))
      must(await decide(desk.anna, id))
    },
    twin: async (desk) =>
      must(await decide(desk.anna, await largeDeposit(desk, ['2000.00', '3000.00']))),
  },
  {
    what: 'approves a deposit again',
    expected: { prevented: 'document_moved_on' },
    attempt: async (desk) => {
      await review(desk)
      must(await decide(desk.anna, `${desk.ids.deposit}`))
      must(await decide(desk.anna, `${desk.ids.deposit}`))
    },
    twin: async (desk) => {
      await review(desk)
      must(await decide(desk.anna, `${desk.ids.deposit}`))
    },
  },
  {
    what: 'decides with a session that has ended',
    expected: REFUSED,
    attempt: async (desk) => {
      const secret = secretOf(desk.anna)
      await desk.anna.ask('DELETE', '/api/desk/session')
      await reviewBySql(desk, { secret })
    },
    twin: (desk) => reviewBySql(desk),
  },
  {
    what: 'decides with a session that was left alone',
    // For anyone without a live session the desk does not exist.
    expected: { prevented: 'not_found' },
    attempt: async (desk) => {
      desk.clock.jump(IDLE_MS)
      await review(desk)
    },
    twin: async (desk) => {
      desk.clock.jump(IDLE_MS - 60_000)
      await review(desk)
    },
  },
  {
    what: 'confirms an own proposal in a second session',
    expected: { prevented: 'same_operator' },
    attempt: async (desk) => {
      const id = await largeDeposit(desk, ['6000.00'])
      must(await decide(desk.anna, id))
      const again = desk.server.visitor()
      must(await again.post('/api/desk/session', operatorLogIn(desk.server, 'anna')))
      must(await decide(again, id))
    },
    twin: async (desk) => must(await decide(desk.berta, await largeDeposit(desk, ['4000.00']))),
  },
  {
    what: 'logs in with a code that was used',
    expected: { prevented: 'login_failed' },
    attempt: async ({ server }) => {
      const body = operatorLogIn(server, 'anna')
      for (const visitor of [server.visitor(), server.visitor()]) {
        must(await visitor.post('/api/desk/session', body))
      }
    },
    twin: async ({ server }) =>
      must(await server.visitor().post('/api/desk/session', operatorLogIn(server, 'anna'))),
  },
  {
    what: 'logs in with the answer of a passkey that was used',
    expected: { prevented: 'login_failed' },
    attempt: (desk) => passkeyLogIn(desk, 2),
    twin: (desk) => passkeyLogIn(desk, 1),
  },
  {
    what: 'changes where a customer is paid, alone',
    expected: { prevented: 'same_operator' },
    attempt: async (desk) => changePayout(desk, await customer(desk), desk.anna),
    twin: async (desk) => changePayout(desk, await customer(desk), desk.berta),
  },
  {
    what: 'dates an act back',
    expected: NOT_NOW,
    attempt: (desk) => reviewBySql(desk, { back: HOUR_MS }),
    twin: (desk) => {
      desk.clock.jump(2_000)
      return reviewBySql(desk, { back: 1_000 })
    },
  },
  {
    what: 'deletes an act from the log',
    expected: NOT_GRANTED,
    attempt: ({ sql }) => sql('delete from operator_log'),
    twin: ({ anna }) => anna.get('/api/desk/log').then(must),
  },
  {
    what: 'releases a hold without a reason',
    expected: { prevented: 'validation_failed' },
    attempt: async ({ anna, ids }) => {
      const path = `/api/desk/withdrawals/${ids.withdrawal}/step`
      must(await anna.post(path, { step: 'review' }))
      must(await anna.post(path, { step: 'reject' }))
    },
    twin: async ({ anna, ids }) => {
      const path = `/api/desk/withdrawals/${ids.withdrawal}/step`
      must(await anna.post(path, { step: 'review' }))
      must(await anna.post(path, { step: 'reject', reason: 'customer_request' }))
    },
  },
  {
    what: 'gives a customer practice money twice',
    expected: REFUSED,
    attempt: ({ sql, ids, clock }) =>
      sql('select take_practice_money($1, $2)', [ids.user, clock.now()]),
    twin: ({ sql, ids }) => sql('select balance from accounts where user_id = $1', [ids.user]),
  },
  {
    what: 'gives a customer the practice money of yesterday',
    expected: NOT_NOW,
    attempt: ({ sql, ids, clock }) =>
      sql('select take_practice_money($1, $2)', [ids.user, clock.now() - DAY_MS]),
    twin: ({ sql, ids }) => sql('select balance from accounts where user_id = $1', [ids.user]),
  },
  {
    what: 'gives a customer the practice money of tomorrow',
    expected: { detected: 'practice_day' },
    attempt: async ({ sql, ids, clock }) => {
      await sql('select take_practice_money($1, $2)', [ids.user, clock.now() + DAY_MS])
      await playTime(clock, CHECKPOINT_MS)
    },
    twin: ({ clock }) => playTime(clock, CHECKPOINT_MS),
  },
  {
    what: 'publishes an own rate of the fund',
    expected: { prevented: 'same_operator' },
    attempt: async ({ anna, clock }) => {
      const made = must(
        await anna.post('/api/desk/fund-rates', rate(addDays(dayOf(clock.now()), 30))),
      )
      const path = `/api/desk/fund-rates/${(made.body as { id: string }).id}/decision`
      must(await anna.post(path, { decision: 'approve' }))
    },
    twin: async ({ anna, berta, clock }) => {
      const made = must(
        await anna.post('/api/desk/fund-rates', rate(addDays(dayOf(clock.now()), 30))),
      )
      const path = `/api/desk/fund-rates/${(made.body as { id: string }).id}/decision`
      must(await berta.post(path, { decision: 'approve' }))
    },
  },
  {
    what: 'looks at a photo after its decision',
    expected: { prevented: 'photo_reason_required' },
    attempt: async (desk) => must(await seenPhoto(desk, await openPhoto(desk))),
    twin: async (desk) => {
      const photo = await openPhoto(desk)
      must(await desk.anna.post(`/api/desk/photos/${photo}/opening`, { why: 'the customer asked' }))
      must(await seenPhoto(desk, photo))
    },
  },
  {
    what: 'acts under the name of another, by SQL',
    expected: REFUSED,
    attempt: (desk) => reviewBySql(desk, { name: 'berta' }),
    twin: (desk) => reviewBySql(desk, { name: 'berta', secret: secretOf(desk.berta) }),
  },
  {
    what: 'acts with what the database stores of another session, by SQL',
    expected: REFUSED,
    attempt: async (desk) => {
      const hashes = await desk.sql(
        "select encode(secret_hash, 'hex') as secret from operator_sessions order by id desc limit 1",
      )
      await reviewBySql(desk, { name: 'berta', ...hashes[0] })
    },
    twin: (desk) => reviewBySql(desk),
  },
  {
    what: 'opens a session for another with an invented code, by SQL',
    expected: { detected: 'act_proof' },
    attempt: async ({ sql, clock }) => {
      // The step of her own log-in may be used.
      const at = clock.now() + 60_000
      const proof = { kind: 'totp', code: '000000', step: Math.floor(at / 30_000) + 1 }
      await sql(
        `select open_desk_session(id, sha256('invented'), $1::bigint, $1 + 3600000, $2)
          from operators where name = 'berta'`,
        [at, JSON.stringify(proof)],
      )
    },
    twin: async ({ server }) =>
      must(await server.visitor().post('/api/desk/session', operatorLogIn(server, 'berta'))),
  },
  {
    what: 'opens a session for another with an invented answer of a passkey, by SQL',
    expected: { detected: 'act_proof' },
    attempt: async (desk) => {
      await passkeyLogIn(desk, 1)
      await desk.sql(
        `select open_desk_session(operator_id, sha256('invented'), $1::bigint, $1 + 3600000,
            jsonb_build_object('kind', 'passkey', 'keyId', id, 'publicKey', encode(public_key, 'hex'),
              'counter', counter::text, 'newCounter', counter + 1, 'origin', origin,
              'challenge', 'invented', 'answer', '{}'::jsonb))
          from operator_passkeys`,
        [desk.clock.now()],
      )
    },
    twin: (desk) => passkeyLogIn(desk, 1),
  },
]

const TOGETHER: readonly DeskAct[] = [
  {
    what: 'change where a customer is paid, and let it be paid at once',
    expected: { prevented: 'withdrawals_on_hold' },
    attempt: async (desk) => {
      const user = await customer(desk)
      await changePayout(desk, user, desk.berta)
      must(await withdraw(user))
    },
    twin: async (desk) => must(await withdraw(await customer(desk))),
  },
  {
    what: 'set a rate of the fund for a day that has begun',
    expected: { prevented: 'rate_too_late' },
    attempt: async ({ anna, clock }) =>
      must(await anna.post('/api/desk/fund-rates', rate(dayOf(clock.now())))),
    twin: async ({ anna, clock }) =>
      must(await anna.post('/api/desk/fund-rates', rate(addDays(dayOf(clock.now()), 30)))),
  },
  {
    what: 'lift what is not wrong, or pay more than the rule gives',
    expected: { prevented: 'not_found' },
    attempt: async ({ anna }) =>
      must(await anna.post('/api/desk/frozen/1/step', { step: 'compensate' })),
    twin: async ({ anna }) => must(await anna.get('/api/desk/frozen')),
  },
]

export const OPERATOR_ACTS: readonly InsiderAct[] = [
  ...byOperators('one operator', ALONE),
  ...byOperators('two operators', TOGETHER),
]
