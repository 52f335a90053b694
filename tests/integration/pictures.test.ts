import { DAY_MS } from '#contract/time.ts'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDeposits } from '#contract/endpoints/cashier.ts'
import { listSupportMessages } from '#contract/endpoints/support.ts'
import { problem } from '#contract/errors.ts'
import { PHOTO_DAY_BYTES, PHOTO_TOTAL_BYTES } from '#contract/verification.ts'
import { documentsOn } from '#support/documents.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { cashierVisit, depositIn, userIdOf } from '#support/cashier-visit.ts'
import { logInOperator } from '#support/desk.ts'
import { databaseIdle } from '#support/database-work.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { addPhoto, makePhoto, sendPhoto } from '#support/photos.ts'
import { seatOperator } from '#support/seats.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const PICTURE_DAYS = 3
const START = Date.UTC(2026, 9, 5, 10)
let now = START
const sweeps: (() => void)[] = []
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: (_period, run) => {
    sweeps.push(run)
    return () => undefined
  },
}
let its: TestServer
beforeAll(async () => {
  its = await testServer({ clock, config: { pictureDays: PICTURE_DAYS } })
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  await its.close()
})

const problemOf = (answer: Answer) => problem.parse(answer.body)
const isKept = (id: string): boolean => {
  const folder = join(its.config.dataFolder, 'photos')
  return readdirSync(folder).some((epoch) => existsSync(join(folder, epoch, `${id}.sealed`)))
}
async function sweep(): Promise<void> {
  for (const run of sweeps) run()
  await databaseIdle(its.owner)
}
const say = (visitor: Visitor, body: object) => {
  const message = { text: '', photo: null, about: null, question: null, ...body }
  return visitor.command('/api/support/messages', message, randomUUID())
}
const photosOf = async (visitor: Visitor) => {
  const { messages } = await visitor.read(listSupportMessages.reply, '/api/support/messages')
  return messages.flatMap(({ photo, photoExpired }) =>
    photo === null ? [] : [[photo, photoExpired === true]],
  )
}

describe('the room that a user has for photos', () => {
  /** As if so many bytes had been sent at a moment. */
  const fill = async (account: string, bytes: number, age: { at: number; deleted: boolean }) => {
    await its.owner.query(
      `with key as (
        insert into user_keys (user_id, purpose, wrapped, created_at, destroyed_at)
          values ($1, 'proofs', null, 0, 0)
        returning id
      ) insert into photos (user_id, purpose, key_id, width, height, bytes, created_at, claimed_at,
          deleted_at)
        select $1, 'support', id, 1, 1, $2, $3, $3, $4 from key`,
      [await userIdOf(its, account), bytes, age.at, age.deleted ? age.at : null],
    )
  }

  it('ends for the day with what was sent, deleted or not, and begins again at midnight', async () => {
    const { visitor, account } = await its.registerUser()
    await fill(account, PHOTO_DAY_BYTES - 50_000, { at: now, deleted: true })
    await addPhoto(visitor, 'support')
    await fill(account, 49_999, { at: now, deleted: true })
    const refused = await sendPhoto(visitor, 'support', await makePhoto())
    const resetsAt = Date.UTC(2026, 9, 6)
    expect(refused.status).toBe(409)
    expect(problemOf(refused)).toMatchObject({
      code: 'photo_day_full',
      params: { limit: '40 MB', resetsAt },
    })
    now = resetsAt
    await addPhoto(visitor, 'support')
  })

  it('ends in all with what is kept, and what was deleted gives room', async () => {
    const { visitor, account } = await its.registerUser()
    await fill(account, PHOTO_TOTAL_BYTES, { at: now - 9 * DAY_MS, deleted: false })
    const refused = await sendPhoto(visitor, 'id_front', await makePhoto())
    expect(problemOf(refused)).toMatchObject({
      code: 'photo_space_full',
      params: { limit: '200 MB' },
    })
    const userId = await userIdOf(its, account)
    await its.owner.query('update photos set deleted_at = $2 where user_id = $1', [userId, now])
    await addPhoto(visitor, 'id_front')
  })

  it('is not overrun by two photos at once', async () => {
    const { visitor, account } = await its.registerUser()
    const bytes = await makePhoto({ width: 640, height: 400 })
    const first = await sendPhoto(visitor, 'support', bytes)
    const { bytes: size } = first.body as { bytes: number }
    await fill(account, PHOTO_DAY_BYTES - 2 * size - 10, { at: now, deleted: false })
    const both = await Promise.all([1, 2].map(() => sendPhoto(visitor, 'support', bytes)))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
  })
})

describe('the time of a picture', () => {
  it('runs for a deposit’s proof from the decision, and the deposit says so afterwards', async () => {
    const visit = await cashierVisit(its)
    const { visitor } = visit
    const proof = await addPhoto(visitor, 'deposit_proof')
    const { id } = depositIn(await visit.deposit({ amount: '20', proof }))
    const shown = async () =>
      (await visitor.read(listDeposits.reply, '/api/deposits')).deposits.map(
        ({ hasProof, proofExpired }) => [hasProof, proofExpired === true],
      )
    now += 5 * DAY_MS
    await sweep()
    expect([isKept(proof), await shown()]).toEqual([true, [[true, false]]])
    const { db, app } = its
    const documents = documentsOn({ db, hub: app.hub, clock })
    const actor = await seatOperator(its.owner, 'operator-one', now)
    const act = { id: BigInt(id), actor }
    await documents.move('deposit', { ...act, step: 'review' })
    await documents.move('deposit', { ...act, step: 'approve' })
    now += PICTURE_DAYS * DAY_MS - 1
    await sweep()
    expect(isKept(proof)).toBe(true)
    now += 1
    await sweep()
    await until('the end of the proof', () => !isKept(proof))
    expect(await shown()).toEqual([[true, true]])
    expect((await visitor.get(`/api/photos/${proof}`)).status).toBe(404)
  })

  it('runs for a support picture from the answer, and not while its sender waits', async () => {
    const { visitor, account } = await its.registerUser()
    const first = await addPhoto(visitor, 'support')
    await say(visitor, { photo: first })
    now += 5 * DAY_MS
    await sweep()
    expect(isKept(first)).toBe(true)
    const anna = await logInOperator(its, 'anna')
    await anna.post(`/api/desk/support/${account}/messages`, { text: 'Thanks', key: randomUUID() })
    now += DAY_MS
    const second = await addPhoto(visitor, 'support')
    await say(visitor, { photo: second })
    now += (PICTURE_DAYS - 1) * DAY_MS
    await sweep()
    await until('the end of the first', () => !isKept(first))
    expect(await photosOf(visitor)).toEqual([
      [second, false],
      [first, true],
    ])
    const ben = await logInOperator(its, 'ben')
    const upTo = (await visitor.read(listSupportMessages.reply, '/api/support/messages'))
      .messages[0]
    await ben.post(`/api/desk/support/${account}/done`, { upTo: upTo?.id })
    now += PICTURE_DAYS * DAY_MS
    await sweep()
    await until('the end of the second', () => !isKept(second))
    expect((await photosOf(visitor)).map(([, expired]) => expired)).toEqual([true, true])
  })
})
