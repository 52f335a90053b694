import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { message } from '#contract/messages.ts'
import { ALERTS_MAX, priceAlert } from '#contract/alerts.ts'
import { alertsTopic } from '#server/alerts/alerts.ts'
import { reaches } from '#server/alerts/levels.ts'
import { type AlertHouse, type AlertRoom, alertRoom } from '#support/alert-room.ts'
import { tick } from '#support/records.ts'

const EURUSD = 9
let room: AlertRoom
let house: AlertHouse
let user: bigint
beforeAll(async () => {
  room = await alertRoom()
  room.tick(EURUSD, 1_000)
})
beforeEach(async () => {
  room.tick(EURUSD, 1_000)
  house = room.house()
  await house.judge.start()
  user = await room.user()
})
afterEach(() => house.judge.stop())
afterAll(() => room.close())

const waiting = async (userId = user) =>
  (await house.alerts.page(userId, undefined)).alerts.filter(({ status }) => status === 'active')
const told = (userId = user) =>
  room.owner.query<{ params: Record<string, string> }>(
    "select params from messages where user_id = $1 and kind = 'price_alert' order by id",
    [userId],
  )
const prices = async (...all: number[]): Promise<void> => {
  for (const price of all) room.tick(EURUSD, price)
  await house.judge.idle()
}

describe('a price alert', () => {
  it('is hit by the first tick that reaches its price, told once, and over', async () => {
    const alert = await room.set(house, user, 'at_or_above', 1_010)
    await prices(1_009)
    expect(await waiting()).toHaveLength(1)
    room.hub.delivered.length = 0
    await prices(1_012, 1_010, 1_000, 1_020)
    const { alerts } = await house.alerts.page(user, undefined)
    expect(alerts).toMatchObject([{ id: alert.id, status: 'hit', hit: { price: 1_012 } }])
    const events = room.hub.delivered.filter(({ userId }) => userId === user)
    expect(events.map(({ topic }) => topic).sort()).toEqual(['alerts', 'messages'])
    const [pushed] = events.filter(({ topic }) => topic === 'alerts')
    expect(priceAlert.parse(JSON.parse(pushed?.payload ?? ''))).toEqual(alerts[0])
    const [news] = events.filter(({ topic }) => topic === 'messages')
    expect(message.parse(JSON.parse(news?.payload ?? ''))).toMatchObject({
      kind: 'price_alert',
      params: {
        alertId: alert.id,
        symbol: 'EURUSD',
        direction: 'at_or_above',
        price: '1010',
        hitPrice: '1012',
        decimals: '5',
      },
    })
    expect(await told()).toHaveLength(1)
  })

  it('counts the very price as reached, from above and from below', async () => {
    await room.set(house, user, 'at_or_above', 1_010)
    await room.set(house, user, 'at_or_below', 990)
    await prices(1_010)
    expect(await waiting()).toMatchObject([{ direction: 'at_or_below' }])
    await prices(990)
    expect(await waiting()).toEqual([])
    expect((await told()).map(({ params }) => params['hitPrice'])).toEqual(['1010', '990'])
  })

  it('is refused where the newest price is already there, and where there is no product', async () => {
    for (const [direction, price] of [
      ['at_or_above', 1_000],
      ['at_or_above', 999],
      ['at_or_below', 1_000],
      ['at_or_below', 1_001],
    ] as const) {
      await expect(room.set(house, user, direction, price)).rejects.toMatchObject({
        code: 'alert_already_reached',
      })
    }
    expect((await house.alerts.page(user, undefined)).alerts).toEqual([])
  })

  it('is one alert, however often it is set', async () => {
    const both = await Promise.all([
      room.set(house, user, 'at_or_above', 1_010),
      room.set(house, user, 'at_or_above', 1_010),
    ])
    expect(both[0]).toEqual(both[1])
    await prices(1_010)
    expect(await told()).toHaveLength(1)
  })

  it('waits with nineteen others at most, also when they are set at once', async () => {
    const wishes = Array.from({ length: ALERTS_MAX + 3 }, (_, i) =>
      room.set(house, user, 'at_or_above', 1_010 + i),
    )
    const results = await Promise.allSettled(wishes)
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({ reason: { code: 'too_many_alerts', params: { limit: 20 } } })
    expect(await waiting()).toHaveLength(ALERTS_MAX)
  })

  it('is never told once it was cancelled, and is cancelled once', async () => {
    const alert = await room.set(house, user, 'at_or_below', 990)
    const stranger = await room.user()
    await expect(house.alerts.cancel(stranger, alert.id)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await house.alerts.cancel(user, alert.id)).toMatchObject({ status: 'cancelled' })
    await prices(980)
    expect(await told()).toEqual([])
    await expect(house.alerts.cancel(user, alert.id)).rejects.toThrow('document_moved_on')
  })

  it('that was hit cannot be cancelled', async () => {
    const alert = await room.set(house, user, 'at_or_below', 990)
    await prices(980)
    await expect(house.alerts.cancel(user, alert.id)).rejects.toThrow('document_moved_on')
    expect(await told()).toHaveLength(1)
  })

  it('stands in the topic as long as it waits, however many ended after it', async () => {
    const old = await room.set(house, user, 'at_or_above', 9_000)
    for (let i = 0; i < 35; i++) {
      const { id } = await room.set(house, user, 'at_or_above', 2_000 + i)
      await house.alerts.cancel(user, id)
    }
    const { json } = await alertsTopic(room.db).snapshot(user)
    const shown = z.array(priceAlert).parse(JSON.parse(json))
    expect(shown).toHaveLength(31)
    expect(shown.at(-1)?.id).toBe(old.id)
  })
})

describe('after a restart', () => {
  it('ticks that came meanwhile are judged: the first that reached counts, not the newest', async () => {
    await room.set(house, user, 'at_or_above', 1_010)
    await room.set(house, user, 'at_or_below', 900)
    await house.judge.stop()
    for (const price of [1_005, 1_011, 1_050, 1_000]) room.tick(EURUSD, price)
    house = room.house()
    await house.judge.start()
    await house.judge.idle()
    expect((await told()).map(({ params }) => params['hitPrice'])).toEqual(['1011'])
    expect(await waiting()).toMatchObject([{ direction: 'at_or_below' }])
  })

  it('an alert is judged by what came after it alone, though others begin earlier', async () => {
    await room.set(house, user, 'at_or_above', 5_000)
    await prices(1_500)
    await prices(1_000)
    const late = await room.user()
    await room.set(house, late, 'at_or_above', 1_400)
    await house.judge.stop()
    house = room.house()
    await house.judge.start()
    await house.judge.idle()
    expect(await told(late)).toEqual([])
    await prices(1_400)
    expect(await told(late)).toHaveLength(1)
  })

  it('goes on from the mark, and reads nothing before it', async () => {
    await room.set(house, user, 'at_or_above', 7_000)
    await prices(...Array.from({ length: 50 }, (_, i) => 1_000 + i))
    await house.judge.save()
    await house.judge.stop()
    const asked: number[] = []
    const { recordsAfter } = room.market
    room.market.recordsAfter = (id, after, limit) => {
      asked.push(after)
      return recordsAfter(id, after, limit)
    }
    const head = room.market.log(EURUSD).length
    house = room.house()
    await house.judge.start()
    await prices(7_000)
    room.market.recordsAfter = recordsAfter
    expect(await told()).toHaveLength(1)
    expect(Math.min(...asked)).toBe(head)
  })

  it('none is lost and none is told twice, wherever the process ended', async () => {
    const seen = { hit: 0, waiting: 0, restarts: 0, saves: 0 }
    const steps = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.record({ move: fc.integer({ min: -12, max: 12 }) }) },
        { weight: 3, arbitrary: fc.record({ set: fc.integer({ min: -30, max: 30 }) }) },
        { weight: 1, arbitrary: fc.constant('restart' as const) },
        { weight: 1, arbitrary: fc.constant('save' as const) },
      ),
      { minLength: 20, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const owner = await room.user()
        let price = 1_000
        room.tick(EURUSD, price)
        for (const step of all) {
          if (step === 'restart') {
            // As killed: what it has decided and not written is gone.
            await house.judge.stop()
            house = room.house()
            await house.judge.start()
            seen.restarts += 1
          } else if (step === 'save') {
            await house.judge.save()
            seen.saves += 1
          } else if ('move' in step) {
            price += step.move
            room.tick(EURUSD, price)
          } else if (step.set !== 0) {
            const direction = step.set > 0 ? 'at_or_above' : 'at_or_below'
            await room.set(house, owner, direction, price + step.set).catch(() => undefined)
          }
        }
        await house.judge.idle()
        for (const row of await rowsOf(owner)) {
          const first = room.market
            .log(EURUSD)
            .find(
              (entry) => entry.kind === 'tick' && entry.seq > row.after && row.reached(entry.price),
            )
          expect([row.id, row.hit]).toEqual([row.id, first?.seq ?? null])
          expect([row.id, row.messages]).toEqual([row.id, first === undefined ? 0 : 1])
          seen[first === undefined ? 'waiting' : 'hit'] += 1
        }
      }),
      { numRuns: 25 },
    )
    expect(Math.min(seen.hit, seen.waiting, seen.restarts, seen.saves)).toBeGreaterThan(10)
  })
})

async function rowsOf(owner: bigint) {
  const rows = await room.owner.query<{
    id: string
    direction: 'at_or_above' | 'at_or_below'
    price: number
    after: number
    hit: number | null
    messages: number
  }>(
    `select a.id::text, direction, price::float8, after_seq::float8 as after,
      hit_seq::float8 as hit, (select count(*)::int from messages m
        where m.user_id = a.user_id and m.params ->> 'alertId' = a.id::text) as messages
      from price_alerts a where user_id = $1`,
    [owner],
  )
  return rows.map((row) => ({
    ...row,
    reached: (price: number) => reaches(row.direction, row.price, price),
  }))
}

it('waits for the database, and for the log, rather than lose an alert', async () => {
  await room.set(house, user, 'at_or_above', 1_010)
  const { recordsAfter } = room.market
  let failures = 0
  room.market.recordsAfter = async () => {
    failures += 1
    throw new Error('the log cannot be read')
  }
  room.market.push(EURUSD, tick(room.clock.now(), 1_011))
  await house.judge.idle()
  expect([failures, await told()]).toEqual([1, []])
  room.market.recordsAfter = recordsAfter
  await room.clock.advance(1_000)
  await house.judge.idle()
  expect(await told()).toHaveLength(1)
})
