import { expect, it } from 'vitest'
import { userCookies, newSecret } from '#server/platform/http/cookies.ts'
import { createSessions } from '#server/identity/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { manualClock } from '#support/manual-clock.ts'

const START = 1_700_000_000_000
const TIMES = { created_ms: BigInt(START), seen_ms: BigInt(START), expires_ms: 2n ** 50n }
const ROW = { id: 7n, user_id: 1n, handle: 'h', ...TIMES }

/** Answers a look for a live session as it was when asked, but only after `answer()`. */
function slowDatabase(): { db: Database; answer(): void } {
  const held = Promise.withResolvers<void>()
  let isLive = true
  const query: Database['query'] = async <Row extends object>(sql: string): Promise<Row[]> => {
    const rows: object[] = isLive ? [ROW] : []
    if (sql.startsWith('update')) isLive = false
    else await held.promise
    return rows as Row[]
  }
  const unused = (): Promise<never> => Promise.reject(new Error('unused'))
  const db = { query, transaction: unused, snapshot: unused, close: unused }
  return { db, answer: () => held.resolve() }
}

it('a session that ends while it is being read does not live on in memory', async () => {
  const { db, answer } = slowDatabase()
  const cookies = userCookies(false)
  const sessions = createSessions({
    db,
    clock: manualClock(START),
    cookies,
    practice: true,
    rateFactor: 1,
  })
  const cookie = `${cookies.session.name}=${newSecret()}`
  const reading = sessions.read(cookie)
  await sessions.end(cookie)
  answer()
  await reading
  expect(await sessions.read(cookie)).toBeNull()
})

it('an address that sends cookies of no session is refused without a look-up, and others are not', async () => {
  let lookUps = 0
  const query = async (): Promise<never[]> => {
    lookUps += 1
    return []
  }
  const unused = (): Promise<never> => Promise.reject(new Error('unused'))
  const db = { query, transaction: unused, snapshot: unused, close: unused }
  const clock = manualClock(START)
  const cookies = userCookies(false)
  const sessions = createSessions({ db, clock, cookies, practice: true, rateFactor: 1 })
  const guess = (address: string) =>
    sessions.read(`${cookies.session.name}=${newSecret()}`, address)
  for (let n = 0; n < 60; n++) expect(await guess('198.51.100.1')).toBeNull()
  await expect(guess('198.51.100.1')).rejects.toMatchObject({
    code: 'rate_limited',
    params: { retryAfterMs: 1_000 },
  })
  expect(lookUps).toBe(60)
  expect(await guess('198.51.100.2')).toBeNull()
  expect(await sessions.read(undefined, '198.51.100.1')).toBeNull()
  await clock.advance(1_000)
  expect(await guess('198.51.100.1')).toBeNull()
})
