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
  const sessions = createSessions({ db, clock: manualClock(START), cookies, practice: true })
  const cookie = `${cookies.session.name}=${newSecret()}`
  const reading = sessions.read(cookie)
  await sessions.end(cookie)
  answer()
  await reading
  expect(await sessions.read(cookie)).toBeNull()
})
