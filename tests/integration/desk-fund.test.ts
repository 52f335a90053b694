import { DAY_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/desk.ts'
import * as sessionRows from '#contract/endpoints/desk-session.ts'
import { listFundRates } from '#contract/endpoints/fund.ts'
import { problem } from '#contract/errors.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { brokenLine, logOf, logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { saidBy, type Answer, type Visitor } from '#support/visitor.ts'

const real = createMarketClock()
let shift = 0
const clock: MarketClock = { ...real, now: () => real.now() + shift }
let its: TestServer
let anna: Visitor
let berta: Visitor
let carla: Visitor
beforeAll(async () => {
  its = await testServer({ clock })
  anna = await logInOperator(its, 'anna')
  berta = await logInOperator(its, 'berta')
  carla = await logInOperator(its, 'carla')
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const refusal = ({ status, body }: Answer) => {
  const { code, params } = problem.parse(body)
  return { status, code, params }
}
const published = async () =>
  (await its.visitor().read(listFundRates.reply, '/api/fund/rates')).rates
/** The first day that is still free; the example curve stands a week ahead. */
const freeDay = async () => addDays((await published())[0]?.from ?? dayOf(clock.now()), 1)
const ask = (visitor: Visitor, from: string, dailyRate: unknown = 45) =>
  visitor.post('/api/desk/fund-rates', { from, dailyRate, why: 'a calmer market' })
async function propose(visitor: Visitor, from: string, dailyRate?: number) {
  return rows.proposeFundRate.reply.parse((await ask(visitor, from, dailyRate)).body)
}
const decide = (visitor: Visitor, id: string, reason?: string) =>
  visitor.post(
    `/api/desk/fund-rates/${id}/decision`,
    reason === undefined ? { decision: 'approve' } : { decision: 'reject', reason },
  )
const listed = (visitor: Visitor, query = '') =>
  visitor.read(rows.deskFundRates.reply, `/api/desk/fund-rates${query}`)
const waiting = async () =>
  (await anna.read(sessionRows.deskMe.reply, '/api/desk/me')).desk.waiting.fund_rates

describe('a rate of the fund', () => {
  it('takes two operators, and is then everybody’s to read under both names', async () => {
    const from = await freeDay()
    const made = await propose(anna, from, 45)
    expect(made).toMatchObject({ from, dailyRate: 45, status: 'proposed', proposedBy: 'anna' })
    expect((await listed(berta)).items.map(({ id }) => id)).toEqual([made.id])
    expect(await waiting()).toBe(1)
    expect(refusal(await decide(anna, made.id))).toMatchObject({
      status: 409,
      code: 'same_operator',
    })
    expect(await freeDay()).toBe(from)
    expect((await decide(berta, made.id)).body).toMatchObject({
      status: 'published',
      decidedBy: 'berta',
    })
    const [rate] = await published()
    expect(rate).toMatchObject({ from, dailyRate: 45, by: ['anna', 'berta'] })
    expect(await waiting()).toBe(0)
    expect(await logOf(its.db, made.id)).toEqual([
      { actor: 'anna', act: 'fund_rate_propose' },
      { actor: 'berta', act: 'fund_rate_approve' },
    ])
  })

  it('is rejected with a reason from the list, which the log keeps, and decided once', async () => {
    const before = await published()
    const { id } = await propose(anna, await freeDay())
    expect((await decide(berta, id, 'because')).status).toBe(400)
    expect((await decide(berta, id, 'rate_mistaken')).body).toMatchObject({ status: 'rejected' })
    for (const late of [await decide(carla, id), await decide(carla, id, 'rate_mistaken')]) {
      expect(refusal(late)).toMatchObject({
        code: 'document_moved_on',
        params: { status: 'rejected' },
      })
    }
    expect(await published()).toEqual(before)
    const lines = await its.db.query(
      'select actor, act, reason, user_id from operator_log where ref = $1 order by seq',
      [id],
    )
    expect(lines).toEqual([
      { actor: 'anna', act: 'fund_rate_propose', reason: '', user_id: null },
      { actor: 'berta', act: 'fund_rate_reject', reason: 'rate_mistaken', user_id: null },
    ])
  })

  it('may be taken back by who proposed it', async () => {
    const { id } = await propose(anna, await freeDay())
    expect((await decide(anna, id, 'rate_mistaken')).body).toMatchObject({
      status: 'rejected',
      proposedBy: 'anna',
      decidedBy: 'anna',
    })
  })

  it('is published once when two operators decide at the same moment', async () => {
    const from = await freeDay()
    const { id } = await propose(anna, from)
    const answers = await Promise.all([decide(berta, id), decide(carla, id)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await published()).filter((rate) => rate.from === from)).toHaveLength(1)
    expect(await logOf(its.db, id)).toHaveLength(2)
  })

  it('begins after every rate that is published: whoever was slower can only reject', async () => {
    const from = await freeDay()
    const [first, second] = [await propose(anna, from, 41), await propose(berta, from, 42)]
    expect((await decide(carla, first.id)).status).toBe(200)
    expect(refusal(await decide(carla, second.id))).toMatchObject({
      code: 'rate_day_taken',
      params: { after: from },
    })
    expect(refusal(await ask(anna, from))).toMatchObject({
      code: 'rate_day_taken',
      params: { after: from },
    })
    expect((await decide(carla, second.id, 'rate_mistaken')).status).toBe(200)
  })

  it('is proposed for a day that has not begun, and at most 31 days ahead', async () => {
    const today = dayOf(clock.now())
    expect(refusal(await ask(anna, today))).toMatchObject({
      status: 409,
      code: 'rate_too_late',
      params: { earliest: addDays(today, 1) },
    })
    expect(refusal(await ask(anna, addDays(today, 32)))).toMatchObject({
      status: 422,
      code: 'rate_too_early',
      params: { latest: addDays(today, 31) },
    })
    for (const rate of [-1, 301, 1.5, '50']) {
      expect((await ask(anna, addDays(today, 31), rate)).status).toBe(400)
    }
    expect((await listed(anna)).items).toEqual([])
  })
})
describe('the queue of rates', () => {
  it('holds ten that wait, lists the decided ones newest first, and tells the desk at once', async () => {
    const page = await openPage(its.url, {
      cookie: berta.cookieHeader,
      origin: its.url,
      desk: true,
    })
    await page.watch('desk')
    const told = () =>
      page.of('desk').at(-1)?.[5] as { waiting: { fund_rates: number } } | undefined
    const from = await freeDay()
    const made: string[] = []
    for (let n = 0; n < 10; n += 1) made.push((await propose(anna, from, n)).id)
    expect(refusal(await ask(berta, from))).toMatchObject({
      code: 'too_many_in_review',
      params: { limit: 10 },
    })
    await until('the news', () => told()?.waiting.fund_rates === 10)
    expect((await listed(berta)).items.map(({ id }) => id)).toEqual(made)
    const after = await listed(berta, `?after=${made[6]}`)
    expect(after.items.map(({ id }) => id)).toEqual(made.slice(7))
    for (const id of made) expect((await decide(berta, id, 'rate_mistaken')).status).toBe(200)
    await until('the end of it', () => told()?.waiting.fund_rates === 0)
    const rejected = await listed(berta, '?status=rejected')
    expect(rejected.items.slice(0, 10).map(({ id }) => id)).toEqual(made.toReversed())
    const known = await listed(berta, '?status=published')
    expect(known.items.every(({ status }) => status === 'published')).toBe(true)
    page.close()
  })

  it('is not there for users, nor for anybody a number that no proposal has', async () => {
    const { visitor } = await its.registerUser()
    const { id } = await propose(anna, await freeDay())
    for (const outside of [visitor, its.visitor()]) {
      const nothing = await outside.get('/api/desk/no-such-page')
      const answers = [
        await outside.get('/api/desk/fund-rates'),
        await ask(outside, await freeDay()),
        await decide(outside, id),
        await decide(outside, id, 'rate_mistaken'),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(404)
        expect(saidBy(answer)).toBe(saidBy(nothing))
      }
    }
    for (const unknown of ['9999999', '9999999999999999999']) {
      expect(refusal(await decide(berta, unknown)).code).toBe('not_found')
      expect(refusal(await decide(berta, unknown, 'rate_mistaken')).code).toBe('not_found')
    }
    expect((await decide(berta, id, 'rate_mistaken')).status).toBe(200)
  })
})

it('nobody can sit down under the name of the example curve', async () => {
  await expect(
    its.owner.query(
      "insert into operators (name, password_hash, created_at) values ('practice-curve', 'x', 1)",
    ),
  ).rejects.toMatchObject({ constraint: 'operators_not_the_curve' })
})

const daysUntil = (from: string): number => {
  let days = 0
  for (let day: string = dayOf(clock.now()); day < from; day = addDays(day, 1)) days += 1
  return days
}

// The last test, because the time of acts never goes back.
it('a rate that was not published in time can only be rejected', async () => {
  const from = await freeDay()
  const { id } = await propose(anna, from)
  shift = daysUntil(from) * DAY_MS
  // Sessions of days ago have ended.
  const late = await logInOperator(its, 'late-operator')
  expect(refusal(await decide(late, id))).toMatchObject({
    code: 'rate_too_late',
    params: { earliest: addDays(from, 1) },
  })
  expect((await decide(late, id, 'rate_mistaken')).status).toBe(200)
})
